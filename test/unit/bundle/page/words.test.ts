import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { meaningOf } from '../../../../main/bundle/page/words.ts'
import { isFault, makeFinding } from '../../../../main/seal/findings.ts'
import { bundleFindingCodes, sealFindingCodes } from '../../../../shared/schema/findings.ts'

const page = readFileSync(new URL('../../../../docs/verify-a-bundle.md', import.meta.url), 'utf8')

const findings = [...bundleFindingCodes, ...sealFindingCodes].map((code) =>
  makeFinding({ caseUid: 'x', caseNumber: null }, code, 'said'),
)

test('B-80, S-80: docs/verify-a-bundle.md lists every finding, faults first, in the words of verify.html', () => {
  const [, table = ''] = /\| finding \| means \|\n\|---\|---\|\n((?:\|.*\n)+)/u.exec(page) ?? []
  const rows = [...findings.filter(isFault), ...findings.filter((finding) => !isFault(finding))].map((finding) => {
    const { title, means } = meaningOf(finding.code)
    return `| \`${finding.code}\`${isFault(finding) ? '' : ' (information)'} | ${title}. ${means} |`
  })
  expect(table.trimEnd().split('\n')).toEqual(rows)
})
