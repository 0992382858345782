import { z } from 'zod'
import { createCase } from '../../../shared/api/cases.ts'
import { caseAccessRule } from '../../../shared/schema/case-access.ts'
import { casePriorities, type CasePriority } from '../../../shared/schema/case.ts'
import { askedAccessOf, type ChosenAccess } from '../../ui/AccessChoice.tsx'
import type { NewCase } from '../../data/queries/cases.ts'

/** What stands in the form, as typed. */
export type NewCaseForm = {
  readonly title: string
  readonly description: string
  readonly priority: CasePriority
  readonly customer: string
  readonly account: string
  readonly alerts: string
  readonly access: ChosenAccess
}

export const emptyCaseForm: NewCaseForm = {
  title: '',
  description: '',
  priority: 'medium',
  customer: '',
  account: '',
  alerts: '',
  access: { rule: 'everyone', team: null, people: [] },
}

/** Why a field cannot be sent; the messages have a sentence for each. */
export type Fault = 'empty' | 'tooLong' | 'number' | 'characters'

export type FormErrors = Partial<Record<keyof NewCaseForm, Fault>>

const fieldOf: Readonly<Record<string, keyof NewCaseForm>> = {
  title: 'title',
  description: 'description',
  priority: 'priority',
  related_customer_id: 'customer',
  related_account_id: 'account',
  alert_ids: 'alerts',
  access: 'access',
}

const numberOf = (text: string): number | undefined =>
  text.trim() === '' ? undefined : /^\d+$/.test(text.trim()) ? Number(text.trim()) : Number.NaN

/** Ids from a text such as `12, 15 19`. */
export const idsOf = (text: string): number[] =>
  text
    .split(/[\s,;]+/u)
    .filter((part) => part !== '')
    .map((part) => numberOf(part) ?? Number.NaN)

const keptAccess = z.object({ rule: caseAccessRule, team: z.string().nullable(), people: z.array(z.string()) })

/** Reads a form that was kept as text; anything that is no longer a form begins empty. */
export const formFromDraft = (draft: string): NewCaseForm => {
  try {
    const kept = JSON.parse(draft) as Partial<NewCaseForm>
    const priority = casePriorities.find((value) => value === kept.priority) ?? emptyCaseForm.priority
    const access = keptAccess.safeParse(kept.access)
    return { ...emptyCaseForm, ...kept, priority, access: access.success ? access.data : emptyCaseForm.access }
  } catch {
    return emptyCaseForm
  }
}

export type CheckedCase =
  | { readonly body: NewCase; readonly errors: null }
  | { readonly body: null; readonly errors: FormErrors }

const numeric: readonly (keyof NewCaseForm)[] = ['customer', 'account', 'alerts']

const faultOf = (field: keyof NewCaseForm, code: string, typed: unknown): Fault => {
  if (numeric.includes(field)) return 'number'
  if (typeof typed !== 'string' || typed.trim() === '') return 'empty'
  return code === 'too_big' ? 'tooLong' : 'characters'
}

/** Checks the form by the interface's own schema, so that what is sent is what the service takes. */
export const checkForm = (form: NewCaseForm): CheckedCase => {
  const ids = idsOf(form.alerts)
  const customer = numberOf(form.customer)
  const account = numberOf(form.account)
  const access = askedAccessOf(form.access)
  if (access === null) return { body: null, errors: { access: 'empty' } }
  const parsed = createCase.body.safeParse({
    title: form.title.trim(),
    description: form.description.trim(),
    priority: form.priority,
    ...(customer === undefined ? {} : { related_customer_id: customer }),
    ...(account === undefined ? {} : { related_account_id: account }),
    ...(ids.length === 0 ? {} : { alert_ids: ids }),
    ...(access.rule === 'everyone' ? {} : { access }),
  } satisfies z.input<typeof createCase.body>)
  if (parsed.success) return { body: parsed.data, errors: null }
  const errors: FormErrors = {}
  for (const issue of parsed.error.issues) {
    const field = fieldOf[String(issue.path[0])]
    if (field !== undefined) errors[field] ??= faultOf(field, issue.code, form[field])
  }
  return { body: null, errors }
}
