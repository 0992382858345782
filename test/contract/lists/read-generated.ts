import { readFileSync } from 'node:fs'
import { createNotes } from '../../../main/domain/lists/notes.ts'
import { ListFault } from '../../../main/domain/lists/fault.ts'
import { readList } from '../../../main/server/lists/read-list.ts'
import type { ListFormat } from '../../../shared/schema/lists.ts'

/**
 * Reads a list that is made as it is read, in a process of its own: `node read-generated.ts FORMAT MEGABYTES
 * [remark-length]`. Prints what came of it and the most memory that the process ever had.
 */
const [format = 'un_xml', megabytes = '100', remark = '1000'] = process.argv.slice(2)
const bytes = Number(megabytes) * 1_000_000

const text = 'Said to have been seen in the north of the country, with others. '.repeat(Math.ceil(Number(remark) / 65))
const records: Readonly<Record<string, readonly [head: string, record: (n: number) => string, tail: string]>> = {
  un_xml: [
    '<?xml version="1.0" encoding="UTF-8"?><CONSOLIDATED_LIST dateGenerated="2031-01-01T00:00:00Z"><INDIVIDUALS>',
    (n) =>
      `<INDIVIDUAL><REFERENCE_NUMBER>CDi.${n}</REFERENCE_NUMBER><FIRST_NAME>ANTON ${n}</FIRST_NAME><SECOND_NAME>DRÄHT ${n * 7}</SECOND_NAME><COMMENTS1>${text}</COMMENTS1><NATIONALITY><VALUE>Rwanda</VALUE></NATIONALITY><INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Toni ${n}</ALIAS_NAME></INDIVIDUAL_ALIAS></INDIVIDUAL>`,
    '</INDIVIDUALS></CONSOLIDATED_LIST>',
  ],
  ftm_json: [
    '',
    (n) =>
      `${JSON.stringify({ id: `Q${n}`, caption: `Anton Dräht ${n}`, schema: 'Person', target: true, properties: { name: [`Anton Dräht ${n}`], notes: [text] } })}\n`,
    '',
  ],
  // A file that says of nobody anything but where things are: all of it would have to be kept.
  ofac_advanced_xml: [
    '<Sanctions><Locations>',
    (n) =>
      `<Location ID="${n}"><LocationPart><LocationPartValue><Value>${n} ${text}</Value></LocationPartValue></LocationPart></Location>`,
    '</Locations></Sanctions>',
  ],
}

const [head, record, tail] = records[format] ?? ['', () => '', '']
async function* made(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(head)
  let sent = 0
  for (let n = 1; sent < bytes;) {
    const some = Array.from({ length: Math.max(1, Math.ceil(100_000 / (text.length + 300))) }, () => record(n++)).join(
      '',
    )
    const piece = Buffer.from(some)
    sent += piece.length
    yield await Promise.resolve(piece)
  }
  yield Buffer.from(tail)
}

/**
 * The most memory of this program (kB, Linux). `process.resourceUsage().maxRSS` would begin with that of the process
 * that started it.
 */
const peakKilobytes = (): number => Number(/^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])

const startedAt = performance.now()
const notes = createNotes()
let entries = 0
let error: string | null = null
try {
  await readList(
    { list: { read: made } },
    { format: format as ListFormat, notes, take: (some) => Promise.resolve(void (entries += some.length)) },
  )
} catch (fault) {
  if (!(fault instanceof ListFault)) throw fault
  error = fault.message
}
console.log(
  JSON.stringify({
    entries,
    error,
    seconds: (performance.now() - startedAt) / 1_000,
    peakMegabytes: peakKilobytes() / 1_000,
  }),
)
