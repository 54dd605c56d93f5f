-- guard.sql - refuses a database that is not neardup's, before anything is written to it.
--
-- Every script that writes runs this first, and neardup-load contains a copy. It only reads. An empty
-- database passes: it is nobody's yet. Otherwise application_id and user_version must be ours, and so
-- must every table: tables with our names must have our columns, there are no others, and no trigger
-- acts on them. Views, and indexes under other names, are welcome: no script drops or changes them.
--
-- Scripts change only the database main, by that name. A temporary table with one of our names would
-- hide ours from its queries, so such a session is refused, too, as is one with a temporary trigger on
-- our tables. Like SQLite, all checks ignore the case of names.
--
-- The names are JSON: rows of VALUES would be parsed anew wherever they are used, in each of the forty checks of a run.
--
-- A script reads this before its transaction begins, so that a refusal leaves none open, and again when
-- it holds the lock. After any other error in an interactive shell, type ROLLBACK.

.bail on
.load build/neardup

WITH ours (application_id, user_version) AS (
    VALUES (1313109360, 8)
), known_table (name, columns) AS (
    SELECT key, value FROM json_each('{
    "source": "id name kind dump_date path size fingerprint options program_version started_at '
     || 'finished_at base language pages articles redirects sentences damaged",
    "article": "id source_id page_id namespace title revision_id revision_time titled key",
    "article_language": "article_id language",
    "carried": "article_id name value",
    "article_fact": "article_id categories links languages infoboxes",
    "page": "article_id site address time status content_type encoding names_wikipedia '
     || 'characters boilerplate",
    "page_link": "article_id address text",
    "third_party": "article_id hosts",
    "sentence": "id article_id position paragraph section block text",
    "alias": "source_id title target section",
    "damage": "source_id byte_offset page_title message",
    "checkpoint": "source_id byte_offset file_bit bit_offset checksum closed records",
    "adding": "source_id article_id",
    "compared_article": "result article_id fingerprint",
    "word_vector": "word vector weight",
    "revision": "id article_id revision_id time contributor contributor_id minor comment has_text",
    "history_sentence": "id article_id section block text",
    "history_span": "history_sentence_id first_revision_id last_revision_id position",
    "semantic_model": "name bits terms texts loss frequencies model",
    "parameters": "id shingle shingles_least shingles_most bands rows scheme hashes seed fold '
     || 'jaccard_least edit_similarity_least contradiction_least comparisons_most bucket_most '
     || 'neighbours representatives detection vectors cosine_least projection_bands '
     || 'projection_rows clusters judged_most tables threads memory shown_least",
    "stage": "name basis parts done",
    "choice": "name value reason",
    "setting": "shingle shingles_least shingles_most bands rows scheme hashes seed fold '
     || 'jaccard_least edit_similarity_least contradiction_least comparisons_most bucket_most '
     || 'neighbours representatives detection vectors cosine_least projection_bands '
     || 'projection_rows clusters judged_most tables threads memory",
    "copy": "sentence_id first_id",
    "not_compared": "reason sentences",
    "signature": "band signature sentence_id",
    "pair": "a b jaccard edit_distance cosine",
    "resemblance": "sentence_id texts",
    "detection": "compared texts texts_in_large_buckets colliding_signatures large_buckets '
     || 'candidates left_out pairs last_id",
    "projection": "vectors texts candidates compared large_buckets left_out pairs added",
    "near_miss": "a b jaccard",
    "member": "cluster_id sentence_id",
    "cluster": "id size texts articles representative kind reason mixed score",
    "pair_kind": "a b cluster_id kind score reason type value_a value_b",
    "pair_evidence": "a b topic why",
    "judgement": "a b kind score reason type value_a value_b topic why conflicts own_changed",
    "cluster_group": "cluster_id group_id sentence_id",
    "template": "cluster_id slots pattern",
    "template_value": "cluster_id sentence_id slot value",
    "template_slot": "cluster_id slot name type field compared agree",
    "template_doubt": "cluster_id slot sentence_id value reason other",
    "passage": "id article_id first last position length",
    "passage_signature": "band signature passage_id",
    "reuse_parameters": "id compare passage_length shingle bands rows comparisons_most '
     || 'bucket_most neighbours representatives seed seed_words gap seeds_least length_least '
     || 'similarity_least measure occurrences_most join_gap unmatched_cost shadow_most '
     || 'overlap_least ranking score_least rank_most misses_most threads memory",
    "reuse_choice": "name value reason",
    "reuse": "id a b a_position a_length b_position b_length words similarity a_words b_words '
     || 'kind reason",
    "reuse_cluster": "id passages articles cases",
    "reuse_member": "cluster_id article_id position length",
    "reuse_detection": "compare articles passages signatures large_buckets candidates '
     || 'aligned_pairs cases",
    "reuse_template": "id text slots articles",
    "reuse_slot": "template_id slot article_id text",
    "reuse_missing": "template_id article_id",
    "reuse_relation": "a b cases relation broader longer main_article reason",
    "reuse_divergence": "reuse_id a_sentence b_sentence kind score reason",
    "web_parameters": "id ads cpm earned view_share view_hours month_hours project sites '
     || 'fundraising",
    "ad_host": "host advertises",
    "page_views": "domain title views bytes",
    "web_reuse": "page_id article_id cases reused",
    "web_page": "page_id site article_id articles cases reused share names_wikipedia '
     || 'links_article links_licence advertising views revenue",
    "web_site": "site pages pages_reusing characters reused share naming linking licensed '
     || 'examined advertising views revenue",
    "web": "id sites sites_reusing pages pages_reusing articles cases unattributed '
     || 'sites_examined sites_advertising pages_examined pages_advertising views revenue '
     || 'revenue_of_web",
    "bot": "name is_bot",
    "lineage": "id wordings articles standing copies depth branches",
    "wording": "history_sentence_id lineage_id article_id replaced_id",
    "birth": "lineage_id article_id revision_id time first_id last_revision_id last_id standing '
     || 'contributor author depth",
    "copy_edge": "lineage_id source_id target_id revision_id source_text target_text similarity '
     || 'lag named beside moved sources decided parted_id agreed",
    "value_change": "id lineage_id article_id revision_id time old_text new_text type old_value '
     || 'new_value copies agreeing followed old_sources new_sources",
    "stale_copy": "change_id article_id text_id own_subject new_subject",
    "indexed": "id sentence_id",
    "sentence_index": null,
    "sentence_index_data": null,
    "sentence_index_log": null,
    "sentence_index_dead": null,
    "watch": "id source_id article_id sentence_id event event_time written journal",
    "watch_page": "id page_id namespace title state article_id revision_id revision_time time '
     || 'moved_to edits",
    "watch_sentence": "sentence_id revision_id time contributor",
    "watch_removed": "sentence_id article_id edit text",
    "watch_conflict": "a b score reason type value_a value_b healed",
    "watch_parted": "a b",
    "watch_finding": "seq line",
    "sample": "cluster_id place weight size texts reading",
    "label": "cluster_id size texts reader kind labelled_at"}')
), known (type, name, belongs_to, columns) AS (
    SELECT 'table', name, name, columns FROM known_table
     UNION ALL
    SELECT 'view', value, value, NULL FROM json_each('[
    "written_in", "category", "article_link", "language_link", "infobox_field", "third_party_host", "article_text",
    "contradiction", "possible_contradiction", "likelihood", "revision_sentence", "revision_author", "article_copy",
    "cluster_lineage", "stale", "article_url", "said_differently"]')
     UNION ALL
    SELECT 'index', json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]')
      FROM json_each('[
    ["article_title", "article", "title"],
    ["alias_title", "alias", "title"],
    ["alias_target", "alias", "target"],
    ["page_link_article", "page_link", "article_id"],
    ["sentence_position", "sentence", "article_id position"],
    ["revision_article", "revision", "article_id"],
    ["history_sentence_article", "history_sentence", "article_id"],
    ["article_page", "article", "page_id"],
    ["watch_page_page", "watch_page", "page_id"],
    ["watch_page_title", "watch_page", "title"],
    ["watch_removed_article", "watch_removed", "article_id"],
    ["watch_conflict_b", "watch_conflict", "b"],
    ["wording_lineage", "wording", "lineage_id article_id"],
    ["value_change_lineage", "value_change", "lineage_id"],
    ["member_sentence", "member", "sentence_id"],
    ["reuse_b", "reuse", "b"],
    ["reuse_member_article", "reuse_member", "article_id"],
    ["reuse_divergence_case", "reuse_divergence", "reuse_id"],
    ["pair_kind_score", "pair_kind", "score a b"],
    ["pair_kind_cluster", "pair_kind", "cluster_id"]]')
), object AS (
    SELECT rowid AS place, type, name COLLATE NOCASE AS name, tbl_name COLLATE NOCASE AS belongs_to,
           iif(name COLLATE NOCASE IN (SELECT name FROM known),
               CASE WHEN sql LIKE 'CREATE TABLE%' THEN
                        (SELECT group_concat(name, ' ') FROM pragma_table_xinfo(object.name, 'main'))
                    WHEN type = 'index' THEN
                        (SELECT group_concat(name, ' ') FROM pragma_index_info(object.name, 'main'))
               END, NULL) COLLATE NOCASE AS columns
      FROM main.sqlite_schema AS object
     WHERE name NOT LIKE 'sqlite\_%' ESCAPE '\'
), misfit AS (
    SELECT place, 'holds the ' || object.type || ' ' || object.name || ' with the columns '
           || replace(object.columns, ' ', ', ') || ', which is not neardup''s' AS message
      FROM object JOIN known USING (type, name, belongs_to)
     WHERE object.columns <> known.columns
     UNION ALL
    SELECT place, 'holds the ' || object.type || ' ' || object.name || ', but neardup '
           || 'uses this name for ' || iif(known.type = 'index', 'an', 'a') || ' ' || known.type
      FROM object JOIN known USING (name)
     WHERE object.type <> known.type OR object.belongs_to <> known.belongs_to
        OR (object.columns IS NULL AND known.columns IS NOT NULL)
     UNION ALL
    SELECT place, 'holds the trigger ' || name || ' on neardup''s table ' || belongs_to
      FROM object
     WHERE type = 'trigger' AND belongs_to IN (SELECT name FROM known)
     UNION ALL
    SELECT place, 'holds the table ' || name || ', which is not neardup''s'
      FROM object
     WHERE type = 'table' AND name NOT IN (SELECT name FROM known)
), database AS (
    SELECT ifnull(nullif(file, ''), 'this database') AS path, application_id, user_version,
           (SELECT type || ' ' || name FROM object ORDER BY place LIMIT 1) AS first
      FROM pragma_database_list, pragma_application_id, pragma_user_version
     WHERE name = 'main'
), refused (message) AS MATERIALIZED (
    SELECT CASE
           WHEN first IS NULL AND database.application_id = 0
                              AND database.user_version = 0 THEN NULL
           WHEN database.application_id <> ours.application_id THEN
               path || ' is not neardup''s: '
               || CASE WHEN first IS NOT NULL THEN 'it holds the ' || first
                       WHEN database.application_id <> 0
                           THEN 'its application_id is ' || database.application_id
                       ELSE 'its user_version is ' || database.user_version END
               || '. Nothing was written. Name a new file for neardup, and ATTACH one to the other '
               || 'to join them'
           WHEN database.user_version <> ours.user_version THEN
               path || ' has tables of version ' || database.user_version || ', and this neardup '
               || 'needs version ' || ours.user_version || '. Nothing was written. Load the dump '
               || 'again, into a new file'
           ELSE (SELECT path || ' ' || message || '. Nothing was written. Keep tables of your own in '
                        || 'a file of their own, and ATTACH one to the other to join them'
                   FROM misfit ORDER BY place LIMIT 1)
           END
      FROM database, ours
     UNION ALL
    SELECT 'this session has a temporary ' || type || ' ' || name
           || iif(type = 'trigger', ' on neardup''s table ' || tbl_name, ', which hides neardup''s')
           || '. Nothing was written. Run this in a session of its own'
      FROM temp.sqlite_schema
     WHERE iif(type = 'trigger', tbl_name, name) COLLATE NOCASE IN (SELECT name FROM known)
)
SELECT neardup_error(message)
  FROM refused
 WHERE message IS NOT NULL;
