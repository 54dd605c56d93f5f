-- report_links.sql - where the names of articles lead, if @url is set: temp.link, one row.
--
-- A part of report.sql. @url is an address with {id}, {title} or both in it: the page's number in its wiki or the row's
-- key, and the title. Before the first of them it must name its host, so that no text of an article does. The page
-- encodes what it puts in.

CREATE TEMP TABLE link AS
SELECT @url AS pattern, instr(@url, '{id}') > 0 AS has_id, instr(@url, '{title}') > 0 AS has_title;

SELECT neardup_error('must be an address that begins with http:// or https:// and a host, and has {id} or {title} after it, '
                     || 'such as https://en.wikipedia.org/?curid={id}', 'url', pattern)
  FROM (SELECT pattern, replace(replace(pattern, '{id}', ''), '{title}', '') AS bare,
               substr(pattern, 1, max(instr(pattern, '{'), 1) - 1) AS start
          FROM link)
 WHERE NOT ((lower(start) GLOB 'http://[^/?#]*/*' OR lower(start) GLOB 'https://[^/?#]*/*') AND bare <> pattern
            AND bare NOT GLOB '*[{}\' || char(1) || '- ' || char(127) || ']*');
