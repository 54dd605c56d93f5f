// any_table.go - near-duplicates in a table of your own, from Go with mattn/go-sqlite3.
//
//	go run any_table.go build/neardup
//
// Run it in a module that requires github.com/mattn/go-sqlite3; cgo needs a C compiler. The argument is the path of
// the extension. The package adds the extension to each connection that database/sql opens.
package main

import (
	"database/sql"
	"fmt"
	"log"
	"os"

	"github.com/mattn/go-sqlite3"
)

var reviews = []string{
	"The kettle boils in two minutes and the handle stays cool. I would buy it again.",
	"A fine lamp, but the cord is far too short for any room of mine.",
	"The kettle boils in four minutes and the handle stays cool. I would buy it again.",
	"A fine lamp but the cord is far too short for any room of mine!",
	"Arrived broken, and nobody answers the telephone.",
	"The kettle boils in two minutes, and the handle stays cool: I would buy it again.",
}

const pairs = `
    WITH signature AS MATERIALIZED (
        SELECT id, body, made.signature
          FROM review JOIN minhash_signatures(body, 5) AS made
    )
    SELECT DISTINCT a.id, b.id, jaccard(a.body, b.body, 5) AS similarity
      FROM signature AS a JOIN signature AS b USING (signature)
     WHERE a.id < b.id AND similarity >= 0.6
     ORDER BY a.id, b.id`

func run(extension string) error {
	sql.Register("sqlite3_neardup", &sqlite3.SQLiteDriver{Extensions: []string{extension}})
	db, err := sql.Open("sqlite3_neardup", ":memory:")
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection to :memory: has a database of its own

	if _, err := db.Exec("CREATE TABLE review (id INTEGER PRIMARY KEY, body TEXT)"); err != nil {
		return err
	}
	for _, body := range reviews {
		if _, err := db.Exec("INSERT INTO review (body) VALUES (?)", body); err != nil {
			return err
		}
	}
	rows, err := db.Query(pairs)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var a, b int
		var similarity float64
		if err := rows.Scan(&a, &b, &similarity); err != nil {
			return err
		}
		fmt.Printf("%d|%d|%.2f\n", a, b, similarity)
	}
	return rows.Err()
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: any_table EXTENSION")
	}
	if err := run(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}
