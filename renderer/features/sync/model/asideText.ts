import type { SetAsideEntry } from '../../../../shared/schema/sync.ts'

/** Names under which entries withhold what a person wrote, in the order in which it is shown. */
const written = ['name', 'source', 'title', 'description', 'text', 'notes', 'reason', 'label'] as const

/** What a person wrote in an entry; for a type that says more by its values, what it changed. */
export const asideText = ({ values }: Pick<SetAsideEntry, 'values'>): string => {
  const change =
    typeof values['from'] === 'string' && typeof values['to'] === 'string'
      ? [`${values['from']} → ${values['to']}`]
      : []
  const texts = written.flatMap((name) => {
    const value = values[name]
    return typeof value === 'string' && value !== '' ? [value] : []
  })
  return [...change, ...texts].join('\n')
}
