import type { ListedEntry } from '../entry.ts'
import type { ListReading } from '../reading.ts'
import type { XmlNode } from '../xml/node.ts'
import { createXmlRecords, type XmlRecordOptions } from '../xml/records.ts'

/** The reading of a document whose records are entries, each by itself. */
export const xmlReading = (
  options: XmlRecordOptions,
  entryOf: (node: XmlNode, path: string) => ListedEntry | null,
): ListReading => {
  const records = createXmlRecords(options)
  const entries = (found: ReturnType<typeof records.push>): ListedEntry[] =>
    found.map(({ node, path }) => entryOf(node, path)).filter((entry) => entry !== null)
  return { first: null, push: (text) => entries(records.push(text)), end: () => entries(records.end()) }
}
