import type { PassageStep } from '../../../../../domain/evidence/passage.ts'
import type { ReaderMessage } from '../../messages.ts'
import type { TextPart } from '../../part.ts'
import { openArchive } from '../../zip.ts'
import { membersFound } from '../zip.ts'
import { elementsOf, memberTexts, packageOf, propertiesOf, type DocumentPackage } from './package.ts'
import type { XmlRules } from './xml-text.ts'

// ECMA-376 part 1: text runs of WordprocessingML (17.3.3) with what was deleted, and of DrawingML (21.1.2.3).
export const ooxmlRules: XmlRules = {
  text: new Set(['t', 'delText', 'text', 'v']),
  lines: new Set(['p', 'tr', 'comment', 'footnote', 'endnote', 'pt']),
  cells: new Set(['tc']),
  signs: new Map([
    ['tab', '\t'],
    ['br', '\n'],
    ['cr', '\n'],
    ['noBreakHyphen', '\u2011'],
  ]),
  // The same text again, for programs that do not know the first form of it; and the stops of tabs.
  skipped: new Set(['Fallback', 'tabs']),
}

const properties = new Map([
  ['title', 'Title'],
  ['subject', 'Subject'],
  ['creator', 'Author'],
  ['lastModifiedBy', 'Last modified by'],
  ['keywords', 'Keywords'],
  ['description', 'Description'],
])

/** Addresses outside of the document to which it leads, or from which it fetches. */
async function* linksOf(document: DocumentPackage, way: readonly PassageStep[]): AsyncGenerator<ReaderMessage> {
  const links = new Set<string>()
  for (const member of document.all(/\.rels$/u))
    for (const { attributes } of await elementsOf(member))
      if (attributes.get('TargetMode') === 'External') links.add(attributes.get('Target') ?? '')
  for (const link of links) yield { way: [...way, { kind: 'header', name: 'Link' }], text: link }
}

/** What belongs to the document itself and holds no more of its text. */
const isOwnPart = (name: string): boolean =>
  /\.(?:xml|rels|vml)$|^docProps\/thumbnail\.|\/printerSettings\//iu.test(name) || isMacro(name)

const isMacro = (name: string): boolean => /(?:^|\/)vbaProject\.bin$/iu.test(name)

/** Opens a package, tells what its reader finds, and reads what is embedded in it as pieces of their own. */
export const readingOf = (body: (document: DocumentPackage, part: TextPart) => AsyncGenerator<ReaderMessage>) =>
  async function* (part: TextPart): AsyncGenerator<ReaderMessage> {
    const archive = await openArchive(part.source, part.counted)
    try {
      const document = packageOf(archive)
      yield* propertiesOf(document.find('docProps/core.xml'), properties, part.way)
      yield* body(document, part)
      yield* linksOf(document, part.way)
      yield* membersFound(archive, part, (name) => !isOwnPart(name))
      for (const { name } of archive.members.filter((member) => isMacro(member.name)))
        yield { way: [...part.way, { kind: 'member', name }], lack: { kind: 'no_text', format: 'macro' } }
    } finally {
      archive.close()
    }
  }

/** Reads a text of Word: its body, notes, comments, headings and footings, charts, and what is embedded in it. */
export const readDocx = readingOf(async function* (document, { way }) {
  for (const pattern of [
    /^word\/document\d*\.xml$/u,
    /^word\/(?:footnotes|endnotes|comments)\d*\.xml$/u,
    /^word\/(?:header|footer)\d*\.xml$/u,
    /^word\/(?:glossary\/document|diagrams\/data\d*|charts\/chart\d*)\.xml$/u,
  ])
    for (const member of document.all(pattern)) yield* memberTexts(member, ooxmlRules, way)
})

/** Where the relations of a member lead, by their identifiers; of a kind where one is named. */
export const relationsOf = async (
  document: DocumentPackage,
  name: string,
  kind = '',
): Promise<ReadonlyMap<string, string>> => {
  const cut = name.lastIndexOf('/')
  const [folder, file] = [name.slice(0, cut), name.slice(cut + 1)]
  const elements = await elementsOf(document.find(`${folder}/_rels/${file}.rels`))
  return new Map(
    elements
      .filter(({ attributes }) => (attributes.get('Type') ?? '').endsWith(kind))
      .map(({ attributes }) => {
        const target = URL.parse(attributes.get('Target') ?? '', `package:/${folder}/`)?.pathname ?? ''
        return [attributes.get('Id') ?? '', target.slice(1)] as const
      }),
  )
}

/** The slides in the order in which they are shown. */
const slidesOf = async (document: DocumentPackage): Promise<readonly string[]> => {
  const targets = await relationsOf(document, 'ppt/presentation.xml', '/slide')
  const shown = (await elementsOf(document.find('ppt/presentation.xml')))
    .filter(({ name }) => name === 'sldId')
    .flatMap(({ attributes }) => [...targets].filter(([id]) => [...attributes.values()].includes(id)))
    .map(([, target]) => target)
  const others = document.all(/^ppt\/slides\/slide\d+\.xml$/u).map(({ name }) => name)
  return [...new Set([...shown, ...others])]
}

/** Reads slides of PowerPoint with their notes and comments, charts, and what is embedded in them. */
export const readPptx = readingOf(async function* (document, { way }) {
  for (const [index, slide] of (await slidesOf(document)).entries()) {
    const at: readonly PassageStep[] = [...way, { kind: 'slide', number: index + 1 }]
    yield* memberTexts(document.find(slide), ooxmlRules, at)
    for (const kind of ['/notesSlide', '/comments', '/chart', '/diagramData'])
      for (const target of (await relationsOf(document, slide, kind)).values())
        yield* memberTexts(document.find(target), ooxmlRules, at)
  }
})
