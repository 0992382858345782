import type { JsonValue } from '../../seal/canonical.ts'

/** What logic names with an operator that takes a name: rules with `rule`, lists with `in_list`. */
export const namedIn = (
  logic: JsonValue,
): { readonly rules: ReadonlySet<string>; readonly lists: ReadonlySet<string> } => {
  const rules = new Set<string>()
  const lists = new Set<string>()
  const walk = (value: JsonValue): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value as Readonly<Record<string, JsonValue>>)) {
      const [first, second] = Array.isArray(inner) ? (inner as readonly JsonValue[]) : [inner]
      if (name === 'rule' && typeof first === 'string') rules.add(first)
      if (name === 'in_list' && typeof second === 'string') lists.add(second)
      walk(inner)
    }
  }
  walk(logic)
  return { rules, lists }
}
