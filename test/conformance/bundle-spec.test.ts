import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bundlePaths, caseFolders, workspaceFolders } from '../../main/bundle/format/layout.ts'
import { bundleNamespace, bundlePrincipal } from '../../main/bundle/format/sshsig.ts'
import { bundleFindingCodes } from '../../shared/schema/findings.ts'

const spec = readFileSync(join(import.meta.dirname, '../../docs/spec/bundle.md'), 'utf8')

describe('the specification of the bundle', () => {
  test.each(bundleFindingCodes)('B-80: it has a rule for %s', (code) => {
    const rules = spec.slice(spec.indexOf('- **B-81**')).split('\n')
    expect(rules.some((line) => line.startsWith('- **B-') && line.includes(`\`${code}\``))).toBe(true)
  })

  test('numbers every rule once', () => {
    const numbers = [...spec.matchAll(/^- \*\*B-(\d+)\*\*/gm)].map((match) => Number(match[1]))
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  })

  test('B-10: its layout shows every file and folder that is written', () => {
    const layout = /```text\n([\s\S]*?)```/.exec(spec)?.[1] ?? ''
    const folders = [caseFolders, workspaceFolders].flatMap((of) => Object.values(of) as (string | null)[])
    for (const path of [...Object.values(bundlePaths), ...folders]) if (path !== null) expect(layout).toContain(path)
  })

  test('B-20, B-22: it names the namespace and the principal of the signature', () => {
    expect(spec).toContain(`\`${bundleNamespace}\``)
    expect(spec).toContain(`\`${bundlePrincipal}\``)
  })
})
