// The drop-in has the interface of better-sqlite3 and ships no types that fit.
declare module 'better-sqlite3-multiple-ciphers' {
  import Database from 'better-sqlite3'
  export = Database
}
