import type { PassageStep } from '../../../../../domain/evidence/passage.ts'
import type { ReaderMessage } from '../../messages.ts'
import { lackOf, PartLack, type TextPart } from '../../part.ts'
import { openArchive, type ArchiveMember } from '../../zip.ts'
import { decodedText } from '../plain.ts'
import { membersFound } from '../zip.ts'
import { elementsOf, memberTexts, packageOf, propertiesOf } from './package.ts'
import { createXmlText, type XmlRules } from './xml-text.ts'

// OpenDocument 1.3 part 3: paragraphs (5.1), tables (9.1), annotations (14.1); text stands in no other elements.
const rules: XmlRules = {
  text: null,
  lines: new Set(['p', 'h', 'table-row', 'creator', 'date', 'annotation', 'page']),
  cells: new Set(['table-cell']),
  signs: new Map([
    ['tab', '\t'],
    ['line-break', '\n'],
    ['s', ' '],
    ['annotation', '\n'],
  ]),
  skipped: new Set(['binary-data', 'font-face-decls', 'automatic-styles', 'event-listeners', 'scripts']),
}

const properties = new Map([
  ['title', 'Title'],
  ['subject', 'Subject'],
  ['initial-creator', 'Author'],
  ['creator', 'Last modified by'],
  ['keyword', 'Keywords'],
  ['description', 'Description'],
])

/** The text of the body, by its slides where it has any. */
async function* bodyOf(member: ArchiveMember, way: readonly PassageStep[]): AsyncGenerator<ReaderMessage> {
  let slides = 0
  const ended: ReaderMessage[] = []
  const at = (): readonly PassageStep[] => (slides === 0 ? way : [...way, { kind: 'slide', number: slides }])
  const links = new Set<string>()
  const reader = createXmlText(rules, {
    onElement: (name, attributes) => {
      const link = attributes.get('href') ?? ''
      if (/^(?:https?|ftp|mailto):/iu.test(link)) links.add(link)
      if (name !== 'page') return
      ended.push({ way: at(), text: reader.cut() })
      slides += 1
    },
  })
  const told = function* (texts: readonly string[]): Generator<ReaderMessage> {
    yield* ended.splice(0)
    for (const text of texts) yield { way: at(), text }
  }
  try {
    for await (const xml of decodedText(await member.open()))
      // In small steps, so that text is told before the slide behind it begins.
      for (let from = 0; from < xml.length; from += 16_384) yield* told(reader.push(xml.slice(from, from + 16_384)))
    yield* told(reader.end())
  } catch (error) {
    yield* told([reader.cut()])
    yield { way: [...way, { kind: 'member', name: member.name }], lack: lackOf(error) }
  }
  for (const link of links) yield { way: [...way, { kind: 'header', name: 'Link' }], text: link }
}

const isOwnPart = (name: string): boolean =>
  /^(?:mimetype|META-INF\/.*|Thumbnails\/.*|Configurations2\/.*)$|\.(?:xml|rdf)$/iu.test(name)

/** Reads a text, slides or a drawing of OpenDocument: its body, headings and footings, and what is embedded in it. */
export async function* readOdf(part: TextPart): AsyncGenerator<ReaderMessage> {
  const archive = await openArchive(part.source, part.counted)
  try {
    const document = packageOf(archive)
    const manifest = await elementsOf(document.find('META-INF/manifest.xml'))
    if (manifest.some(({ name }) => name === 'encryption-data')) throw new PartLack({ kind: 'password' })
    yield* propertiesOf(document.find('meta.xml'), properties, part.way)
    for (const member of document.all(/(?:^|\/)content\.xml$/u)) yield* bodyOf(member, part.way)
    const styles: XmlRules = { ...rules, text: new Set(['p', 'h', 'span', 'a']) }
    yield* memberTexts(document.find('styles.xml'), styles, part.way)
    yield* membersFound(archive, part, (name) => !isOwnPart(name))
  } finally {
    archive.close()
  }
}
