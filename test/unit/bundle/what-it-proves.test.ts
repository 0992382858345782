import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { coverageOf } from '../../../main/bundle/check/coverage.ts'
import { inRoot } from '../../../scripts/lib/paths.ts'

const page = readFileSync(inRoot('docs/what-this-proves.md'), 'utf8')
const rules = ['bundle', 'seal'].map((name) => readFileSync(inRoot(`docs/spec/${name}.md`), 'utf8')).join('\n')
const source = readFileSync(inRoot('main/bundle/check/coverage.ts'), 'utf8')

/** What stands in quotation marks on the page: what the check says, word for word. */
const quoted = [...page.matchAll(/"([^"]+)"/gu)].map(([, words = '']) => words)

/** The words of the verdict as its source has them, with what it puts in left out. */
const sayings = source
  .replaceAll('${bundlePaths.caseFile}', 'data/case.json')
  .replaceAll('${bundlePaths.verifyPage}', 'verify.html')
  .replaceAll(/\$\{writer \?\? ''\}/gu, '…')

describe('B-112: the page for judges', () => {
  test('is short enough to be read', () => {
    const words = page.replaceAll(/\]\([^)]*\)/gu, ']').match(/[\w…][\w.'’/-]*/gu) ?? []
    expect(words.length).toBeLessThanOrEqual(600)
  })

  test('quotes the verdict in its own words', () => {
    expect(quoted.length).toBeGreaterThan(12)
    expect(quoted.filter((words) => !sayings.includes(words))).toEqual([])
  })

  test('says of every bundle what every verdict says that it does not cover', () => {
    const { doesNotCover } = coverageOf({
      papers: [],
      counts: { entries: 1, disclosures: 0, evidence: 0, checkpoints: 1, valuesLeftOut: 0, piecesLeftOut: 0 },
      facts: null,
      signingKey: null,
      keyConfirmed: true,
      provesNames: true,
      conclusion: 'intact_to_the_end',
      findings: [],
      paths: [],
      hidesLinks: false,
    })
    const [, always = ''] = /always lists:\n\n- "([^"]+)"/u.exec(page) ?? []
    expect(doesNotCover).toEqual([always])
  })

  test('names rules that there are', () => {
    const named = page.match(/\b[BS]-\d+\b/gu) ?? []
    expect(named.length).toBeGreaterThan(15)
    expect(named.filter((rule) => !rules.includes(`**${rule}**`))).toEqual([])
  })
})
