import { spawnSync } from 'node:child_process'
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SaxesParser } from 'saxes'
import { freshWorkspace } from '../support/live-service.ts'
import { seededRandom } from '../support/random.ts'
import { median } from './report.ts'
import type { BenchLine } from './report.ts'

const entries = 100_000
const rounds = 3
/** With the names laid out for screening, which happens as soon as the list is in force. */
const memoryLimitMb = 1_024

const syllables = [
  'al',
  'ba',
  'dra',
  'ev',
  'fi',
  'gor',
  'ha',
  'il',
  'jo',
  'kar',
  'lem',
  'mi',
  'nur',
  'os',
  'pe',
  'qa',
  'ri',
  'sa',
  'to',
  'um',
  'va',
  'yas',
  'zen',
]

/** A list in the form of the UN Security Council's, of invented people. */
const writeList = async (file: string): Promise<void> => {
  const random = seededRandom(17)
  const word = (): string =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, () => syllables[Math.floor(random() * syllables.length)])
      .join('')
      .toUpperCase()
  const out = createWriteStream(file)
  const write = async (text: string): Promise<void> => {
    if (!out.write(text)) await once(out, 'drain')
  }
  await write(
    '<?xml version="1.0" encoding="UTF-8"?><CONSOLIDATED_LIST dateGenerated="2031-01-01T00:00:00Z"><INDIVIDUALS>',
  )
  for (let n = 1; n <= entries; n += 1) {
    await write(
      `<INDIVIDUAL><REFERENCE_NUMBER>CDi.${n}</REFERENCE_NUMBER><FIRST_NAME>${word()}</FIRST_NAME><SECOND_NAME>${word()}</SECOND_NAME><UN_LIST_TYPE>DRC</UN_LIST_TYPE><COMMENTS1>Said to have been seen in the north.</COMMENTS1><NATIONALITY><VALUE>Rwanda</VALUE></NATIONALITY><INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>${word()} ${word()}</ALIAS_NAME></INDIVIDUAL_ALIAS><INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><YEAR>${1940 + (n % 60)}</YEAR></INDIVIDUAL_DATE_OF_BIRTH></INDIVIDUAL>`,
    )
  }
  out.end('</INDIVIDUALS><ENTITIES/></CONSOLIDATED_LIST>')
  await once(out, 'finish')
}

/** Entries a second of a parser that drops what it reads. */
const parseOnly = async (file: string): Promise<number> => {
  const parser = new SaxesParser({ xmlns: false, position: true })
  const started = performance.now()
  for await (const text of createReadStream(file, { encoding: 'utf8' }) as AsyncIterable<string>) parser.write(text)
  parser.close()
  return entries / ((performance.now() - started) / 1_000)
}

const root = path.resolve(import.meta.dirname, '../..')

/** The most memory of the program itself: `maxRSS` would begin with that of the process that started it. */
const tellPeak =
  'data:text/javascript,import{readFileSync}from"node:fs";process.on("exit",()=>process.stderr.write(`peak ${/VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status","utf8"))[1]}\\n`))'

/**
 * Imports the list by the command line into a new workspace: entries a second from the upload's end on, and the most
 * memory that the process ever had.
 */
const importList = (file: string): { readonly rate: number; readonly peakMb: number } => {
  const { dataDir } = freshWorkspace()
  const run = spawnSync(
    path.join(root, 'node_modules/.bin/node'),
    ['--import', tellPeak, path.join(root, 'bin/fieldseal.js'), 'import', 'list', file, '--data', dataDir],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  rmSync(path.dirname(dataDir), { recursive: true, force: true })
  const line = run.stdout.split('\n').findLast((one) => one.startsWith('{'))
  const summary = JSON.parse(line ?? '{}') as { readonly entries?: number; readonly seconds?: number }
  const peak = /peak (\d+)/u.exec(run.stderr)?.[1]
  if (run.status !== 0 || summary.entries !== entries || summary.seconds === undefined || peak === undefined)
    throw new Error(`the list was not taken whole: ${run.stderr}`)
  return { rate: entries / summary.seconds, peakMb: Number(peak) / 1_000 }
}

/** A list of 100,000 people comes in force: read, checked, compared and kept, encrypted and durable. */
export const benchLists = async (): Promise<readonly BenchLine[]> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-bench-'))
  const file = path.join(folder, 'un.xml')
  await writeList(file)
  const [rates, peaks, parsed]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < rounds; round += 1) {
    const { rate, peakMb } = importList(file)
    rates.push(rate)
    peaks.push(peakMb)
    parsed.push(await parseOnly(file))
  }
  rmSync(folder, { recursive: true, force: true })
  const [rate, parse, peak] = [median(rates), median(parsed), median(peaks)]
  return [
    {
      name: `entries of a list of ${entries} brought in force`,
      unit: '/s',
      ours: rate,
      limit: parse,
      limitName: 'only parsing the XML',
      ratio: rate / parse,
      aim: '>= 0.02',
      met: rate / parse >= 0.02,
    },
    {
      name: 'the most memory meanwhile',
      unit: 'MB',
      ours: peak,
      limit: memoryLimitMb,
      limitName: 'limit',
      ratio: memoryLimitMb / peak,
      aim: '>= 1',
      met: peak <= memoryLimitMb,
    },
  ]
}
