import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { checkBic } from '../../main/domain/kyb/identifiers/account.ts'
import { checkLei } from '../../main/domain/kyb/identifiers/lei.ts'

const file = join(
  process.env['FIELDSEAL_SHARED'] ?? join(import.meta.dirname, '../../../shared'),
  'data',
  'kyb',
  'lei-bic.csv.gz',
)

/**
 * Whether GLEIF's pairs are at hand. Absent ones are announced and skipped on a developer's machine, and are an error
 * in CI.
 */
const havePairs = (): boolean => {
  if (existsSync(file)) return true
  if (process.env['CI'] === 'true') throw new Error(`the pairs of LEI and BIC are missing at ${file}`)
  console.warn(`SKIPPED: the pairs of LEI and BIC are not at ${file}; set FIELDSEAL_SHARED to test on them`)
  return false
}

const pairs = (): readonly (readonly [lei: string, bic: string])[] =>
  gunzipSync(readFileSync(file))
    .toString('latin1')
    .trim()
    .split(/\r?\n/u)
    .slice(1)
    .map((line) => line.split(',') as unknown as readonly [string, string])

const digits = '0123456789'
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

describe.runIf(havePairs())('legal entity identifiers that GLEIF publishes', () => {
  const known = pairs()

  it('are 2,000, and all are right, as are the codes of their banks', () => {
    expect(known).toHaveLength(2_000)
    expect(known.filter(([lei]) => checkLei(lei).verdict !== 'valid')).toEqual([])
    expect(known.filter(([, bic]) => checkBic(bic).verdict !== 'valid')).toEqual([])
  })

  it('are refused with any digit put for a digit, or any letter for a letter', () => {
    let accepted = 0
    for (const [lei] of known) {
      for (const [at, character] of [...lei].entries()) {
        for (const other of digits.includes(character) ? digits : letters) {
          if (other !== character && checkLei(lei.slice(0, at) + other + lei.slice(at + 1)).verdict === 'valid')
            accepted += 1
        }
      }
    }
    expect(accepted).toBe(0)
  })

  // A letter put for a digit lengthens the number that is divided: by the standard one in 97 of these leaves the right
  // remainder.
  it('are refused with more than 99.4 % of all other characters, as ISO 7064 can', () => {
    let changed = 0
    let accepted = 0
    for (const [lei] of known.slice(0, 200)) {
      for (const [at, character] of [...lei].entries()) {
        for (const other of digits + letters) {
          if (other === character) continue
          changed += 1
          if (checkLei(lei.slice(0, at) + other + lei.slice(at + 1)).verdict === 'valid') accepted += 1
        }
      }
    }
    expect(1 - accepted / changed).toBeGreaterThan(0.994)
  })
})
