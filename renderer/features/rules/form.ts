import { z } from 'zod'
import { ruleContent, type RuleContent } from '../../../shared/schema/rules.ts'
import { logicText } from './LogicEditor.tsx'

/** A rule as it is being written: what is typed, whether it is whole or not. */
export type RuleForm = Omit<RuleContent, 'logic'> & { readonly logic: string }

export const formOf = (rule: RuleContent): RuleForm => ({ ...rule, logic: logicText(rule.logic) })

export const emptyForm: RuleForm = {
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
const typedForm = z.object({ ...ruleContent.shape, key: z.string(), name: z.string(), why: z.string(), applies_to: z.array(z.string()), logic: z.string(), signal: z.string(), weight: z.number(), reason: z.string() })

const typedChange = z.object({ base: z.string(), version: z.int(), form: typedForm })

/** A change of a rule that is not saved: what is typed, over which version, and the content that it replaces or begins from. */
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
