import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { legalBases } from '../../../../shared/schema/legal-basis.ts'
import { importFields } from '../../../../shared/api/workspace.ts'
import { findingCodes } from '../../../../shared/schema/findings.ts'
import { caseEntryTypes } from '../../../../shared/schema/timeline.ts'

type Messages = { readonly [key: string]: string | Messages }

const messages = JSON.parse(
  readFileSync(new URL('../../../../renderer/messages/en.json', import.meta.url), 'utf8'),
) as Messages

const textAt = (path: string): unknown =>
  path.split('.').reduce<unknown>((node, key) => (node as Messages | undefined)?.[key], messages)

describe('words for everything that the interface can name', () => {
  it.each(findingCodes)('explains the finding %s: what it is, what it means, what is safe, what to do', (code) => {
    for (const part of ['title', 'means', 'safe', 'todo']) {
      expect(textAt(`verification.codes.${code}.${part}`), part).toMatch(/\S{2,}/)
    }
  })

  it('explains no finding that does not exist', () => {
    expect(Object.keys(textAt('verification.codes') as Messages).sort()).toEqual([...findingCodes].sort())
  })

  it.each([...caseEntryTypes, 'unknown'])('has a headline and a short name for entries of the type %s', (type) => {
    const key = type.replace('.', '_')
    expect(textAt(`case.headlines.${key}`)).toBeTypeOf('string')
    expect(textAt(`case.entryTypes.${key}`)).toBeTypeOf('string')
  })

  it.each(legalBases)('names the legal basis %s', (basis) => {
    expect(textAt(`case.legalBasis.${basis}`)).toBeTypeOf('string')
  })

  it.each(importFields)('names the import field %s', (field) => {
    expect(textAt(`import.fields.${field}`)).toBeTypeOf('string')
  })
})
