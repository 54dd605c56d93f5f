-- summary.sql - what was found, for people to read: first what may need an editor, then figures.
--
-- Lines fit the terminal (neardup_wrap()) and have colours where it shows them (neardup_style()).

-- How many sentences there were when signatures.sql counted them: to count them again takes minutes in a large database, in
-- which the pages of an index lie far apart.
CREATE TEMP VIEW sentence_total AS
SELECT compared + (SELECT coalesce(sum(sentences), 0) FROM not_compared) AS sentences FROM detection;

-- A pair as it is printed, without its first eight columns: where the two sentences occur, the text
-- with what differs as [a|b], and the addresses.
CREATE TEMP VIEW entry AS
WITH placed AS NOT MATERIALIZED (
    SELECT sentence.id, place, url, text
      FROM sentence
     CROSS JOIN sentence_place USING (id)
     CROSS JOIN article_url ON article_url.id = article_id
)
SELECT x.id AS a,
       y.id AS b,
       bold || x.place || plain || iif(x.place = y.place, ' (twice)', faint || '  |  ' || plain
                                       || bold || y.place || plain) AS places,
       neardup_wrap('        ' || ltrim(mark_differences(x.text, y.text, red || '[',
                                                         plain || '|' || green, ']' || plain)), 8)
       AS texts,
       ifnull(char(10) || neardup_wrap('        ' || faint || x.url || plain), '')
       || ifnull(char(10) || neardup_wrap('        ' || faint || nullif(y.url, x.url) || plain), '')
       AS links
  FROM style CROSS JOIN placed AS x CROSS JOIN placed AS y;

-- ---- What may need an editor --------------------------------------------------------------------

SELECT char(10) || neardup_wrap(bold || printf('%,d %s%.*s, %,d %s%.*s: '
           || '%,d possible contradiction%.*s, %,d less likely, %,d rewording%.*s, %,d repeated text%.*s.',
           articles, article, articles <> 1, 's', sentences, sentence, sentences <> 1, 's',
           conflicts, conflicts <> 1, 's', others, rewordings, rewordings <> 1, 's', repeated, repeated <> 1, 's')
           || iif(changes, printf(' %,d change%.*s between the dumps of one wiki.', changes, changes <> 1, 's'), '') || plain)
  FROM style, noun,
       (SELECT count(*) AS articles FROM article),
       sentence_total,
       (SELECT count(*) AS conflicts FROM finding_pair WHERE is_shown AND NOT two_dates),
       (SELECT count(*) AS others FROM finding_pair WHERE NOT is_shown AND NOT two_dates),
       (SELECT count(*) AS changes FROM finding_pair WHERE is_shown AND two_dates),
       (SELECT count(*) AS rewordings FROM rewording),
       (SELECT count(*) AS repeated FROM cluster WHERE kind = 'identical');

SELECT char(10) || neardup_wrap(printf('  Verdicts are known on %,d pair%.*s. What has one is left out, unless it was fixed and has returned; '
                                       || '--judged shows it, too.', judged, judged <> 1, 's'), 2)
  FROM (SELECT count(*) AS judged FROM newest_verdict WHERE decides)
 WHERE judged > 0 AND NOT @judged;

SELECT char(10) || neardup_wrap('  Scores go without what verdicts have taught neardup ' || program || ': neardup learn teaches this release.', 2)
  FROM learnt
 WHERE model IS NOT NULL AND program <> neardup_version();

-- Where nothing is likely, the five best of the others are listed.
CREATE TEMP TABLE listed AS
SELECT a, b, place, is_shown, likelihood, reason || CASE verdict WHEN 'returned' THEN ' It was fixed, and has returned.'
                                                                 ELSE coalesce(' Judged before: ' || verdict || '.', '') END AS reason,
       score
  FROM finding_pair
 WHERE NOT two_dates AND place <= iif(is_shown, 10, 5)
   AND is_shown = (SELECT max(is_shown) FROM finding_pair WHERE NOT two_dates);

SELECT char(10) || bold || 'What may contradict, best first'
       || iif(EXISTS (SELECT * FROM listed), ', [one|the other]', '') || plain
       || iif(count(finding_pair.a) > 10, printf(' (10 of %,d)', count(*)), '')
       || iif(min(score) < 0.33, printf(' (from %.4g on, unlikely ones, too)', shown_least), '')
  FROM style, parameters LEFT JOIN finding_pair ON is_shown AND NOT two_dates;

SELECT iif(others, printf('  Nothing has a score of %.4g or more. The best of what is less likely:', shown_least), '  nothing')
  FROM parameters, (SELECT count(*) AS others, total(is_shown) AS shown FROM listed)
 WHERE NOT shown;

SELECT char(10) || neardup_wrap(printf('  %-17s  ', likelihood) || places, 8) || char(10) || texts
       || char(10) || neardup_wrap('        ' || reason, 8) || links
  FROM listed
  CROSS JOIN entry USING (a, b)
 ORDER BY place;

-- How many findings there are of each sort, and a statement that lists them all.
CREATE TEMP TABLE sort AS
SELECT two_dates, is_shown, count(*) AS findings,
       iif(is_shown AND NOT two_dates, 'SELECT * FROM possible_contradiction;',
           'SELECT * FROM contradiction WHERE best AND older IS ' || iif(two_dates, 'NOT NULL', 'NULL')
           || printf(iif(is_shown, ' AND score >= %.4g;', ' AND score < %.4g;'), shown_least)) AS statement
  FROM parameters, finding_pair
 GROUP BY two_dates, is_shown;

SELECT char(10) || printf(iif(is_shown, '  all %,d of them:', '  %,d less likely, with a score below %.4g:'), findings, shown_least)
       || char(10) || '    ' || statement
  FROM parameters, sort
 WHERE NOT two_dates AND (NOT is_shown OR findings > 10)
 ORDER BY is_shown DESC;
SELECT char(10) || neardup_wrap(printf('  Contradictions to expect among all %,d: %s, by the scores%s (with '
                                       || '95 %% confidence, from %,d to %,d)', findings,
                                       iif(expected < 9.95, printf('%.1f', expected), printf('%,d', round(expected))),
                                       iif(labels, printf(' and %,d label%.*s', labels, labels <> 1, 's'), ''),
                                       least, most), 2)
  FROM contradiction_estimate
 WHERE findings > 1;

SELECT char(10) || bold || 'What changed between the dumps of one wiki, [older|newer]' || plain
       || iif(findings > 10, printf(' (10 of %,d)', findings), '')
  FROM style, sort
 WHERE is_shown AND two_dates;

SELECT char(10) || neardup_wrap(printf('  %-17s  ', likelihood) || places, 8) || char(10) || texts || links
  FROM (SELECT * FROM finding_pair WHERE is_shown AND two_dates AND place <= 10)
  CROSS JOIN entry USING (a, b)
 ORDER BY place;

SELECT char(10) || printf('  all %,d of them:', findings) || char(10) || '    ' || statement
  FROM sort
 WHERE is_shown AND two_dates AND findings > 10;

-- Of the 1,000 closest, pairs that differ only in punctuation or capitals come last.
WITH closest AS MATERIALIZED (
    SELECT a, b, jaccard FROM rewording ORDER BY jaccard DESC, a LIMIT 1000
), shown AS MATERIALIZED (
    SELECT a, b, jaccard, row_number() OVER (ORDER BY same_words, jaccard DESC, a) AS place,
           (SELECT count(*) FROM rewording) AS findings
      FROM closest JOIN wording USING (a, b)
     ORDER BY place
     LIMIT 5
)
SELECT iif(place > 1, '', char(10) || bold || 'What was reworded, by Jaccard similarity; punctuation and capitals last' || plain
                          || iif(findings > 5, printf(' (5 of %,d)', findings), '') || char(10))
       || char(10) || neardup_wrap(printf('  %.2f  ', jaccard) || places, 8) || char(10) || texts || links
  FROM style, shown CROSS JOIN entry USING (a, b)
 ORDER BY place;

-- Two texts that differ in few places are printed as one.
WITH differently AS MATERIALIZED (
    -- What projection has found beyond jaccard_least: the best pair of each cluster, but no templates.
    SELECT row_number() OVER (ORDER BY x.article_id = y.article_id, cosine DESC, a, b) AS place, a, b, cosine, cluster_id
      FROM said_differently
      JOIN sentence AS x ON x.id = a
      JOIN sentence AS y ON y.id = b
     WHERE NOT template
), restatement AS MATERIALIZED (
    SELECT min(place), a, b, cosine, row_number() OVER (ORDER BY min(place)) AS number, count(*) OVER () AS findings
      FROM differently
     GROUP BY coalesce(cluster_id, -place)
     ORDER BY number
     LIMIT 10
)
SELECT iif(number > 1, '', char(10) || bold || printf('Said differently, by cosine: too few shingles in common for '
                                                      || 'jaccard_least = %.4g', jaccard_least) || plain
                           || iif(findings > 10, printf(' (10 of %,d)', findings), '') || char(10))
       || char(10) || neardup_wrap(printf('  %.2f  ', CAST(100 * restatement.cosine AS INTEGER) / 100.0) || places, 8) || char(10)
       || iif(edit_distance <= 0.3 * max(length(x.text), length(y.text)), texts,
              neardup_wrap('        ' || ltrim(x.text), 8) || char(10) || neardup_wrap('        ' || ltrim(y.text), 8))
       || links
  FROM style, setting, restatement
 CROSS JOIN entry USING (a, b)
 CROSS JOIN pair USING (a, b)
  JOIN sentence AS x ON x.id = restatement.a
  JOIN sentence AS y ON y.id = restatement.b
 ORDER BY number;

WITH largest AS MATERIALIZED (
    SELECT found.*, row_number() OVER (ORDER BY size DESC, texts DESC, id) AS place, ltrim(text) AS text
      FROM (SELECT * FROM cluster WHERE size > 2 ORDER BY size DESC, texts DESC, id LIMIT 5) AS found
     CROSS JOIN sentence USING (id)
)
SELECT iif(place > 1, '', char(10) || bold || 'The largest clusters, by ' || sentence || 's' || plain || char(10))
       || char(10) || neardup_wrap(printf('  %,4d  ', size)
                    || (SELECT group_concat(name, '; ')
                          FROM (SELECT DISTINCT name
                                  FROM member
                                  JOIN sentence     ON sentence.id     = sentence_id
                                  JOIN article_name ON article_name.id = article_id
                                 WHERE cluster_id = largest.id
                                 ORDER BY sentence_id
                                 LIMIT 4))
                    || iif(articles > 4, printf('; … (%,d %ss)', articles, article), ''), 8)
       || char(10) || neardup_wrap('        ' || iif(length(text) <= 140, text,
                                       coalesce(nullif(rtrim(rtrim(substr(text, 1, 140),
                                                                   replace(text, ' ', ''))), ''),
                                                substr(text, 1, 140)) || '…'), 8)
       || char(10) || neardup_wrap('        ' || faint || kind || ': ' || reason
                    || coalesce((SELECT ' Shaped by the verdicts of ' || group_concat(DISTINCT judge) || '.'
                                   FROM cluster_link
                                  WHERE largest.id IN (SELECT cluster_id FROM member WHERE sentence_id IN (a, b))), '') || plain, 8)
  FROM style, noun, largest
 ORDER BY place;

-- If there are few clusters: what would a lower threshold find?
WITH closest AS MATERIALIZED (
    SELECT a, b, jaccard, row_number() OVER (ORDER BY jaccard DESC, a, b) AS place FROM near_miss ORDER BY place LIMIT 5
)
SELECT iif(place > 1, '', char(10) || bold || printf('What comes close, below jaccard_least = %.4g', jaccard_least) || plain
                          || char(10))
       || char(10) || neardup_wrap(printf('  %.2f  ', CAST(100 * jaccard AS INTEGER) / 100.0) || places, 8) || char(10) || texts
       || links
  FROM style, setting, closest CROSS JOIN entry USING (a, b)
 WHERE (SELECT count(*) < 50 FROM cluster)
 ORDER BY place;

-- ---- Figures ------------------------------------------------------------------------------------

SELECT char(10) || bold || 'What was read' || plain FROM style;

SELECT neardup_wrap(printf('  %,11d %s%.*s of %s', articles, article, articles <> 1, 's', source_name.name)
       || iif(damaged, printf('; %,d damaged place%.*s, see the table damage', damaged, damaged <> 1, 's'), '')
       || iif(finished_at IS NULL AND id IN (SELECT source_id FROM checkpoint),
              '; interrupted: give the same command again to continue',
              iif(finished_at IS NULL AND pages > 0, '; loaded only in part', '')), 14)
  FROM noun, source JOIN source_name USING (id)
 ORDER BY id;

SELECT printf('  %,11d %s%.*s', sentences, sentence, sentences <> 1, 's')
  FROM noun, sentence_total;

WITH described(reason, place, description) AS (
    SELECT 'shorter', 1, printf('shorter than %,d characters', shingles_least + shingle - 1) FROM setting
     UNION ALL
    SELECT 'marks',   2, 'nothing but punctuation'
     UNION ALL
    SELECT 'longer',  3, printf('longer than %,d characters', shingles_most + shingle - 1) FROM setting
     UNION ALL
    SELECT 'table',   4, 'text of tables'
)
SELECT printf('  %,11d left out: %s', sentences, description)
  FROM not_compared JOIN described USING (reason)
 WHERE sentences > 0
 ORDER BY place;

SELECT printf('  %,11d compared', compared) FROM detection;

-- What was chosen from the texts, rather than set by somebody.
SELECT neardup_wrap('              ' || group_concat(part, '; ') || '.', 14)
  FROM (SELECT printf('Compared by shingles of %d character%.*s (%s)', shingle, shingle <> 1, 's',
                      coalesce((SELECT reason FROM choice WHERE name = 'shingle'), 'as set')) AS part
          FROM setting
         UNION ALL
        SELECT reason FROM choice WHERE name = 'fold');

SELECT char(10) || bold || 'What was found' || plain FROM style;

SELECT printf('  %,11d different text%.*s among those compared', texts, texts <> 1, 's')
  FROM detection;
SELECT printf('  %,11d candidate pair%.*s: texts that share a signature', candidates, candidates <> 1, 's')
       || char(10)
       || neardup_wrap(printf('  %,11d of these verified: Jaccard similarity ≥ %.4g, edit similarity ≥ %.4g',
                              pairs - compared + texts - (SELECT total(added) FROM projection),
                              jaccard_least, edit_similarity_least), 14)
  FROM setting, detection
 WHERE detection <> 'projection';
SELECT printf('  %,11d candidate pair%.*s: texts whose projections share a band', candidates, candidates <> 1, 's')
       || char(10)
       || neardup_wrap(printf('  %,11d of these verified: cosine of %s ≥ %.4g%s', pairs,
                              iif(projection.vectors = 'tfidf', 'tf·idf vectors', 'word vectors'),
                              cosine_least,
                              iif(detection = 'both', printf('; %,d of them are new', added), '')), 14)
  FROM setting, projection;
SELECT printf('  %,11d %s of a text, each paired with the first', copies,
              iif(copies = 1, 'copy', 'copies'))
       || char(10) || printf('  %,11d pair%.*s in all', pairs, pairs <> 1, 's')
  FROM (SELECT pairs, compared - texts AS copies FROM detection);
SELECT neardup_wrap(printf('  %,11d cluster%.*s of %,d %s%.*s in %,d %s%.*s', clusters, clusters <> 1, 's',
                           sentences, sentence, sentences <> 1, 's', articles, article, articles <> 1, 's'), 14)
  FROM noun,
       (SELECT count(*) AS clusters FROM cluster),
       (SELECT count(*) AS sentences, count(DISTINCT article_id) AS articles
          FROM member JOIN sentence ON sentence.id = sentence_id);
SELECT neardup_wrap(printf('  %,11d verdict%.*s that united or divided them%s', links, links <> 1, 's',
                           iif(refused, printf('; %,d of these refused, since others say the opposite: see the table cluster_link',
                                               refused), '')), 14)
  FROM (SELECT count(*) AS links, count(*) - total(honoured) AS refused FROM cluster_link)
 WHERE links > 0;

WITH named(kind, place, meaning) AS (
    VALUES ('identical', 1, 'one text'),
           ('template',  2, 'one pattern, different subjects'),
           ('copyedit',  3, 'the same fact in different words'),
           ('drift',     4, 'different facts about one thing'),
           ('reference', 5, 'works that are cited'),
           ('other',     6, 'lists, fragments')
)
SELECT printf('  %,11d   %-10s %s', count(*), kind, meaning)
  FROM cluster JOIN named USING (kind)
 GROUP BY kind
 ORDER BY place;

SELECT char(10) || neardup_wrap('  ' || said || ' (kinds.md in the documentation).', 2)
  FROM (SELECT 'Kinds rest on little where there is no vocabulary: ' || codes AS said FROM unknown_language)
 WHERE said IS NOT NULL AND EXISTS (SELECT * FROM pair_kind);

-- Why the numbers of findings are others than those of clusters.
SELECT char(10) || neardup_wrap('  A cluster may have pairs of several kinds.'
           || iif(findings, ' Pairs that may contradict, likely or not: '
                            || substr(iif(drift, printf(', %,d in %s of drift', drift, iif(drift = 1, 'a cluster', 'clusters')), '')
                                      || iif(others, printf(', %,d in %s', others, iif(others = 1, 'a cluster of another kind',
                                                                                       'clusters of other kinds')), '')
                                      || iif(alone, printf(', %,d in no cluster', alone), ''), 3) || '.', '')
           || iif(rewordings, printf(' Rewordings: %,d of %,d in clusters of copyedit.', copyedit, rewordings), ''), 2)
  FROM (SELECT count(*) AS findings, total(cluster.kind IS 'drift') AS drift, total(cluster.kind <> 'drift') AS others,
               total(cluster.id IS NULL) AS alone
          FROM finding_pair LEFT JOIN cluster ON cluster.id = cluster_id
         WHERE NOT two_dates),
       (SELECT count(*) AS rewordings, total(cluster.kind = 'copyedit') AS copyedit
          FROM rewording
          JOIN member  ON sentence_id = rewording.a
          JOIN cluster ON cluster.id = cluster_id)
 WHERE findings + rewordings > 0;

WITH expected(jaccard, recall) AS (
    SELECT jaccard, minhash_match_probability(jaccard, bands, rows, hashes, scheme, seed)
      FROM setting, (SELECT jaccard_least AS jaccard FROM setting WHERE jaccard_least > 0
                        UNION
                        SELECT iif(jaccard_least > 0, min(jaccard_least + 0.1, 1), 0.9) FROM setting)
)
SELECT char(10) || '  Expected recall: '
       || group_concat(iif(recall < 0.9995, printf('%.1f %%', 100 * recall), 'over 99.9 %')
                       || printf(iif(jaccard = jaccard_least OR jaccard_least = 0, ' at Jaccard %.4g', ' at %.4g'),
                                 jaccard), ', ')
  FROM expected, setting
 WHERE detection <> 'projection'
 GROUP BY NULL;
WITH expected(recall) AS (
    SELECT projection_match_probability(cosine_least, projection_bands, projection_rows)
      FROM setting
)
SELECT iif(detection = 'both', '', char(10)) || '  Expected recall: '
       || iif(recall < 0.9995, printf('%.1f %%', 100 * recall), 'over 99.9 %')
       || printf(' at cosine %.4g', cosine_least)
  FROM expected, setting, projection;
SELECT neardup_wrap(printf('  %,d %s shared by more than %,d texts. Each of these texts was compared with'
                           || ' only some of the others: up to %,d pairs were left out, so a cluster'
                           || ' of them may be split, or lack some texts.', large_buckets,
                           iif(large_buckets = 1, 'signature is', 'signatures are'), bucket_most,
                           left_out), 2)
  FROM detection, setting
 WHERE large_buckets;
SELECT neardup_wrap(printf('  %,d %s too large to compare all pairs. Each of the %,d texts in them was compared'
                           || ' with only some of the others: up to %,d pairs were left out, so a cluster'
                           || ' of them may be split, or lack some texts.', large_buckets,
                           iif(large_buckets = 1, 'bucket of projections is', 'buckets of projections are'),
                           texts, left_out), 2)
  FROM projection
 WHERE large_buckets;

SELECT char(10) || bold || 'To see more' || plain || char(10)
       || neardup_wrap('  ' || command, 0, 1000000)
       || char(10)
       || '  .mode box' || char(10)
       || (SELECT iif(possible, printf('  SELECT * FROM possible_contradiction;  -- rows: %,d', possible) || char(10), '')
                  || printf('  SELECT * FROM contradiction WHERE best;  -- rows: %,d', best) || char(10)
                  || neardup_wrap('  The view contradiction has everything, for programs'
                                  || iif(pairs > best, printf(': without WHERE best all %,d pairs, several of some clusters.',
                                                              pairs), '.'), 2) || char(10)
             FROM (SELECT count(*) AS best, count(*) FILTER (WHERE is_shown AND NOT two_dates) AS possible FROM finding_pair),
                  (SELECT count(*) AS pairs FROM contradiction))
       || (SELECT iif(count(*), printf('  SELECT size, text FROM cluster JOIN sentence USING (id) WHERE kind = ''identical'';'
                                       || char(10) || '    -- rows: %,d, and neardup keep lists the copies', count(*))
                                || char(10), '')
             FROM cluster
            WHERE kind = 'identical')
       || iif((SELECT count(*) FROM projection),
              (SELECT printf('  SELECT * FROM said_differently;  -- rows: %,d', count(*)) FROM said_differently)
              || char(10), '')
       || neardup_wrap('  The tables are pair, cluster, member and sentence; tables.md in the documentation has all.', 2)
       || char(10)
       || neardup_wrap('  As a page of HTML: ' || report, 2)
  FROM style, shell_command;
