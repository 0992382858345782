import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toolFile } from '../../../scripts/lib/run.ts'
import { plantTree, saidOf } from '../../support/planted-tree.ts'

const config = '.dependency-cruiser.cjs'

/** A tree that keeps every arrow of ARCHITECTURE.md. */
const lawful: Record<string, string> = {
  'shared/schema/a.ts': 'export type A = 1',
  'shared/ipc/bridge.ts': "import type { A } from '../schema/a.ts'\nexport type Bridge = A",
  'main/seal/seal.ts':
    "import { createHash } from 'node:crypto'\nimport type { A } from '../../shared/schema/a.ts'\nexport const seal = (_: A) => createHash('sha256')",
  'main/domain/rule.ts': "import type { A } from '../../shared/schema/a.ts'\nexport const rule: A = 1",
  'main/update/believe.ts': "import { seal } from '../seal/seal.ts'\nexport const believe = seal",
  'main/platform/clock.ts': "import { hrtime } from 'node:process'\nexport const clock = hrtime",
  'main/sync/port.ts': "import type { A } from '../../shared/schema/a.ts'\nexport interface Port { readonly a: A }",
  'main/storage/db.ts':
    "import { rule } from '../domain/rule.ts'\nimport type { Port } from '../sync/port.ts'\nexport const db: Port['a'] = rule",
  'main/bundle/contents.ts': 'export type Contents = 1',
  'main/bundle/check/check.ts':
    "import type { Contents } from '../contents.ts'\nexport { seal } from '../../seal/seal.ts'\nexport type Checked = Contents",
  'main/bundle/page/page.ts': "export type { Checked } from '../check/check.ts'",
  'main/bundle/write/write.ts': "import { db } from '../../storage/db.ts'\nexport const write = db",
  'main/server/service.ts': "import { db } from '../storage/db.ts'\nexport const service = db",
  'main/cli/main.ts': "import { service } from '../server/service.ts'\nexport const cli = service",
  'main/app/main.ts': "import { app } from 'electron'\nexport const electron = app",
  'main/preload/preload.ts':
    "import type { Bridge } from '../../shared/ipc/bridge.ts'\nexport const bridge: Bridge = 1",
  'viewer/index.ts': "import type { A } from '../shared/schema/a.ts'\nexport const view: A = 1",
  'renderer/app.ts': "import type { A } from '../shared/schema/a.ts'\nexport const app: A = 1",
}

/** A rule, a file that breaks it, and nothing else that could be to blame. */
const planted: readonly (readonly [rule: string, file: string, code: string])[] = [
  ['shared-is-the-bottom', 'shared/schema/bad.ts', "export { rule } from '../../main/domain/rule.ts'"],
  ['seal-imports-only-shared', 'main/seal/bad.ts', "export { rule } from '../domain/rule.ts'"],
  [
    'domain-imports-only-shared',
    'main/domain/bad.ts',
    "import type { db } from '../storage/db.ts'\nexport type Db = typeof db",
  ],
  ['update-imports-shared-and-seal', 'main/update/bad.ts', "export { rule } from '../domain/rule.ts'"],
  ['platform-imports-shared-and-seal', 'main/platform/bad.ts', "export { rule } from '../domain/rule.ts'"],
  ['storage-imports-downwards', 'main/storage/bad.ts', "export { service } from '../server/service.ts'"],
  ['storage-imports-downwards', 'main/storage/upwards.ts', "export type { Contents } from '../bundle/contents.ts'"],
  ['blobs-imports-downwards', 'main/blobs/bad.ts', "export { service } from '../server/service.ts'"],
  [
    'blobs-imports-downwards',
    'main/blobs/through.ts',
    "import type { db } from '../storage/db.ts'\nexport type Through = typeof db",
  ],
  ['bundle-imports-downwards', 'main/bundle/bad.ts', "export { service } from '../server/service.ts'"],
  ['bundle-checks-run-anywhere', 'main/bundle/check/bad.ts', "export { clock } from '../../platform/clock.ts'"],
  ['verify-page-imports-only-checks', 'main/bundle/page/bad.ts', "export { write } from '../write/write.ts'"],
  [
    'verify-page-has-no-node',
    'main/bundle/page/reads.ts',
    "import { createHash } from 'node:crypto'\nexport const hash = createHash",
  ],
  ['verify-page-reaches-no-node', 'main/bundle/page/far.ts', "export { told } from '../check/tells.ts'"],
  ['sync-imports-downwards', 'main/sync/bad.ts', "export { service } from '../server/service.ts'"],
  [
    'sync-imports-downwards',
    'main/sync/typed.ts',
    "import type { db } from '../storage/db.ts'\nexport type Db = typeof db",
  ],
  ['sync-reaches-no-storage', 'main/sync/far.ts', "export type { Through } from '../blobs/through.ts'"],
  ['detection-imports-downwards', 'main/detection/bad.ts', "export { cli } from '../cli/main.ts'"],
  ['report-imports-the-contents', 'main/report/bad.ts', "export { db } from '../storage/db.ts'"],
  ['server-imports-downwards', 'main/server/bad.ts', "export { cli } from '../cli/main.ts'"],
  ['cli-imports-downwards', 'main/cli/bad.ts', "export { electron } from '../app/main.ts'"],
  ['app-imports-downwards', 'main/app/bad.ts', "export { app } from '../../renderer/app.ts'"],
  ['preload-imports-only-ipc', 'main/preload/bad.ts', "export { service } from '../server/service.ts'"],
  ['renderer-imports-only-shared', 'renderer/bad.ts', "export { rule } from '../main/domain/rule.ts'"],
  ['viewer-imports-only-shared', 'viewer/bad.ts', "export { app } from '../renderer/app.ts'"],
  [
    'electron-only-in-app-and-preload',
    'main/server/window.ts',
    "import { app } from 'electron'\nexport const name = app.name",
  ],
  [
    'pure-parts-do-no-io',
    'main/domain/reads.ts',
    "import { readFileSync } from 'node:fs'\nexport const read = readFileSync",
  ],
  [
    'renderer-has-no-node',
    'renderer/reads.ts',
    "import { readFileSync } from 'node:fs'\nexport const read = readFileSync",
  ],
  ['no-cycles', 'main/storage/one.ts', "import { two } from './two.ts'\nexport const one: number = two"],
  ['no-unresolvable', 'main/blobs/lost.ts', "export { gone } from './gone.ts'"],
]
/** What some of them need besides, and what is not to blame. */
const besides = {
  'main/storage/two.ts': "import { one } from './one.ts'\nexport const two: number = one",
  'main/bundle/check/tells.ts': "import { inspect } from 'node:util'\nexport const told = inspect",
}

type Violation = { readonly from: string; readonly rule: { readonly name: string } }

async function cruise(tree: string): Promise<Violation[]> {
  const args = [toolFile('dependency-cruiser', 'bin/dependency-cruiser.mjs'), '--config', config]
  const stdout = await saidOf(tree, [...args, '-T', 'json', 'main', 'renderer', 'viewer', 'shared'])
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations
}

describe('the dependency rule', () => {
  const trees: string[] = []
  let violations: Violation[] = []

  beforeAll(async () => {
    const breaking = Object.fromEntries(planted.map(([, file, code]) => [file, code]))
    const tree = await plantTree({ ...lawful, ...breaking, ...besides }, config)
    trees.push(tree)
    violations = await cruise(tree)
  })
  afterAll(() => Promise.all(trees.map((tree) => rm(tree, { recursive: true, force: true }))))

  test('a tree that keeps the arrows passes', async () => {
    const tree = await plantTree(lawful, config)
    trees.push(tree)
    expect(await cruise(tree)).toEqual([])
  })

  test.each(planted)('a planted violation of %s in %s is reported', (rule, file) => {
    expect(violations.map((found) => `${found.rule.name}: ${found.from}`)).toContain(`${rule}: ${file}`)
  })

  test('no lawful file is blamed', () => {
    expect(violations.filter((found) => found.from in lawful)).toEqual([])
  })
})
