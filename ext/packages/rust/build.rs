// build.rs - compiles the extension, one C file, for the SQLite that libsqlite3-sys links.

fn main() {
    println!("cargo:rerun-if-changed=c/neardup.c");
    println!("cargo:rerun-if-env-changed=DEP_SQLITE3_INCLUDE");
    let mut build = cc::Build::new();
    build.file("c/neardup.c").std("c11").opt_level(2).define("SQLITE_CORE", None);
    // The headers of a bundled SQLite; those of the system need no path.
    if let Some(folder) = std::env::var_os("DEP_SQLITE3_INCLUDE") {
        build.include(folder);
    }
    let stemmer = std::env::var_os("CARGO_FEATURE_STEMMER").is_some();
    if stemmer {
        build.define("NEARDUP_STEMMER", None);
    }
    build.compile("neardup");
    if stemmer {
        println!("cargo:rustc-link-lib=stemmer");
    }
}
