import type { Group, Json, Part } from './logic.ts'

const sections = /^(?:event|metadata|features|profile|graph|model)\./u

const isText = (json: Json): json is string => typeof json === 'string'

const readBy = (operator: string, value: Json): readonly string[] => {
  const values = Array.isArray(value) ? (value as readonly Json[]) : [value]
  if (operator === 'missing' || operator === 'missing_some') return values.flat().filter(isText)
  if (operator === 'val' || operator === 'exists')
    return [values.filter((step) => typeof step === 'string' || typeof step === 'number').join('.')]
  const [path] = values
  if (path === undefined || !isText(path)) return []
  if (operator === 'window') return [`features.${values.slice(0, 3).filter(isText).join('_')}`]
  if (operator === 'feature') return [`features.${path}`]
  return operator === 'var' || operator === 'fact' ? [path] : []
}

const readsIn = (json: Json): readonly string[] => {
  if (typeof json !== 'object' || json === null) return []
  if (Array.isArray(json)) return (json as readonly Json[]).flatMap(readsIn)
  return Object.entries(json).flatMap(([operator, value]: readonly [string, Json]) => [
    ...readBy(operator, value),
    ...readsIn(value),
  ])
}

/** Between braces, without what stands for it where it is unknown; doubled braces are braces. */
const readsInReason = (reason: string): readonly string[] =>
  [...reason.replaceAll(/\{\{|\}\}/gu, ' ').matchAll(/\{([^{}|]*)(?:\|[^{}]*)?\}/gu)].map(([, path = '']) =>
    path.trim(),
  )

const written = (part: Part): readonly Json[] =>
  part.kind === 'group' ? part.parts.flatMap(written) : part.kind === 'written' ? [part.json] : []

const built = (part: Part): readonly Json[] =>
  part.kind === 'group' ? part.parts.flatMap(built) : part.kind === 'condition' ? part.values : []

/**
 * The paths of the activity that are read where no field of the builder shows them, by what is written as text and by
 * the reason, each once. What an operator of arrays reads of an element is none.
 */
export const readsOutside = (group: Group, reason: string): readonly string[] => {
  const shown = new Set(built(group).flatMap(readsIn))
  return [...new Set([...written(group).flatMap(readsIn), ...readsInReason(reason)])].filter(
    (path) => sections.test(path) && !shown.has(path),
  )
}
