import { drawBy, type Draw } from '../drawn-files.ts'
import { seededRandom } from '../random.ts'
import { countries } from './countries.ts'
import { encoded } from './encoded.ts'
import { writeBai2, writeMt940, writeQif } from './lined.ts'
import { writeTable } from './tabled.ts'
import { writeCamt, writeOfx } from './tagged.ts'
import type { WrittenAccount } from './told.ts'
import { drawAccount, type TrueAccount } from './truth.ts'

const writers: Readonly<Record<string, (draw: Draw, account: TrueAccount, encoding: string) => WrittenAccount>> = {
  camt: writeCamt,
  mt940: writeMt940,
  ofx: writeOfx,
  qif: writeQif,
  bai2: writeBai2,
  csv: writeTable,
}

/** A file of statements that a bank might have written, with the truth about it. */
export interface DrawnStatements extends WrittenAccount {
  /** Says what it is, for a failure. */
  readonly name: string
  readonly format: string
  readonly encoding: string
  readonly account: TrueAccount
  readonly bytes: Buffer
}

/**
 * Draws so many files: of each format and country in turn, everything else by the seed.
 *
 * @param long how many statements are in each; three to five where it is not said
 */
export const drawStatementFiles = (seed: number, count: number, long?: number): readonly DrawnStatements[] => {
  const draw = drawBy(seededRandom(seed))
  const formats = Object.keys(writers)
  return Array.from({ length: count }, (_, index) => {
    const format = formats[index % formats.length] ?? 'csv'
    // Formats and countries go round by different steps, so that each of one meets each of the other.
    const country = countries[(index + Math.floor(index / formats.length)) % countries.length]
    if (country === undefined) throw new Error('no country')
    const encoding = draw.of(country.encodings)
    const account = drawAccount(draw, country, String(70_000_000 + index), long ?? 3 + draw.below(3))
    const written = writers[format]?.(draw, account, encoding)
    if (written === undefined) throw new Error(`no writer of ${format}`)
    return {
      ...written,
      name: `${String(index).padStart(3, '0')}-${format}-${country.code}-${encoding}`,
      format,
      encoding,
      account,
      bytes: encoded(written.text, encoding),
    }
  })
}
