import { earlierPaperVersions, paperVersions, papers } from '../../../shared/schema/papers.ts'
import type { Paper } from '../../../shared/schema/papers.ts'
import type { BundleContents } from '../contents.ts'
import { renderHtml } from '../../report/html/render-html.ts'
import { reportOf } from '../../report/report-of.ts'
import type { EvidenceFiles } from '../format/case-file.ts'
import { caseGraphOf } from '../format/case-graph.ts'
import { jsonText } from '../format/json-text.ts'
import { bundlePaths } from '../format/layout.ts'
import { verifyFactsOf } from '../format/verify-facts.ts'
import { verifyText } from '../format/verify-text.ts'
import type { NamedKey } from '../format/verify-text.ts'
import type { BundleFindings } from './findings.ts'
import { listMax, readWhole, UnreadableFile } from './source.ts'
import type { BundleSource, CreateHasher } from './source.ts'

/** What came of a paper: it says what was sealed, it says something else, or it was not compared. */
export interface PaperCheck {
  readonly paper: Paper
  readonly state: 'as_sealed' | 'differs' | 'not_compared'
  /** The version of the writer that the entry of the export names; null: it names none. */
  readonly writer: number | null
}

/** What papers are held against. */
export interface PaperMatter {
  readonly source: BundleSource
  /** The SHA-256 of each file, as it was computed; none where a file cannot be read. */
  readonly sha256: ReadonlyMap<string, string>
  readonly createHasher: CreateHasher
  /** What the entry of the export says of the writers of the papers; undefined: nothing. */
  readonly stated: unknown
  /** What the bundle was made from; null: that cannot be told, because its entries or its facts have faults. */
  readonly contents: BundleContents | null
  /** The file of each piece, as `case.json` names it. */
  readonly files: EvidenceFiles
  readonly signing: NamedKey | null
  readonly comparePdf: PdfCheck | undefined
  readonly findings: BundleFindings
}

/** Whether a PDF is the report of these contents; asked of whoever has the fonts. */
export type PdfCheck = (contents: BundleContents, given: Uint8Array) => Promise<boolean>

/** A paper as its writer makes it, in pieces; null: this verifier cannot make it. */
type Writer = (contents: BundleContents, matter: PaperMatter, version: number) => Iterable<string> | null

type TextPaper = Exclude<Paper, 'data/report.pdf'>

const writers: Readonly<Record<TextPaper, Writer>> = {
  'VERIFY.txt': (contents, { source, signing }, version) => {
    const hasPage = source.files.some(({ path }) => path === bundlePaths.verifyPage)
    return signing === null ? null : [verifyText(verifyFactsOf(contents, signing, hasPage), version)]
  },
  'data/report.html': (contents) => renderHtml(reportOf(contents)),
  'data/case.jsonld': (contents, { files }) => [jsonText(caseGraphOf(contents, files))],
}

const versionIn = (stated: unknown, paper: Paper): number | null => {
  const version: unknown =
    typeof stated === 'object' && stated !== null ? (stated as Partial<Record<string, unknown>>)[paper] : undefined
  return typeof version === 'number' ? version : null
}

/** B-10: what a bundle can do without. */
const isOptional = (paper: Paper): boolean => paper === 'data/report.html' || paper === 'data/report.pdf'

const hashOf = (parts: Iterable<string>, createHasher: CreateHasher): string => {
  const hasher = createHasher('sha256')
  for (const part of parts) hasher.update(Buffer.from(part, 'utf8'))
  return hasher.digest()
}

/** Why a paper is not compared; null: it is to be. */
const obstacle = (paper: Paper, writer: number | null, { contents }: PaperMatter): string | null => {
  if (writer === null) return 'the entry of the export does not name the version of its writer'
  if (writer !== paperVersions[paper] && earlierPaperVersions[paper]?.includes(writer) !== true)
    return `version ${writer} of its writer made it, and this verifier has version ${paperVersions[paper]}`
  return contents === null ? 'what it is made of has faults' : null
}

/** Whether a paper is what its writer makes; null: this verifier cannot make it. */
const isAsSealed = async (
  paper: Paper,
  version: number,
  contents: BundleContents,
  matter: PaperMatter,
): Promise<boolean | null> => {
  const { sha256, createHasher, comparePdf, source } = matter
  if (paper === 'data/report.pdf')
    return comparePdf === undefined
      ? null
      : await comparePdf(contents, await readWhole(source, paper, listMax).catch(unreadable))
  const parts = writers[paper](contents, matter, version)
  const given = sha256.get(paper)
  return parts === null || given === undefined ? null : hashOf(parts, createHasher) === given
}

/** What cannot be read has a finding from its manifest, and is no paper. */
const unreadable = (error: unknown): Uint8Array => {
  if (error instanceof UnreadableFile) return new Uint8Array(0)
  throw error
}

const checkPaper = async (paper: Paper, matter: PaperMatter): Promise<PaperCheck> => {
  const { findings, contents } = matter
  const writer = versionIn(matter.stated, paper)
  const notCompared = (why: string): PaperCheck => {
    findings.add('paper_not_compared', `it was not compared with what was sealed: ${why}`, { file: paper })
    return { paper, state: 'not_compared', writer }
  }
  const why = obstacle(paper, writer, matter)
  if (why !== null || contents === null || writer === null) return notCompared(why ?? '')
  const isSo = await isAsSealed(paper, writer, contents, matter)
  if (isSo === null) return notCompared('this verifier cannot make it again; fieldseal verify can')
  if (isSo) return { paper, state: 'as_sealed', writer }
  findings.add('paper_differs', `version ${writer} of its writer makes another one of what was sealed`, {
    file: paper,
  })
  return { paper, state: 'differs', writer }
}

/**
 * B-111: makes each paper of the bundle again, by the version of its writer that the entry of the export names, and
 * compares every byte. A paper that cannot be compared is told by its name.
 */
export const checkPapers = async (matter: PaperMatter): Promise<readonly PaperCheck[]> => {
  const present = new Set(matter.source.files.map(({ path }) => path))
  const checked: PaperCheck[] = []
  for (const paper of papers) {
    if (present.has(paper)) checked.push(await checkPaper(paper, matter))
    else if (!isOptional(paper) && versionIn(matter.stated, paper) !== null)
      matter.findings.add('bundle_file_missing', 'the entry of the export says that it was made', { file: paper })
  }
  return checked
}
