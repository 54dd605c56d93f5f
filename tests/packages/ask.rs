// ask.rs - connections of rusqlite have the functions, and the errors are those of SQL.

use rusqlite::{params, Connection, Result};

fn opened() -> Connection {
    neardup::register().unwrap();
    Connection::open_in_memory().unwrap()
}

#[test]
fn connections_have_the_functions() -> Result<()> {
    let ask = |db: &Connection| -> Result<(f64, i64, i64)> {
        db.query_row(
            "SELECT jaccard(?1, ?2, 2), edit_distance(?1, ?2), (SELECT count(*) FROM shingles(?1, 2))",
            params!["abcd", "abcx"],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
        )
    };
    let (first, second) = (opened(), opened());
    assert_eq!(ask(&first)?, (0.5, 1, 3));
    drop(first);
    assert_eq!(ask(&second)?, (0.5, 1, 3));
    Ok(())
}

#[test]
fn the_pipeline_runs() -> Result<()> {
    let db = opened();
    db.query_row("SELECT neardup_run('schema'), neardup_run('find')", [], |_| Ok(()))?;
    assert_eq!(db.query_row("SELECT count(*) FROM stage", [], |row| row.get::<_, i64>(0))?, 5);
    Ok(())
}

#[test]
fn the_version_is_that_of_the_crate() -> Result<()> {
    let version: String = opened().query_row("SELECT neardup_version()", [], |row| row.get(0))?;
    assert_eq!(version, neardup::VERSION);
    Ok(())
}

#[test]
fn words_have_stems_if_they_are_asked_for() {
    let db = opened();
    let ask = |language: &str| -> Result<Option<Vec<u8>>> {
        let question = "SELECT text_vector('lamps', (SELECT word_vectors('lamp', x'0000803F', 1, ?)))";
        db.query_row(question, [language], |row| row.get(0))
    };
    assert_eq!(ask("").unwrap(), None);
    if cfg!(feature = "stemmer") {
        assert_eq!(ask("english").unwrap(), Some(1.0_f32.to_le_bytes().to_vec()));
    } else {
        let text = ask("english").unwrap_err().to_string();
        assert!(text.contains("argument language must be ''"), "{text}");
    }
}

#[test]
fn errors_name_the_argument() {
    let error = opened().query_row("SELECT jaccard(1, 'a')", [], |row| row.get::<_, f64>(0)).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("jaccard(): argument a must be text, found an integer"), "{text}");
}
