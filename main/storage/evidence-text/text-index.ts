import { searchWords, toWordMatch } from '../cases/search-text.ts'
import type { SearchTerm } from '../cases/search-text.ts'
import { openWriter } from '../sqlite/connection.ts'
import { statementsOf } from '../sqlite/statements.ts'
import { packBlock, unitsPerBlock, unpackBlock } from './packed-text.ts'
import type { Unit } from './packed-text.ts'

/**
 * The file of a case: the text of its evidence, compressed, and an index of the words. A word leads to the units in
 * which it stands, and nothing more (`detail = none`): what is found there is looked for in the text itself.
 */
const schema: readonly string[] = [
  'create table pieces (id integer primary key, sha256 text not null unique) strict',
  'create table blocks (id integer primary key, piece integer not null, packed blob not null) strict',
  'create index blocks_piece on blocks (piece, id)',
  // As the search of cases has it (cases/schema.ts).
  `create virtual table words using fts5(text, content = '', columnsize = 0, detail = none, tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* Co'")`,
]

/** A unit in which every word that is asked for stands somewhere. */
export interface Candidate {
  /** Grows in the order in which text was taken in; a piece has its units together. */
  readonly number: number
  readonly sha256: string
  /** The last unit of the piece. */
  readonly last: number
  readonly unit: () => Unit
}

/** The text of a case. */
export interface TextIndex {
  /** Takes a part of the text of a piece out, so that little else waits for it; answers whether more is there. */
  removeSome(sha256: string): boolean
  /** Adds blocks to a piece; they are kept when it returns. Pieces are taken in one after the other. */
  add(sha256: string, blocks: readonly (readonly Unit[])[]): void
  /** Units behind one in which all words stand, in their order; of one piece alone, where one is named. */
  candidates(terms: readonly SearchTerm[], after: number, sha256?: string): IterableIterator<Candidate>
  /** The size of the file, in bytes. */
  bytes(): number
  close(): void
}

/** The words of a unit, each once: how often one stands in it is not kept. */
const wordsOf = (unit: Unit): string => [...new Set(unit.flatMap(({ text }) => searchWords(text)))].toSorted().join(' ')

interface BlockRow {
  readonly id: number
  readonly sha256: string
  readonly packed: Buffer
}

const blockSql = 'select b.id, p.sha256, b.packed from blocks b join pieces p on p.id = b.piece where b.id = ?'

/**
 * Opens the file of a case, or makes it.
 *
 * @param key 32 bytes
 * @throws the driver's error where the file is damaged, or not under this key
 */
export const openTextIndex = (file: string, key: Uint8Array): TextIndex => {
  const db = openWriter(file, key)
  // What a loss of power takes with it is read again.
  db.pragma('synchronous = NORMAL')
  db.pragma('cache_size = -8192')
  const isNew = db.prepare("select 1 from sqlite_master where name = 'words'").get() === undefined
  if (isNew) db.transaction(() => schema.forEach((statement) => db.exec(statement)))()
  const sql = statementsOf(db)

  const removeBlock = ({ id, packed }: { readonly id: number; readonly packed: Buffer }): void => {
    // The index of words holds no text of its own: what is taken out has to be told to it.
    for (const [at, unit] of unpackBlock(packed).entries())
      sql.run("insert into words (words, rowid, text) values ('delete', ?, ?)", id * unitsPerBlock + at, wordsOf(unit))
    sql.run('delete from blocks where id = ?', id)
  }

  const addBlock = (sha256: string, units: readonly Unit[]): void => {
    const id = (sql.get<{ id: number | null }>('select max(id) as id from blocks')?.id ?? 0) + 1
    sql.run(
      'insert into blocks (id, piece, packed) select ?, id, ? from pieces where sha256 = ?',
      id,
      packBlock(units),
      sha256,
    )
    for (const [at, unit] of units.entries())
      sql.run('insert into words (rowid, text) values (?, ?)', id * unitsPerBlock + at, wordsOf(unit))
  }

  const unitsOf = (sha256: string): { readonly first: number; readonly last: number } => {
    const ids = sql.get<{ first: number | null; last: number | null }>(
      'select min(id) as first, max(id) as last from blocks where piece = (select id from pieces where sha256 = ?)',
      sha256,
    )
    // What has no block has no unit either.
    return { first: (ids?.first ?? 0) * unitsPerBlock, last: ((ids?.last ?? -1) + 1) * unitsPerBlock - 1 }
  }

  function* candidates(terms: readonly SearchTerm[], after: number, only?: string): Generator<Candidate> {
    const range = only === undefined ? { first: 0, last: Number.MAX_SAFE_INTEGER } : unitsOf(only)
    let block: BlockRow | undefined
    let units: Unit[] | null = null
    let last = 0
    const found = sql.iterate<{ rowid: number }>(
      'select rowid from words where words match ? and rowid > ? and rowid <= ? order by rowid',
      terms.flatMap(toWordMatch).join(' AND '),
      Math.max(after, range.first - 1),
      range.last,
    )
    for (const { rowid } of found) {
      const id = Math.floor(rowid / unitsPerBlock)
      if (block?.id !== id) {
        const next = sql.get<BlockRow>(blockSql, id)
        if (next === undefined) throw new Error('a word leads to no block')
        if (next.sha256 !== block?.sha256) ({ last } = unitsOf(next.sha256))
        block = next
        units = null
      }
      const { packed, sha256 } = block
      yield {
        number: rowid,
        sha256,
        last,
        unit: () => (units ??= unpackBlock(packed))[rowid % unitsPerBlock] ?? [],
      }
    }
  }

  return {
    removeSome: (sha256) =>
      db.transaction(() => {
        const block = sql.get<{ id: number; packed: Buffer }>(
          'select id, packed from blocks where piece = (select id from pieces where sha256 = ?) order by id limit 1',
          sha256,
        )
        if (block === undefined) return false
        removeBlock(block)
        return true
      })(),
    add: (sha256, blocks) =>
      db.transaction(() => {
        sql.run('insert or ignore into pieces (sha256) values (?)', sha256)
        for (const units of blocks) addBlock(sha256, units)
      })(),
    candidates,
    bytes: () =>
      (db.pragma('page_count', { simple: true }) as number) * (db.pragma('page_size', { simple: true }) as number),
    close: () => db.close(),
  }
}
