/** A database of better-sqlite3, or a DatabaseSync of node:sqlite that was opened with allowExtension. */
export interface Database {
  loadExtension(path: string, entryPoint?: string): unknown;
  enableLoadExtension?(allow: boolean): void;
}

/**
 * The path of the extension for this machine, for db.loadExtension().
 * @throws Error if the package has none for this system and processor.
 */
export function getLoadablePath(): string;

/** Adds the functions of neardup to this connection. */
export function load(db: Database): void;
