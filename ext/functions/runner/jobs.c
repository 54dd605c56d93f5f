/* jobs.c - see jobs.h. */
#include "jobs.h"

#include <stddef.h>

#define STAGES(...) ((const struct stage[]){__VA_ARGS__, {.name = NULL}})
#define ONE(NAME, SCRIPTS) STAGES({.name = NAME, .end = SCRIPTS})

/* What is known of the surroundings of pairs that are to be judged, and these in batches. */
#define EVIDENCE "judge_evidence pair_evidence"

#define READ(NAME, NEED, SCRIPTS) \
    { NAME, job_reads, NEED, .stages = ONE(NAME, SCRIPTS) }
#define WRITE(NAME, NEED, TABLES, SCRIPTS) FILL(NAME, NEED, TABLES, NULL, SCRIPTS)
#define FILL(NAME, NEED, TABLES, FILLS, SCRIPTS)                                                  \
    {                                                                                             \
        NAME, job_writes, NEED, .tables = "text_tables " TABLES,                                  \
                                .stages = STAGES({.name = NAME, .fills = FILLS, .end = SCRIPTS}), \
    }

/* Tables that several stages, or jobs, empty. */
#define SIGNED "choice signature copy not_compared detection "
#define PAIRED "pair resemblance near_miss projection "
#define CLUSTERED "member cluster cluster_link "
#define JUDGED "judgement pair_kind pair_evidence cluster_group"
#define REUSE_JUDGED "reuse_template reuse_slot reuse_missing reuse_relation reuse_divergence"

/* The figures of the papers: each is a stage of the job papers, and a job for itself. */
#define PAPERS(PAPER)                                                                              \
    PAPER("match_probability", "==== Weissman, Ayhan, Bradley, Lin 2015; found beside it: Ayhan, " \
                               "Bradley, Weissman 2013; Meng, Zheng 2018 ====")                    \
    PAPER("intermediate_data", NULL)                                                               \
    PAPER("replay", NULL)                                                                          \
    PAPER("cluster_sizes", NULL)                                                                   \
    PAPER("kind_examples", NULL)                                                                   \
    PAPER("large_clusters", NULL)                                                                  \
    PAPER("jaccard_and_edit_distance",                                                             \
          "\n==== Ayhan, Bradley, Weissman 2013: Figures 1, 2 and 4, Table 2, "                    \
          "and what they ask ====")                                                                \
    PAPER("sweep", NULL)                                                                           \
    PAPER("article_pairs", NULL)                                                                   \
    PAPER("shared_citations", NULL)                                                                \
    PAPER("granularity", NULL)                                                                     \
    PAPER("sliding_window",                                                                        \
          "\n==== Meng, Zheng 2018: random projection, with the settings of Table 4 ====")         \
    PAPER("reuse_beside",                                                                          \
          "\n==== Alshomary, Völske, Licht, Wachsmuth, Stein, Hagen, Potthast 2019 ====")          \
    PAPER("source_retrieval", NULL)                                                                \
    PAPER("ranked_candidates", NULL)
#define STAGE(SCRIPT, TITLE) {SCRIPT, TITLE, .end = SCRIPT},
#define JOB(SCRIPT, TITLE) READ(SCRIPT, need_nothing, SCRIPT),

static const struct stage papers[] = {PAPERS(STAGE){.name = NULL}};

const struct job jobs[] = {
    /* The pipeline: signatures, their collisions, verified pairs, clusters, and kinds of these. */
    {"find", job_resumes, need_texts,
     .tables = "text_tables parameters compared_table sentence_tables verdict_table",
     .stages =
         STAGES({"signatures", .fills = SIGNED PAIRED,
                 .begin = "begin_pairs sampled_texts choose signatures"},
                {"pairs", .fills = PAIRED, .begin = "begin_pairs", .prepare = "pairs",
                 .repeat = "compare", .end = "projections end_pairs"},
                {"clusters", .fills = CLUSTERED, .begin = "clusters"},
                {"kinds", .fills = JUDGED, .prepare = "judged_pairs " EVIDENCE, .repeat = "kinds",
                 .end = "judge_aliases cluster_kinds likelihood_view finding_views"})},
    FILL("empty", need_texts, "parameters compared_table sentence_tables",
         "stage setting " SIGNED PAIRED CLUSTERED JUDGED, "empty_results"),
    FILL("templates", need_findings, "template_tables",
         "template template_value template_slot template_doubt",
         "fill_templates name_slots templates"),

    /* Text reuse, what of it there is on the web, and in the course of time. */
    {"reuse", job_writes, need_texts,
     .tables = "text_tables reuse_parameters compared_table reuse_tables likelihood_view",
     .stages = STAGES(
         {"passages", .fills = "passage", .begin = "passages"},
         {"candidates", .fills = "reuse_choice passage_signature", .begin = "reuse_candidates"},
         {"cases", .fills = "reuse reuse_detection " REUSE_JUDGED, .begin = "reuse_cases"},
         {"clusters", .fills = "reuse_cluster reuse_member", .begin = "reuse_clusters"})},
    FILL("reuse_kinds", need_cases, "reuse_tables likelihood_view", REUSE_JUDGED,
         "reuse_evidence reuse_judge reuse_templates reuse_content reuse_kinds"),
    FILL("web", need_passages, "reuse_parameters web_parameters web_tables",
         "web_reuse web_page web_site web", "web"),
    FILL("history", need_clusters, "verdict_table history_tables",
         "wording birth copy_edge lineage value_change stale_copy",
         "history_texts lineages stale_copies"),

    /* What was found, for people. */
    READ("summary", need_findings, "findings contradiction_estimate summary"),
    READ("reuse_summary", need_cases, "reuse_summary"),
    READ("history_summary", need_lineages, "lineage_trees history_summary"),
    READ("report", need_findings,
         "changed_articles findings contradiction_estimate report_findings reuse_places "
         "report_figures report_page"),
    {"papers", job_reads, need_nothing, .stages = papers},
    PAPERS(JOB)

    /* Questions. */
    READ("near", need_nothing, "near"),
    READ("keep", need_nothing, "keep_one"),
    READ("across", need_nothing, "across"),
    READ("export", need_nothing, "export"),
    READ("kinds", need_nothing, "kind_distribution"),
    READ("two_dates", need_nothing, "two_dates"),
    READ("claims_in_time", need_nothing, "claims_in_time"),
    READ("categories", need_nothing, "categories"),
    READ("choose_parameters", need_nothing, "choose_parameters"),

    /* What people said of pairs. */
    READ("verdicts", need_texts, "verdicts"),
    WRITE("verdict", need_texts, "verdict_table", "give_verdict"),
    WRITE("read_verdicts", need_texts, "verdict_table", "read_verdicts"),
    WRITE("review", need_findings, "verdict_table", "review_queue"),
    READ("review_pair", need_findings, "review_pair"),
    WRITE("review_answer", need_findings, "verdict_table", "review_answer"),
    WRITE("review_undo", need_findings, "verdict_table", "review_undo"),

    /* How much of what is planted in a copy is found: `plant`, `find`, `drill`. */
    WRITE("plant", need_findings, "planted_table", "plant"),
    READ("drill", need_findings, "drill"),
    WRITE("learn", need_findings, "parameters compared_table sentence_tables verdict_table",
          "learn"),

    /* Labels of readers. */
    FILL("sample_clusters", need_nothing, "parameters sentence_tables sample_table", "sample",
         "sample_clusters"),
    READ("labels_to_jsonl", need_nothing, "labels_to_jsonl"),
    READ("agreement", need_nothing, "agreement"),
    READ("kind_figures", need_nothing, "kind_figures"),

    /* For the program: what is new, what was changed, and tables for what runs for long. */
    WRITE("new_texts", need_texts,
          "parameters compared_table sentence_tables verdict_table index_tables likelihood_view",
          "new_texts"),
    READ("changed", need_texts, "changed_articles changed_result"),
    READ("changed_links", need_texts, "changed_links"),
    {"check", job_reads, need_nothing, .strict = true, .stages = ONE("check", "")},
    {"texts", job_reads, need_texts, .strict = true, .stages = ONE("texts", "")},
    WRITE("index_tables", need_texts, "parameters compared_table sentence_tables index_tables", ""),
    WRITE("history_tables", need_texts, "history_tables", ""),
    WRITE("watch_tables", need_texts,
          "parameters compared_table sentence_tables verdict_table index_tables watch_tables", ""),

    /* Tables, and what a person sets. */
    WRITE("schema", need_nothing, "", ""),
    WRITE("preset", need_texts, "parameters reuse_parameters", "published preset"),
    WRITE("parameters", need_texts, "parameters", ""),
    WRITE("reuse_parameters", need_texts, "reuse_parameters", ""),
    WRITE("web_parameters", need_texts, "web_parameters", ""),
    {.name = NULL}};
