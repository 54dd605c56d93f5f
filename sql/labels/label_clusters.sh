#!/bin/sh
# label_clusters.sh - shows the clusters of a sample one by one, and asks for their kinds.
#
#     sh sql/labels/label_clusters.sh DATABASE READER
#
# sample_clusters.sql draws the sample. Answers go into the table label under the name READER, each as
# soon as it is given: you can quit at any time and continue later, and several people can read the
# same sample. The automatic kind is not shown. Clusters of one text are identical by definition and
# are not asked for.
#
# On a terminal one key is enough; otherwise each answer is a line.

usage() {
    sed -n '2,4s/^# \{0,1\}//p' "$0" >&2
    exit 2
}

[ $# -eq 2 ] && [ -n "$1" ] && [ -n "$2" ] && [ "$2" != automatic ] || usage
case $1 in -*) database=./$1 ;; *) database=$1 ;; esac
[ -f "$database" ] || { echo "$database: no such file" >&2; exit 1; }
reader=$(printf %s "$2" | sed "s/'/''/g")
after=0     # the place in the sample after which the next cluster is looked for
last=0      # the place of the last answer, which can be taken back

sql() {
    sqlite3 -batch -bail -init /dev/null -noheader -list -cmd '.timeout 10000' "$database" "$1"
}

# Refuses a database that is not neardup's.
guard() {
    absolute=$(cd "$(dirname -- "$database")" && pwd)/$(basename -- "$database")
    (cd "$(dirname -- "$0")/../.." &&
        sqlite3 -batch -bail -init /dev/null -cmd '.timeout 10000' -cmd '.load build/neardup' "$absolute" \
            "SELECT neardup_run('check')") >/dev/null || exit 1
}

# ask_key : puts the next answer into $key; false at the end of the input
ask_key() {
    printf '[t]emplate [i]dentical [c]opyedit [d]rift [r]eference [o]ther [m]ixed'
    printf '   [s]kip [b]ack [q]uit  '
    if [ -t 0 ]; then
        settings=$(stty -g)
        trap 'stty "$settings"; echo; exit 130' INT TERM
        stty -icanon min 1 time 0
        key=$(dd bs=1 count=1 2>/dev/null)
        stty "$settings"
        trap - INT TERM
        echo "$key"
    else
        read -r key
    fi
}

# keep KIND PLACE
keep() {
    sql "INSERT OR REPLACE INTO label (cluster_id, size, texts, reader, kind)
         SELECT cluster_id, size, texts, '$reader', '$1' FROM sample WHERE place = $2" || exit 1
    after=$2 last=$2
}

# Takes the last answer back, and goes to its cluster again.
go_back() {
    [ "$last" -gt 0 ] || { echo 'There is nothing to take back.'; return; }
    sql "DELETE FROM label
          WHERE reader = '$reader'
            AND (cluster_id, size, texts) IN (SELECT cluster_id, size, texts
                                                FROM sample WHERE place = $last)" || exit 1
    after=$((last - 1)) last=0
}

guard
sql "INSERT OR IGNORE INTO label (cluster_id, size, texts, reader, kind)
     SELECT cluster_id, size, texts, '$reader', 'identical' FROM sample WHERE texts = 1" || {
    echo 'Draw a sample first: SELECT neardup_run('\''sample_clusters'\'')' >&2
    exit 1
}

unlabelled="FROM sample
            WHERE NOT EXISTS (SELECT *
                                FROM label
                               WHERE label.cluster_id = sample.cluster_id
                                 AND label.size = sample.size
                                 AND label.texts = sample.texts
                                 AND reader = '$reader')"

while place=$(sql "SELECT place $unlabelled AND place > $after ORDER BY place LIMIT 1") &&
    [ -n "$place" ]; do
    echo
    sql "SELECT printf('%d of %d: %,d sentences, %,d texts', place, (SELECT count(*) FROM sample),
                       size, texts) || char(10) || reading
           FROM sample WHERE place = $place"
    echo
    ask_key || break
    case $key in
        t) keep template "$place" ;;
        i) keep identical "$place" ;;
        c) keep copyedit "$place" ;;
        d) keep drift "$place" ;;
        r) keep reference "$place" ;;
        o) keep other "$place" ;;
        m) keep mixed "$place" ;;
        s) after=$place ;;
        b) go_back ;;
        q) break ;;
        *) ;;
    esac
done

echo
sql "SELECT printf('%,d of %,d %s labelled.', drawn - count(unlabelled), drawn,
                   iif(drawn = 1, 'cluster is', 'clusters are'))
       FROM (SELECT count(*) AS drawn FROM sample)
       LEFT JOIN (SELECT 1 AS unlabelled $unlabelled)"
