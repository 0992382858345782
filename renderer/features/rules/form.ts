import { z } from 'zod'
import type { TransactionDetail, TransactionItem } from '../../../shared/api/transactions.ts'
import { ruleContent, type RuleContent } from '../../../shared/schema/rules.ts'
import type { Json } from './builder/logic.ts'
import { logicText } from './LogicEditor.tsx'

/** A rule as it is being written: what is typed, whether it is whole or not. */
export type RuleForm = Omit<RuleContent, 'logic'> & { readonly logic: string }

export const formOf = (rule: RuleContent): RuleForm => ({ ...rule, logic: logicText(rule.logic) })

export const emptyRuleForm: RuleForm = {
  key: '',
  name: '',
  why: '',
  applies_to: [],
  logic: logicText({ at_least: [{ var: 'event.amount' }, 1_000] }),
  signal: '',
  weight: 0.25,
  action: 'review',
  reason: '',
}

/** What of an activity a rule of its kind looks at. */
type Example = Pick<TransactionItem, 'event_type' | 'amount' | 'currency'> &
  Pick<TransactionDetail, 'country' | 'channel'>

/**
 * A rule begun from an activity: it looks at that kind, from that amount on in that currency, and at where it came
 * from. Nobody is named: rules are sealed openly.
 */
export const formLike = ({ event_type, amount, currency, country, channel }: Example): RuleForm => {
  const equals = (path: string, value: string | null): readonly Json[] =>
    value === null ? [] : [{ equals: [{ var: path }, value] }]
  const parts = [
    ...(amount === null
      ? []
      : [{ at_least: [{ var: 'event.amount' }, amount] }, ...equals('event.currency', currency)]),
    ...equals('event.country', country),
    ...equals('event.channel', channel),
  ]
  return {
    ...emptyRuleForm,
    applies_to: [event_type],
    logic: parts.length === 0 ? emptyRuleForm.logic : logicText({ and: parts }),
    reason: amount === null ? '' : '{event.amount} {event.currency|of an unknown currency}',
  }
}

/** A name as a key: a-z, 0-9, underscore, a letter first; '' where nothing of it is left. */
const keyLike = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/gu, '_')
    .replaceAll(/^[^a-z]+|_+$/gu, '')
    .slice(0, 64)

/** A new rule under another name; key and signal follow it until somebody writes them. */
export const renamed = (form: RuleForm, name: string): RuleForm => {
  const [before, after] = [keyLike(form.name), keyLike(name)]
  return {
    ...form,
    name,
    key: form.key === before ? after : form.key,
    signal: form.signal === before ? after : form.signal,
  }
}

/** The rule that a form makes; null while something is missing or cannot be read. */
export const contentOf = (form: RuleForm): RuleContent | null => {
  try {
    const parsed = ruleContent.safeParse({ ...form, logic: JSON.parse(form.logic) as unknown })
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** The shape of what is typed, however unfinished. */
const typedForm = z.object({
  ...ruleContent.shape,
  key: z.string(),
  name: z.string(),
  why: z.string(),
  applies_to: z.array(z.string()),
  logic: z.string(),
  signal: z.string(),
  weight: z.number(),
  reason: z.string(),
})

const typedChange = z.object({ base: z.string(), version: z.int(), form: typedForm })

/**
 * A change of a rule that is not saved: what is typed, over which version, and the content that it replaces or begins
 * from.
 */
export type RuleChange = { readonly base: string; readonly version: number; readonly form: RuleForm }

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** The form of a draft; null where there is none, or an earlier release kept it in another shape. */
export const ruleFormIn = (draft: string): RuleForm | null => typedForm.safeParse(parsed(draft)).data ?? null

/** The change of a draft, as `ruleFormIn`. */
export const ruleChangeIn = (draft: string): RuleChange | null => typedChange.safeParse(parsed(draft)).data ?? null
