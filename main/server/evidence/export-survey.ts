import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { ExportChoice } from '../../../shared/api/exports.ts'
import type { Quotation } from '../../../shared/schema/quotation.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { surveyLeftOut } from '../../bundle/read/left-out.ts'
import { encrypterFor } from '../../bundle/write/encrypt.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { noCase, notAllHere, notWithheld, quotedInReports } from './export-refusals.ts'

/** What was asked for, as it can be made. */
interface Surveyed extends Pick<ExportChoice, 'disclosures'> {
  readonly number: string
  readonly pieces: number
  /** Of the pieces together. */
  readonly bytes: number
}

/** The values of reports that quote what is to be left out; refused where the case does not withhold that. */
export const quoting = async (
  workspace: Workspace,
  caseId: number,
  except: readonly string[],
  path: string,
): Promise<Result<readonly Quotation[], Refusal>> => {
  const { unknown: strange, quotedIn } = await workspace.readMoment((reading) =>
    Promise.resolve(surveyLeftOut(reading, caseId, except)),
  )
  return strange.length > 0 ? fail(notWithheld(strange, path)) : ok(quotedIn)
}

/**
 * What is to be left out, with the reports that quote it where they are too; refused where that cannot be, or is not
 * said.
 */
const withQuotations = async (
  workspace: Workspace,
  caseId: number,
  disclosures: ExportChoice['disclosures'],
): Promise<Result<ExportChoice['disclosures'], Refusal>> => {
  if (typeof disclosures === 'string') return ok(disclosures)
  const except = [...new Set(disclosures.except)]
  const quotations = await quoting(workspace, caseId, disclosures.except, 'body.disclosures.except')
  if (!quotations.ok) return quotations
  const quotedIn = quotations.value
  if (quotedIn.length > 0 && disclosures.with_quotations === undefined) return fail(quotedInReports(quotedIn))
  return ok({
    ...disclosures,
    except: disclosures.with_quotations === true ? [...except, ...quotedIn.map(({ digest }) => digest)] : except,
  })
}

/** What is asked for, held against the case; the bytes that the bundle will hold. */
export const surveyExport = async (
  workspace: Workspace,
  caseId: number,
  { evidence: chosen, disclosures, recipient }: ExportChoice,
): Promise<Result<Surveyed, Refusal>> => {
  const found = await workspace.cases.read(caseId)
  if (!found.ok) return fail(noCase)
  if (recipient !== undefined && !encrypterFor([recipient]).ok) {
    return fail(
      refusal('unknown_reference', 'The recipient is not an age public key.', [
        { path: 'body.recipient', message: 'is no public key of age' },
      ]),
    )
  }
  const all = await workspace.evidence.store.pieces(caseId)
  const wanted = typeof chosen === 'string' ? null : new Set(chosen)
  const strange = [...(wanted ?? [])].find((id) => !all.some(({ row }) => row.id === id))
  if (strange !== undefined)
    return fail(
      refusal('unknown_reference', `The case has no evidence ${strange}.`, [
        { path: 'body.evidence', message: `the case has no evidence ${strange}` },
      ]),
    )
  const taken = chosen === 'none' ? [] : all.filter(({ row }) => wanted?.has(row.id) ?? true)
  const absent = taken.filter(({ key, erased }) => key === null && !erased)
  if (absent.length > 0 && workspace.sync.replica.relation() !== null)
    return fail(notAllHere(absent.length, taken.length))
  const shown = await withQuotations(workspace, caseId, disclosures)
  return shown.ok
    ? ok({
        number: found.value.case_number,
        pieces: taken.length,
        bytes: taken.reduce((sum, { row, erased }) => sum + (erased ? 0 : row.size), 0),
        disclosures: shown.value,
      })
    : shown
}
