/** Filters of a list as they stand in its address: texts by name, several values of one separated by commas. */
export type Filters = Readonly<Record<string, string>>

/** The values of a filter that takes several. */
export const valuesOf = (query: Filters, name: string): readonly string[] => {
  const value = query[name] ?? ''
  return value === '' ? [] : value.split(',')
}

/** The value of a filter that takes one, which may hold a comma. */
const onlyValueOf = (query: Filters, name: string): readonly string[] => {
  const value = query[name] ?? ''
  return value === '' ? [] : [value]
}

/** The query with one filter set; an empty value removes it. */
export const withFilter = (query: Filters, name: string, value: string): Filters => {
  const { [name]: _, ...others } = query
  return value === '' ? others : { ...others, [name]: value }
}

/** The query with one value of a filter switched on or off. */
export const toggled = (query: Filters, name: string, value: string): Filters => {
  const values = valuesOf(query, name)
  const next = values.includes(value) ? values.filter((other) => other !== value) : [...values, value]
  return withFilter(query, name, next.join(','))
}

/** What of a query is known by one of these names and not empty; the rest is dropped. */
export const onlyNamed = (query: Filters, names: readonly string[]): Filters =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = query[name]
      return value === undefined || value === '' ? [] : [[name, value] as const]
    }),
  )

/** What the menu of one filter shows as chosen, and what a choice in it does. */
export interface FilterChoice {
  readonly values: readonly string[]
  readonly onToggle: (value: string) => void
  readonly onClear: () => void
}

/**
 * How the filters of a list are chosen: `one` value of a filter holds at a time, or `several`.
 *
 * @param go is told the query that follows from a choice
 */
export const filterChoices = (
  query: Filters,
  go: (next: Filters) => void,
): Readonly<Record<'one' | 'several', (name: string) => FilterChoice>> => {
  const onClear = (name: string) => (): void => go(withFilter(query, name, ''))
  return {
    one: (name) => ({
      values: onlyValueOf(query, name),
      onToggle: (value) => go(withFilter(query, name, query[name] === value ? '' : value)),
      onClear: onClear(name),
    }),
    several: (name) => ({
      values: valuesOf(query, name),
      onToggle: (value) => go(toggled(query, name, value)),
      onClear: onClear(name),
    }),
  }
}
