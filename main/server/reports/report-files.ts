import { fieldRefused, refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { exportKpiReport, exportReport } from '../../../shared/api/reports.ts'
import type { ContentLink } from '../../../shared/schema/evidence.ts'
import type { CaseReportKind, KpiFormat, ReportFormat } from '../../../shared/schema/reports.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { utcDay } from '../../../shared/text/days.ts'
import { fincenXml } from '../../domain/reports/fincen.ts'
import { goamlXml } from '../../domain/reports/goaml.ts'
import { kpiCsv, kpiDocument } from '../../domain/reports/kpi.ts'
import type { FontShelf } from '../../report/fonts/font-shelf.ts'
import { renderDocumentPage } from '../../report/html/document-page.ts'
import { renderDocument } from '../../report/pdf/render-pdf.ts'
import { sha256, toHex } from '../../seal/hash.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import type { ReportPages } from '../../storage/reports/report-store.ts'
import { contentAddress } from '../evidence/linked-bytes.ts'
import { keepPaper } from './keep-paper.ts'
import type { PaperTaker, SealedPaper } from './keep-paper.ts'
import { holderOf } from '../auth/holder.ts'
import type { Links, LinkGround, LinkTaker } from '../evidence/links.ts'

/** What makes and hands out the files of reports. */
export interface ReportFiles {
  /** Makes the file of a format, seals its SHA-256, then answers the link. */
  export(
    id: string,
    wanted: { readonly format: ReportFormat; readonly version?: number | undefined },
    by: LinkTaker,
  ): Promise<Result<ContentLink, Refusal>>
  /**
   * The same of an approved certificate, and takes the file into its case as a piece of evidence, so that it goes into
   * bundles.
   */
  keep(
    id: string,
    format: ReportFormat,
    by: LinkTaker,
  ): Promise<Result<ContentLink & { readonly evidence_id: number | null }, Refusal>>
  /** The same of a KPI report, in the chain of the workspace. */
  exportKpi(id: string, format: KpiFormat, by: LinkTaker): Promise<Result<ContentLink, Refusal>>
}

export interface ReportFileParts {
  readonly workspace: Pick<Workspace, 'reports' | 'env' | 'facts' | 'access'>
  readonly uploads: PaperTaker['uploads']
  readonly acquisitions: PaperTaker['acquisitions']
  readonly links: Links
  readonly fonts: FontShelf
  readonly version: string
}

/** A file as it is handed out. */
interface Handed {
  readonly name: string
  readonly mediaType: string
  /** Lower-case hex of its SHA-256. */
  readonly digest: string
  /** The entry that sealed the handing out. */
  readonly entryId: string
}

/** All bytes of a file that is made in pieces. */
const bytesOf = async (parts: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  for await (const piece of parts) pieces.push(piece)
  return Buffer.concat(pieces)
}

const notApproved = refusal(
  'transition_forbidden',
  'Only an approved certificate is kept in its case. Nothing was made; submit it and have it approved first.',
)

const nameOf: Readonly<Record<CaseReportKind, string>> = {
  case_report: 'report',
  sar: 'SAR',
  certificate: 'certificate',
}

const mediaTypes = {
  pdf: 'application/pdf',
  html: 'text/html; charset=utf-8',
  xml: 'application/xml',
  goaml: 'application/xml',
  csv: 'text/csv; charset=utf-8',
} as const

// oxlint-disable-next-line typescript/require-await -- a link opens its bytes as they come, and these are all there
async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const linkTo = (
  links: Links,
  bytes: Buffer,
  { name, mediaType, digest, entryId }: Handed,
  ground: LinkGround,
): ContentLink => {
  const { token, expiresAtMs } = links.give(
    {
      name,
      mediaType,
      size: bytes.length,
      sha256: digest,
      open: (start, end) => Promise.resolve(ok(once(bytes.subarray(start, end)))),
    },
    ground,
  )
  return {
    url: contentAddress(token),
    expires_at: toTimestamp(expiresAtMs),
    name,
    media_type: mediaType,
    size: bytes.length,
    sha256: digest,
    entry_id: entryId,
  }
}

/** Makes what hands out files. A link holds its bytes in memory while it lives; nothing of them is kept on the disk. */
export const createReportFiles = ({
  workspace: { reports, env, facts, access },
  uploads,
  acquisitions,
  links,
  fonts,
  version,
}: ReportFileParts): ReportFiles => {
  const linked = (bytes: Buffer, handed: Handed, ground: LinkGround): ContentLink =>
    linkTo(links, bytes, handed, ground)

  const made = async ({ item, document, form, writtenAtMs }: ReportPages, format: ReportFormat): Promise<Buffer> => {
    const today = utcDay(env.clock.nowMs())
    if (format === 'xml') return Buffer.from(fincenXml(form, today), 'utf8')
    if (format === 'html') return Buffer.from(renderDocumentPage(document, { softwareVersion: version }), 'utf8')
    if (format === 'goaml') return Buffer.from(goamlXml(form, today), 'utf8')
    return await bytesOf(
      renderDocument(
        document,
        { author: facts.name, head: item.case_number, softwareVersion: version, dateMs: writtenAtMs },
        fonts,
      ),
    )
  }

  const exported = async (
    id: string,
    format: ReportFormat,
    pages: ReportPages,
    by: LinkTaker,
  ): Promise<Result<SealedPaper, Refusal>> => {
    const bytes = await made(pages, format)
    const digest = toHex(sha256(bytes))
    const { item, version: of } = pages
    const sealed = await reports.exported(id, { version: of, format, sha256: digest, size: bytes.length }, by)
    if (!sealed.ok) return sealed
    const name = `${item.case_number}-${nameOf[item.kind]}-v${of}${format === 'goaml' ? '-goaml.xml' : `.${format}`}`
    const handed = { name, mediaType: mediaTypes[format], digest, entryId: sealed.value }
    const ground = { holder: holderOf(by), access: exportReport.access, caseId: item.case_id, endsByErasure: true }
    return ok({ link: linked(bytes, handed, ground), bytes })
  }

  return {
    export: async (id, { format, version: wanted }, by) => {
      const pages = await reports.mayExport(id, format, wanted)
      if (!pages.ok) return pages
      const done = await exported(id, format, pages.value, by)
      return done.ok ? ok(done.value.link) : done
    },
    keep: async (id, format, by) => {
      const pages = await reports.mayExport(id, format)
      if (!pages.ok) return pages
      if (pages.value.item.kind !== 'certificate')
        return fail(fieldRefused('keep', 'is for certificates: no other report becomes evidence'))
      if (pages.value.item.state !== 'approved') return fail(notApproved)
      const done = await exported(id, format, pages.value, by)
      if (!done.ok) return done
      const taken = await keepPaper({ uploads, acquisitions, access }, pages.value, done.value, by)
      return taken.ok ? ok({ ...done.value.link, evidence_id: taken.value }) : taken
    },
    exportKpi: async (id, format, by) => {
      const read = await reports.kpi.read(id)
      if (!read.ok) return read
      const { figures, sha256: figuresDigest, entry_id: entryId, made_at: madeAt } = read.value
      const document = kpiDocument(figures, {
        institution: facts.name,
        madeFrom: [
          { label: 'SHA-256 of the figures', digest: figuresDigest },
          { label: 'Sealed as entry', digest: entryId },
        ],
      })
      const bytes =
        format === 'csv'
          ? Buffer.from(kpiCsv(figures, 'made'), 'utf8')
          : await bytesOf(
              renderDocument(
                document,
                { author: facts.name, head: facts.name, softwareVersion: version, dateMs: Date.parse(madeAt) },
                fonts,
              ),
            )
      const digest = toHex(sha256(bytes))
      const sealed = await reports.kpi.exported(id, { format, sha256: digest, size: bytes.length }, by)
      return sealed.ok
        ? ok(
            linked(
              bytes,
              {
                name: `KPI-${figures.from.slice(0, 10)}-${figures.to.slice(0, 10)}.${format}`,
                mediaType: mediaTypes[format],
                digest,
                entryId: sealed.value,
              },
              { holder: holderOf(by), access: exportKpiReport.access, caseId: null, endsByErasure: false },
            ),
          )
        : sealed
    },
  }
}
