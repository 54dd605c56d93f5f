-- likelihood_view.sql - what scores are called: a view for what was found, and for text reuse.

-- What each score, rounded to two decimals, is called: `very likely` from 0.9 on, `likely` from 0.66, `perhaps` from 0.33, and
-- `unlikely` below that, each with the score: `likely, 0.87`.
--
-- The shares are those of the likelihood scale of Mastrandrea et al. 2010, Guidance note for lead authors of the IPCC Fifth
-- Assessment Report, whose "about as likely as not" is "perhaps" here.
CREATE VIEW IF NOT EXISTS main.likelihood(score, words) AS
WITH RECURSIVE hundredth(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM hundredth WHERE n < 100)
SELECT round(n / 100.0, 2),
       printf('%s, %.2f',
              CASE WHEN n >= 90 THEN 'very likely' WHEN n >= 66 THEN 'likely' WHEN n >= 33 THEN 'perhaps'
                   ELSE 'unlikely' END, n / 100.0)
  FROM hundredth;
