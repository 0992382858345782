import { levenshtein } from './operators/likeness.ts'

/** What somebody who wrote `name` most likely meant; null where nothing is near. */
export const nearest = (name: string, among: Iterable<string>): string | null => {
  if (name.length > 80) return null
  const letters = [...name]
  let best: string | null = null
  let distance = Math.min(3, Math.ceil(name.length / 3)) + 1
  for (const candidate of among) {
    if (Math.abs(candidate.length - name.length) >= distance) continue
    const away = levenshtein(letters, [...candidate])
    if (away < distance) [best, distance] = [candidate, away]
  }
  return best
}
