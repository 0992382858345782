import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/**
 * What the window may keep beyond its end, in the clear: how it looks, and where begun uploads go. Nothing that a
 * person types has a name here.
 */
export const keptName = z.string().regex(/^fieldseal\.(preferences|upload\.[A-Za-z0-9-]{1,64})$/)
export const keptValue = z.string().max(4_000)
const mostKept = 500
const keptValues = z.record(keptName, keptValue).refine((values) => Object.keys(values).length <= mostKept)

export type KeptValues = Readonly<Record<string, string>>

/** The kept values of a profile; none where there is no file or it is damaged. */
export function readKept(file: string): KeptValues {
  try {
    return keptValues.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return {}
  }
}

/**
 * Keeps a value, or forgets it (null). Beyond 500 the oldest goes. A full disk costs the value and nothing else; then
 * it answers false.
 */
export function keepValue(file: string, name: string, value: string | null): boolean {
  const others = Object.entries(readKept(file)).filter(([one]) => one !== name)
  const next = value === null ? others : [...others.slice(1 - mostKept), [name, value] as const]
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(Object.fromEntries(next)), { mode: 0o600 })
    return true
  } catch {
    return false
  }
}
