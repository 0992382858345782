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
