//! SQL functions that find near-duplicate and contradictory sentences, linked into your program.
//!
//! ```
//! # use rusqlite::{Connection, Result};
//! # fn main() -> Result<()> {
//! neardup::register().unwrap();
//! let db = Connection::open_in_memory()?;
//! let distance: i64 = db.query_row("SELECT edit_distance('kitten', 'sitting')", [], |row| row.get(0))?;
//! assert_eq!(distance, 3);
//! # Ok(())
//! # }
//! ```

use std::os::raw::{c_char, c_int, c_void};

use libsqlite3_sys::sqlite3;

/// The version of the extension, which `SELECT neardup_version()` returns, too.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

type EntryPoint =
    unsafe extern "C" fn(db: *mut sqlite3, message: *mut *mut c_char, api: *const c_void) -> c_int;

// Declared here, because the type of its argument differs between versions of libsqlite3-sys.
extern "C" {
    fn sqlite3_auto_extension(entry_point: Option<EntryPoint>) -> c_int;
}

extern "C" {
    /// Adds the functions to one connection, and returns `SQLITE_OK` or an error code of SQLite.
    ///
    /// # Safety
    ///
    /// `db` must be an open connection. If `message` is not null, it receives the text of an error, which
    /// the caller frees with `sqlite3_free()`. `api` is null.
    pub fn sqlite3_neardup_init(
        db: *mut sqlite3,
        message: *mut *mut c_char,
        api: *const c_void,
    ) -> c_int;
}

/// Adds the functions to every connection that this process opens from now on. Calling it again does
/// nothing. The error is a code of SQLite: it could not get memory.
pub fn register() -> Result<(), c_int> {
    match unsafe { sqlite3_auto_extension(Some(sqlite3_neardup_init)) } {
        0 => Ok(()),
        code => Err(code),
    }
}
