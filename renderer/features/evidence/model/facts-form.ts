import { orderFault, presentFault, type TimeFault } from '../../../../shared/schema/acquisition-times.ts'
import {
  acquisitionFacts,
  acquisitionMethods,
  type AcquisitionFacts,
  type AcquisitionMethod,
} from '../../../../shared/schema/evidence.ts'

/**
 * What the dialog holds of an acquisition: every field as it is typed, times as the clock of this computer shows them.
 */
export interface FactsForm {
  readonly source: string
  readonly serial: string
  /** Empty until someone chooses: then what is taken suggests it. */
  readonly method: AcquisitionMethod | ''
  readonly tool: string
  readonly tool_version: string
  readonly write_blocker: string
  readonly acquired_by: string
  readonly started_at: string
  readonly ended_at: string
  readonly source_sha256: string
  readonly md5: string
  readonly sha1: string
  readonly sha256: string
  readonly description: string
}

export type FactsField = keyof FactsForm
export type FactsProblems = Readonly<Partial<Record<FactsField, string>>>

/** What of one acquisition is likely to hold for the next of the same session. */
const kept = [
  'source',
  'serial',
  'method',
  'tool',
  'tool_version',
  'write_blocker',
  'acquired_by',
] as const satisfies readonly FactsField[]
export type KeptFacts = Pick<FactsForm, (typeof kept)[number]>

interface Circumstances {
  readonly version: string
  readonly me: string
  readonly last: Partial<KeptFacts> | null
}

/** The form as it opens: what was said last in this session, else what is usual. */
export const openingForm = ({ version, me, last }: Circumstances): FactsForm => ({
  source: '',
  serial: '',
  method: '',
  tool: 'Fieldseal',
  tool_version: version,
  write_blocker: '',
  acquired_by: me,
  started_at: '',
  ended_at: '',
  source_sha256: '',
  md5: '',
  sha1: '',
  sha256: '',
  description: '',
  ...last,
})

/** The part of a form that the next acquisition of the session begins with. */
export const keptOf = (form: FactsForm): KeptFacts => ({
  source: form.source,
  serial: form.serial,
  method: form.method,
  tool: form.tool,
  tool_version: form.tool_version,
  write_blocker: form.write_blocker,
  acquired_by: form.acquired_by,
})

export const isMethod = (value: unknown): value is AcquisitionMethod =>
  acquisitionMethods.some((method) => method === value)

/** Reads these fields of a form from the text they were stored as; what is not of its shape counts as absent. */
const readFields = <F extends FactsField>(text: string, fields: readonly F[]): Partial<Pick<FactsForm, F>> | null => {
  if (text === '') return null
  try {
    const value = JSON.parse(text) as Record<string, unknown> | null
    if (value === null || typeof value !== 'object') return null
    const entries = fields.flatMap((field) => {
      const found = value[field]
      const fits = field === 'method' ? found === '' || isMethod(found) : typeof found === 'string'
      return fits ? [[field, found] as const] : []
    })
    return Object.fromEntries(entries) as Partial<Pick<FactsForm, F>>
  } catch {
    return null
  }
}

/** What the last acquisition of this session said; null before the first. */
export const readKept = (text: string): Partial<KeptFacts> | null => readFields(text, kept)

/** A form that was left unfinished, laid over the one that would open. */
export const readForm = (text: string, opening: FactsForm): FactsForm => ({
  ...opening,
  ...readFields(text, Object.keys(opening) as FactsField[]),
})

const toInstant = (local: string): string | undefined => {
  const ms = Date.parse(local)
  return local === '' || !Number.isFinite(ms) ? undefined : new Date(ms).toISOString()
}

const given = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim())

const withoutAbsent = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

const fieldOf = (path: readonly PropertyKey[]): FactsField =>
  (path[0] === 'image_hashes' ? path[1] : path[0]) as FactsField

const timeWords: Readonly<Record<TimeFault['kind'], string>> = {
  reversed: '“Ended” must not be before “Started”',
  start_missing: 'give “Started” too: without it, “Started” is when the reading begins, after “Ended”',
  future: '“Started” and “Ended” must not be in the future',
  end_missing: '“Started” must not be after “Ended”, which is when the bytes are read: now, or later',
}

/** What is taken: a hash at the source concerns a single file only, hashes of a medium only an image. */
export interface FormScope {
  readonly singleFile: boolean
  readonly image: boolean
  readonly suggestedMethod: AcquisitionMethod
}

/**
 * Reads the form as the facts that the interface takes, or says what is wrong with which field.
 *
 * @param nowMs the present time by the clock of this computer, Unix milliseconds
 */
export const factsOf = (
  form: FactsForm,
  { singleFile, image, suggestedMethod }: FormScope,
  me: string,
  nowMs: number,
): { readonly facts: AcquisitionFacts } | { readonly problems: FactsProblems } => {
  const started = toInstant(form.started_at)
  const ended = toInstant(form.ended_at)
  const hashes = image
    ? withoutAbsent({ md5: given(form.md5), sha1: given(form.sha1), sha256: given(form.sha256) })
    : {}
  const values = withoutAbsent({
    source: given(form.source),
    serial: given(form.serial),
    method: form.method === '' ? suggestedMethod : form.method,
    tool: given(form.tool),
    tool_version: given(form.tool_version),
    write_blocker: given(form.write_blocker),
    acquired_by: form.acquired_by.trim() === me ? undefined : given(form.acquired_by),
    started_at: started,
    ended_at: ended,
    source_sha256: singleFile ? given(form.source_sha256) : undefined,
    image_hashes: Object.keys(hashes).length === 0 ? undefined : hashes,
    description: given(form.description),
  })
  const parsed = acquisitionFacts.safeParse(values)
  const times = { started_at: started, ended_at: ended }
  const fault = orderFault(times) ?? presentFault(times, nowMs)
  const problems: Record<string, string> = fault === null ? {} : { [fault.field]: timeWords[fault.kind] }
  for (const issue of parsed.error?.issues ?? []) problems[fieldOf(issue.path)] ??= issue.message
  return parsed.success && Object.keys(problems).length === 0 ? { facts: parsed.data } : { problems }
}
