import type { RuleContent } from '../../../../shared/schema/rules.ts'

/** A rule of the starter set as it is written here: what all of an area share is left out. */
export type StarterRule = Omit<RuleContent, 'applies_to' | 'signal'> & { readonly signal?: string }

/**
 * Gives the rules of an area their kinds of activity. A rule's signal is called as the rule unless it says otherwise.
 */
export const forKinds = (kinds: readonly string[], rules: readonly StarterRule[]): readonly RuleContent[] =>
  rules.map((rule) => ({ signal: rule.key, ...rule, applies_to: [...kinds] }))
