/** What a draft's key says that its text is about, where that is something whose id this folder gave out. */
export interface DraftSubject {
  readonly kind: 'case' | 'evidence' | 'alert'
  readonly id: number
}

type Kind = DraftSubject['kind']

/** What the number after each form is an id of. Numbers after other forms are an institution's own, or of no case. */
const kinds = new Map<string, Kind>([
  ...[
    'note',
    'edit-title',
    'edit-description',
    'assign',
    'hold',
    'release',
    'priority',
    'status',
    'link-alerts',
    'link-customers',
    'link-accounts',
    'relate',
    'unrelate',
    'acquire',
    'export-recipient',
    'export-reason',
  ].map((form) => [form, 'case'] as const),
  ['piece-note', 'evidence'],
  ...['alert', 'escalate-title', 'escalate-text', 'decide:alert'].map((form) => [form, 'alert'] as const),
])

const keyForm = /^(?<form>decide:alert|[a-z-]+):(?<id>[1-9]\d{0,15})(?=:|$)/u

/** What a draft belongs to, by its key; null where the key names nothing to which this folder gave an id. */
export const draftSubject = (key: string): DraftSubject | null => {
  const { form = '', id = '' } = keyForm.exec(key)?.groups ?? {}
  const kind = kinds.get(form)
  return kind === undefined ? null : { kind, id: Number(id) }
}

/** The key of the same draft when the ids that the folder gave out have grown by `shift`. */
export const shiftDraftKey = (key: string, shift: number): string =>
  draftSubject(key) === null
    ? key
    : key.replace(keyForm, (_, form: string, id: string) => `${form}:${Number(id) + shift}`)
