/** Filters of a list as they stand in its address: texts by name, several values of one separated by commas. */
export type Filters = Readonly<Record<string, string>>

/** The values of a filter that takes several. */
export const valuesOf = (query: Filters, name: string): readonly string[] => {
  const value = query[name] ?? ''
  return value === '' ? [] : value.split(',')
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
