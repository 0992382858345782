import type { ListContent, NewListValue, RuleContent, RuleState } from '../../../shared/schema/rules.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import type { EntryDraft } from '../ledger/ledger.ts'

/**
 * What of a rule is sealed openly: what it does. Its name, purpose and sentence are free text, and bound by digest
 * only.
 */
const open = ({ key, applies_to, logic, signal, weight, action }: RuleContent): Record<string, JsonValue> => ({
  key,
  applies_to,
  logic,
  signal,
  weight,
  action,
})

const texts = ({ name, why, reason }: RuleContent): Record<string, JsonValue> => ({ name, why, reason })

/** A rule is written, or its draft written anew. */
export const ruleChanged = (rule: RuleContent): EntryDraft => ({
  case: 'workspace',
  type: 'rule.changed',
  subject: rule.key,
  pub: { rule: open(rule) },
  withheld: { texts: texts(rule) },
})

/**
 * Several rules come at once with the lists that they read, from a file or with the product, and stand in this state
 * from then on.
 */
export const rulesImported = (
  rules: readonly RuleContent[],
  lists: readonly ListContent[],
  state: 'draft' | 'shadow' | 'live',
  source: 'file' | 'starter',
): EntryDraft => ({
  case: 'workspace',
  type: 'rules.imported',
  subject: 'rules',
  pub: { source, state, rules: rules.map(open), lists: lists.map(({ key, match }) => ({ key, match })) },
  withheld: { texts: rules.map(texts), list_texts: lists.map(({ name, why }) => ({ name, why })) },
})

/**
 * One version of a rule is moved; the reference names the entry that wrote it, so that exactly what was read is moved.
 */
export const ruleMoved = (key: string, contentEntry: string, to: RuleState, note: string | undefined): EntryDraft => ({
  case: 'workspace',
  type: 'rule.moved',
  subject: key,
  refs: [contentEntry],
  pub: { to },
  ...(note === undefined ? {} : { withheld: { note } }),
})

/** A move waits for a second person. */
export const ruleProposed = (
  key: string,
  contentEntry: string,
  to: RuleState,
  note: string | undefined,
): EntryDraft => ({ ...ruleMoved(key, contentEntry, to, note), type: 'rule.proposed' })

/** A list is made or described anew. */
export const listChanged = ({ key, match, name, why }: ListContent): EntryDraft => ({
  case: 'workspace',
  type: 'list.changed',
  subject: key,
  pub: { match },
  withheld: { name, why },
})

/**
 * Values go on a list. They can name people: each is bound by a digest of its own, so that one can be erased and the
 * others stay.
 */
export const listValuesAdded = (
  list: string,
  values: readonly (NewListValue & { readonly id: string })[],
): EntryDraft => ({
  case: 'workspace',
  type: 'list.values_added',
  subject: list,
  pub: { values: values.map(({ id, expires_at: expiresAt }) => ({ id, expires_at: expiresAt })) },
  withheld: Object.fromEntries(values.map(({ id, value, reason }) => [id, { value, reason }])),
})

/** Values go off a list. */
export const listValuesRemoved = (list: string, ids: readonly string[], reason: string): EntryDraft => ({
  case: 'workspace',
  type: 'list.values_removed',
  subject: list,
  pub: { values: ids },
  withheld: { reason },
})
