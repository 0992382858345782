import type { z } from 'zod'
import type { JsonValue } from '../../main/seal/canonical.ts'
import { requiredOf, ruleOf } from '../../shared/entries/catalogue.ts'
import type { OpenValues } from '../../shared/entries/entry-rule.ts'

const texts = { name: 'A rule', why: 'It was seen before', reason: 'It is paid at night' }

/** One of these is taken by every form of a value that the catalogue asks for. */
const candidates: readonly JsonValue[] = [
  'someone',
  'https://example.org/hook',
  texts,
  { name: texts.name, why: texts.why },
  { value: 'A value', reason: 'Because' },
  [texts],
  [{ name: texts.name, why: texts.why }],
  ['tag'],
]

const sampleOf = (form: z.ZodType, name: string): JsonValue => {
  const sample = candidates.find((candidate) => form.safeParse(candidate).success)
  if (sample === undefined) throw new Error(`no sample fits ${name}`)
  return sample
}

/** What an honest device withholds at least in an entry of a type that says this openly. */
export const honestWithheld = (type: string, pub: OpenValues): Record<string, JsonValue> => {
  const rule = ruleOf(type)
  return Object.fromEntries(
    requiredOf(type, pub).map((name) => {
      const form = rule?.withheld[name] ?? rule?.others
      if (form === undefined) throw new Error(`${type} has no form for ${name}`)
      return [name, sampleOf(form, name)]
    }),
  )
}
