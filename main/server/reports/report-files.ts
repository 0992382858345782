import type { Refusal } from '../../../shared/api/errors.ts'
import { exportKpiReport, exportReport } from '../../../shared/api/reports.ts'
import type { ContentLink } from '../../../shared/schema/evidence.ts'
import type { KpiFormat, ReportFormat } from '../../../shared/schema/reports.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { utcDay } from '../../../shared/text/days.ts'
import { fincenXml } from '../../domain/reports/fincen.ts'
import { goamlXml } from '../../domain/reports/goaml.ts'
import { kpiCsv, kpiDocument } from '../../domain/reports/kpi.ts'
import type { FontShelf } from '../../report/fonts/font-shelf.ts'
import { renderDocument } from '../../report/pdf/render-pdf.ts'
import { sha256, toHex } from '../../seal/hash.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import type { ReportPages } from '../../storage/reports/report-store.ts'
import { contentAddress } from '../evidence/linked-bytes.ts'
import { holderOf } from '../auth/holder.ts'
import type { Links, LinkGround, LinkTaker } from '../evidence/links.ts'

/** What makes and hands out the files of reports. */
export interface ReportFiles {
  /** Makes the file of a format, seals its SHA-256, then answers the link. */
  export(
    id: string,
    format: ReportFormat,
    version: number | undefined,
    by: LinkTaker,
  ): Promise<Result<ContentLink, Refusal>>
  /** The same of a KPI report, in the chain of the workspace. */
  exportKpi(id: string, format: KpiFormat, by: LinkTaker): Promise<Result<ContentLink, Refusal>>
}

export interface ReportFileParts {
  readonly workspace: Pick<Workspace, 'reports' | 'env' | 'facts'>
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

const mediaTypes = {
  pdf: 'application/pdf',
  xml: 'application/xml',
  goaml: 'application/xml',
  csv: 'text/csv; charset=utf-8',
} as const

// oxlint-disable-next-line typescript/require-await -- a link opens its bytes as they come, and these are all there
async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Makes what hands out files. A link holds its bytes in memory while it lives; nothing of them is kept on the disk. */
export const createReportFiles = ({
  workspace: { reports, env, facts },
  links,
  fonts,
  version,
}: ReportFileParts): ReportFiles => {
  const linked = (bytes: Buffer, { name, mediaType, digest, entryId }: Handed, ground: LinkGround): ContentLink => {
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

  const made = async ({ item, document, form, writtenAtMs }: ReportPages, format: ReportFormat): Promise<Buffer> => {
    const today = utcDay(env.clock.nowMs())
    if (format === 'xml') return Buffer.from(fincenXml(form, today), 'utf8')
    if (format === 'goaml') return Buffer.from(goamlXml(form, today), 'utf8')
    return await bytesOf(
      renderDocument(
        document,
        { author: facts.name, head: item.case_number, softwareVersion: version, dateMs: writtenAtMs },
        fonts,
      ),
    )
  }

  return {
    export: async (id, format, wanted, by) => {
      const pages = await reports.mayExport(id, format, wanted)
      if (!pages.ok) return pages
      const bytes = await made(pages.value, format)
      const digest = toHex(sha256(bytes))
      const { item, version: of } = pages.value
      const sealed = await reports.exported(id, { version: of, format, sha256: digest, size: bytes.length }, by)
      if (!sealed.ok) return sealed
      const name = `${item.case_number}-${item.kind === 'sar' ? 'SAR' : 'report'}-v${of}${format === 'goaml' ? '-goaml' : ''}.${format === 'pdf' ? 'pdf' : 'xml'}`
      return ok(
        linked(
          bytes,
          { name, mediaType: mediaTypes[format], digest, entryId: sealed.value },
          { holder: holderOf(by), access: exportReport.access, caseId: item.case_id, endsByErasure: true },
        ),
      )
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
