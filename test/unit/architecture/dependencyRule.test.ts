import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toolFile } from '../../../scripts/lib/run.ts'
import { plantTree, saidOf } from '../../support/planted-tree.ts'

const config = '.dependency-cruiser.cjs'

/** A tree that keeps every arrow of DESIGN section 7. */
const lawful: Record<string, string> = {
  'shared/schema/a.ts': 'export type A = 1',
  'shared/ipc/bridge.ts': "import type { A } from '../schema/a.ts'\nexport type Bridge = A",
  'main/seal/seal.ts': "import { createHash } from 'node:crypto'\nimport type { A } from '../../shared/schema/a.ts'\nexport const seal = (_: A) => createHash('sha256')",
  'main/domain/rule.ts': "import type { A } from '../../shared/schema/a.ts'\nexport const rule: A = 1",
  'main/platform/clock.ts': "import { hrtime } from 'node:process'\nexport const clock = hrtime",
  'main/storage/db.ts': "import { rule } from '../domain/rule.ts'\nexport const db = rule",
  'main/bundle/contents.ts': 'export type Contents = 1',
  'main/bundle/check/check.ts': "import type { Contents } from '../contents.ts'\nexport { seal } from '../../seal/seal.ts'\nexport type Checked = Contents",
  'main/bundle/page/page.ts': "export type { Checked } from '../check/check.ts'",
  'main/bundle/write/write.ts': "import { db } from '../../storage/db.ts'\nexport const write = db",
  'main/server/service.ts': "import { db } from '../storage/db.ts'\nexport const service = db",
  'main/cli/main.ts': "import { service } from '../server/service.ts'\nexport const cli = service",
  'main/app/main.ts': "import { app } from 'electron'\nexport const electron = app",
  'main/preload/preload.ts': "import type { Bridge } from '../../shared/ipc/bridge.ts'\nexport const bridge: Bridge = 1",
  'viewer/index.ts': "import type { A } from '../shared/schema/a.ts'\nexport const view: A = 1",
  'renderer/app.ts': "import type { A } from '../shared/schema/a.ts'\nexport const app: A = 1",
}

/** Rule -> a file that breaks it, and nothing else that could be to blame. */
const planted: Record<string, { file: string; code: string }> = {
  'shared-is-the-bottom': { file: 'shared/schema/bad.ts', code: "export { rule } from '../../main/domain/rule.ts'" },
  'seal-imports-only-shared': { file: 'main/seal/bad.ts', code: "export { rule } from '../domain/rule.ts'" },
  'domain-imports-only-shared': { file: 'main/domain/bad.ts', code: "import type { db } from '../storage/db.ts'\nexport type Db = typeof db" },
  'platform-imports-shared-and-seal': { file: 'main/platform/bad.ts', code: "export { rule } from '../domain/rule.ts'" },
  'storage-imports-downwards': { file: 'main/storage/bad.ts', code: "export { service } from '../server/service.ts'" },
  'blobs-imports-downwards': { file: 'main/blobs/bad.ts', code: "export { service } from '../server/service.ts'" },
  'bundle-imports-downwards': { file: 'main/bundle/bad.ts', code: "export { service } from '../server/service.ts'" },
  'bundle-checks-run-anywhere': { file: 'main/bundle/check/bad.ts', code: "export { clock } from '../../platform/clock.ts'" },
  'verify-page-imports-only-checks': { file: 'main/bundle/page/bad.ts', code: "export { write } from '../write/write.ts'" },
  'verify-page-has-no-node': { file: 'main/bundle/page/reads.ts', code: "import { createHash } from 'node:crypto'\nexport const hash = createHash" },
  'sync-imports-downwards': { file: 'main/sync/bad.ts', code: "export { service } from '../server/service.ts'" },
  'detection-imports-downwards': { file: 'main/detection/bad.ts', code: "export { cli } from '../cli/main.ts'" },
  'report-imports-the-contents': { file: 'main/report/bad.ts', code: "export { db } from '../storage/db.ts'" },
  'server-imports-downwards': { file: 'main/server/bad.ts', code: "export { cli } from '../cli/main.ts'" },
  'cli-imports-downwards': { file: 'main/cli/bad.ts', code: "export { electron } from '../app/main.ts'" },
  'app-imports-downwards': { file: 'main/app/bad.ts', code: "export { app } from '../../renderer/app.ts'" },
  'preload-imports-only-ipc': { file: 'main/preload/bad.ts', code: "export { service } from '../server/service.ts'" },
  'renderer-imports-only-shared': { file: 'renderer/bad.ts', code: "export { rule } from '../main/domain/rule.ts'" },
  'viewer-imports-only-shared': { file: 'viewer/bad.ts', code: "export { app } from '../renderer/app.ts'" },
  'electron-only-in-app-and-preload': { file: 'main/server/window.ts', code: "import { app } from 'electron'\nexport const name = app.name" },
  'pure-parts-do-no-io': { file: 'main/domain/reads.ts', code: "import { readFileSync } from 'node:fs'\nexport const read = readFileSync" },
  'renderer-has-no-node': { file: 'renderer/reads.ts', code: "import { readFileSync } from 'node:fs'\nexport const read = readFileSync" },
  'no-cycles': { file: 'main/storage/one.ts', code: "import { two } from './two.ts'\nexport const one: number = two" },
  'no-unresolvable': { file: 'main/blobs/lost.ts', code: "export { gone } from './gone.ts'" },
}
const besideTheCycle = { 'main/storage/two.ts': "import { one } from './one.ts'\nexport const two: number = one" }

type Violation = { readonly from: string; readonly rule: { readonly name: string } }

async function cruise(tree: string): Promise<Violation[]> {
  const args = [toolFile('dependency-cruiser', 'bin/dependency-cruiser.mjs'), '--config', config]
  const stdout = await saidOf(tree, [...args, '-T', 'json', 'main', 'renderer', 'viewer', 'shared'])
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations
}

describe('the dependency rule (DESIGN section 7)', () => {
  const trees: string[] = []
  let violations: Violation[] = []

  beforeAll(async () => {
    const breaking = Object.fromEntries(Object.values(planted).map(({ file, code }) => [file, code]))
    const tree = await plantTree({ ...lawful, ...breaking, ...besideTheCycle }, config)
    trees.push(tree)
    violations = await cruise(tree)
  })
  afterAll(() => Promise.all(trees.map((tree) => rm(tree, { recursive: true, force: true }))))

  test('a tree that keeps the arrows passes', async () => {
    const tree = await plantTree(lawful, config)
    trees.push(tree)
    expect(await cruise(tree)).toEqual([])
  })

  test.each(Object.entries(planted))('a planted violation of %s is reported', (rule, { file }) => {
    expect(violations.map((found) => `${found.rule.name}: ${found.from}`)).toContain(`${rule}: ${file}`)
  })

  test('no lawful file is blamed', () => {
    expect(violations.filter((found) => found.from in lawful)).toEqual([])
  })
})
