import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TextPassage } from '../../main/domain/evidence/passage.ts'
import { parseQuery } from '../../main/storage/cases/search-text.ts'
import { findInPieces, fromTheStart } from '../../main/storage/evidence-text/look-through.ts'
import { startPacking } from '../../main/storage/evidence-text/packed-text.ts'
import { openTextIndex } from '../../main/storage/evidence-text/text-index.ts'
import { openWriter } from '../../main/storage/sqlite/connection.ts'
import { seededRandom } from '../support/random.ts'
import { median } from './report.ts'
import type { BenchLine } from './report.ts'

const [pieceCount, pagesEach, pageLetters] = [400, 250, 2_600]
const searches = 300
const letters = 'etaoinshrdlucmfwypvbgkjqxz'
const vocabulary = 60_000

type Draw = () => number

const whole = (draw: Draw, below: number): number => Math.floor(draw() * below)

/** Words of a language that does not exist: short ones are common, as in those that do. */
const makeWords = (draw: Draw): string[] => {
  const words = new Set<string>()
  while (words.size < vocabulary) {
    const length = 2 + Math.floor(Math.log2(words.size + 4) / 2 + draw() * 5)
    words.add(Array.from({ length }, () => letters[Math.floor(draw() ** 2 * letters.length)]).join(''))
  }
  return [...words]
}

/** As words are spread in texts that people write (Zipf): the second as often as half of the first, and so on. */
const zipf = (draw: Draw, words: readonly string[]): string =>
  words[Math.min(words.length - 1, Math.floor(Math.exp(draw() * Math.log(words.length + 1)) - 1))] ?? ''

const amount = (draw: Draw): string => `${whole(draw, 99_999)}.${String(whole(draw, 100)).padStart(2, '0')}`
const account = (draw: Draw): string => `DE${String(whole(draw, 10 ** 9)).padStart(20, '0')}`

const pageText = (draw: Draw, words: readonly string[]): string => {
  let text = ''
  while (text.length < pageLetters) {
    const kind = draw()
    text += kind < 0.03 ? amount(draw) : kind < 0.04 ? account(draw) : zipf(draw, words)
    text += draw() < 0.08 ? '.\n' : ' '
  }
  return text
}

const line = (name: string, unit: string, ours: number, limit: number, limitName: string): BenchLine => ({
  name,
  unit,
  ours,
  limit,
  limitName,
  ratio: ours / limit,
  aim: '<= 1',
  met: ours <= limit,
})

/** Whatever a person may look for: one word, two on a page, a beginning, words that follow one another, an account. */
const queriesOf = (draw: Draw, words: readonly string[], sample: readonly string[]): string[] =>
  Array.from({ length: searches }, (_, n) => {
    const page = sample[whole(draw, sample.length)] ?? ''
    const onPage = page.split(/\s+/u).filter((word) => word.length > 3)
    const one = onPage[whole(draw, onPage.length - 2)] ?? 'word'
    const next = onPage[whole(draw, onPage.length)] ?? 'word'
    const kinds = [one, `"${one}"`, `${one} ${next}`, words[whole(draw, 2_000)] ?? '', one.slice(0, 3)] as const
    return kinds[n % kinds.length] ?? one
  })

const fill = (file: string, key: Uint8Array, draw: Draw, words: readonly string[]) => {
  const index = openTextIndex(file, key)
  const sample: string[] = []
  let bytes = 0
  let ms = 0
  for (let n = 0; n < pieceCount; n++) {
    const pages = Array.from({ length: pagesEach }, (_, at): TextPassage => {
      const text = pageText(draw, words)
      if (at % 50 === 0) sample.push(text)
      bytes += Buffer.byteLength(text)
      return { way: [{ kind: 'page', number: at + 1 }], text }
    })
    const begun = performance.now()
    const packing = startPacking()
    for (const block of [...packing.add(pages), packing.end()])
      if (block.length > 0) index.add(`${n}`.padStart(64, '0'), [block])
    ms += performance.now() - begun
  }
  index.close()
  return { bytes, ms, sample }
}

const sizesIn = (file: string, key: Uint8Array): { readonly words: number; readonly text: number } => {
  const db = openWriter(file, key)
  const sum = (of: string): number => db.prepare<[], number>(`select ${of}`).pluck().get() ?? 0
  const sizes = {
    words: sum('sum(length(block)) from words_data') + sum('sum(length(term) + 8) from words_idx'),
    text: sum('sum(length(packed)) from blocks'),
  }
  db.close()
  return sizes
}

/**
 * Search in the text of 100,000 pages of evidence, as a person does it, and how large the index is beside the text. The
 * text is made: words of 60,000, spread as in written language, with amounts and accounts between them.
 */
export const benchEvidenceText = (): Promise<BenchLine[]> => {
  const draw = seededRandom(26)
  const dir = mkdtempSync(path.join(tmpdir(), 'fieldseal-text-'))
  const [file, key] = [path.join(dir, 'text'), Buffer.alloc(32, 7)]
  const words = makeWords(draw)
  const pages = (pieceCount * pagesEach).toLocaleString('en')
  const { bytes, ms, sample } = fill(file, key, draw, words)
  const sizes = sizesIn(file, key)
  const onDisk = statSync(file).size
  const index = openTextIndex(file, key)
  const times = queriesOf(draw, words, sample).map((query) => {
    const begun = performance.now()
    findInPieces(index, parseQuery(query), fromTheStart)
    return performance.now() - begun
  })
  index.close()
  rmSync(dir, { recursive: true, force: true })
  const slow = times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0
  return Promise.resolve([
    line(`search in ${pages} pages, median`, 'ms', median(times), 100, 'for a person'),
    line(`search in ${pages} pages, 95 of 100`, 'ms', slow, 500, 'for a person'),
    line(`search in ${pages} pages, the slowest of ${searches}`, 'ms', Math.max(...times), 1_000, 'for a person'),
    line('index of the words', 'MB', sizes.words / 1e6, bytes / 5e6, 'a fifth of the text'),
    line('text, compressed', 'MB', sizes.text / 1e6, bytes / 2e6, 'half of the text'),
    line('the whole file', 'MB', onDisk / 1e6, bytes / 1e6, 'the text itself'),
    line('taking in a page', 'ms', ms / (pieceCount * pagesEach), 10, 'of the service'),
  ])
}
