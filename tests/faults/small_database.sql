-- small_database.sql - a few texts for the tables of sql/schema.sql, some for every statement of
-- the pipeline: copies, facts that differ, rewording, a mixed cluster, a template in a large
-- bucket, a table, two dates of one article.

INSERT INTO source (id, name, kind, options, program_version, started_at, finished_at, base, pages,
                    articles, sentences, damaged)
VALUES (1, 'may.xml',  'mediawiki', '', '', '', '', 'http://isles.example/wiki/Main_Page',  9, 9, 16, 1),
       (2, 'june.xml', 'mediawiki', '', '', '', '', 'https://isles.example/wiki/Main_Page', 1, 1, 1, 0);

INSERT INTO damage VALUES (1, 12, 'Port Maurel', 'a byte is no UTF-8');

INSERT INTO article (id, source_id, page_id, namespace, title)
VALUES (1, 1, 1, 0, 'Port Maurel'),
       (2, 1, 2, 0, 'University of Port Maurel'),
       (3, 1, 3, 0, 'Lighthouses of the isles'),
       (4, 1, 4, 0, 'Ansel'), (5, 1, 5, 0, 'Bruck'), (6, 1, 6, 0, 'Corvey'), (7, 1, 7, 0, 'Dale'),
       (8, 1, 8, 0, 'Estwick'),
       (9, 1, 9, 0, 'Ferries'),
       (10, 2, 1, 0, 'Port Maurel');

INSERT INTO sentence (id, article_id, position, section, block, text)
VALUES (1, 1, 1, 'History', 'prose', 'The University of Port Maurel was founded in 1857 with the '
        || 'fortune of Marguerite Delatour, the widow of a merchant.'),
       (2, 2, 1, 'History', 'prose', 'The University of Port Maurel was founded in 1847 with the '
        || 'fortune of Marguerite Delatour, the widow of a merchant.'),
       (3, 2, 2, '', 'prose', 'The University of Port Maurel was founded in 1857, with the '
        || 'fortune of Marguerite Delatour, widow of a merchant.'),
       (4, 1, 2, '', 'prose', 'The lighthouse on the northern cape was built by prisoners between '
        || '1820 and 1826, and it is still in use today.'),
       (5, 3, 1, '', 'prose', 'The lighthouse on the northern cape was built by convicts between '
        || '1820 and 1826 and it is still in use today.'),
       (6, 3, 2, '', 'prose', 'Ships that pass the strait at night are led by four fires, which '
        || 'the keepers light when the bell of the abbey rings.'),
       (7, 9, 1, '', 'prose', 'Ships that pass the strait at night are led by four fires, which '
        || 'the keepers light when the bell of the abbey rings.'),
       (8, 9, 2, '', 'prose', 'The ferry takes two hours and calls at three harbours on the way, '
        || 'but in winter it goes on Mondays and Thursdays only.'),
       (9, 9, 3, '', 'table', 'Monday 7:15 9:20 11:25 13:30 15:35 17:40 19:45 21:50 Thursday 7:15 '
        || '9:20 11:25 13:30 15:35 17:40 19:45 21:50'),
       (10, 10, 1, 'History', 'prose', 'The University of Port Maurel was founded in 1857 with the '
        || 'fortune of Marguerite Delatour, the widow of a farmer.');

INSERT INTO sentence (id, article_id, position, section, block, text)
SELECT id + 10, id, 1, '', 'prose',
       title || ' is a village in the north of the island with a church of the twelfth century, and '
       || 'had ' || (17 * id) || ' inhabitants at the census of 1901.'
  FROM article
 WHERE id BETWEEN 4 AND 8;

INSERT INTO sentence (id, article_id, position, section, block, text)
VALUES (30, 6, 2, '', 'prose', 'The mill of Corvey burned down in the dry summer of 1911; the last '
        || 'miller, Jon Arend, rebuilt it with bricks from the fort.'),
       (31, 7, 2, '', 'prose', 'The mill of Corvey burned down in the dry summer of 1911; the last '
        || 'miller, Jon Arend, rebuilt it with stones from the fort.');

-- The history of two articles: a copy, a vandal, and a correction that the copy lacks.
INSERT INTO revision (id, article_id, revision_id, time, contributor, contributor_id, comment, has_text)
VALUES (1, 3, 11, '2006-01-01T00:00:00Z', 'Marit Aske', 12, 'begun', 1),
       (2, 3, 14, '2008-01-01T00:00:00Z', '192.0.2.7', NULL, NULL, 1),
       (3, 3, 15, '2008-01-01T00:01:00Z', 'Tidebot', 30, 'reverted', 1),
       (4, 3, 16, '2009-01-01T00:00:00Z', 'Corvin', 21, 'the plaque says so', 1),
       (5, 9, 12, '2007-01-01T00:00:00Z', 'Jonas Feld', 15, 'from [[Lighthouses of the isles]]', 1),
       (6, 9, 13, '2007-06-01T00:00:00Z', NULL, NULL, NULL, 0);

INSERT INTO history_sentence (id, article_id, section, block, text)
VALUES (1, 3, '', 'prose', 'The lighthouse on the northern cape was built by convicts between 1820 and 1826 and it is still in use today.'),
       (2, 3, '', 'prose', 'The lighthouse on the northern cape was built by pirates between 1820 and 1826 and it is still in use today.'),
       (3, 3, '', 'prose', 'The lighthouse on the northern cape was built by convicts between 1820 and 1862 and it is still in use today.'),
       (4, 9, '', 'prose', 'The lighthouse on the northern cape was built by convicts between 1820 and 1826 and it is still in use today.');

INSERT INTO history_span VALUES (1, 1, 1, 1), (2, 2, 2, 1), (1, 3, 3, 1), (3, 4, 4, 1), (4, 5, 5, 1);
