import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BundleContents } from '../../../main/bundle/contents.ts'
import { verifyFactsOf } from '../../../main/bundle/format/verify-facts.ts'
import { verifyText } from '../../../main/bundle/format/verify-text.ts'
import type { Actor } from '../../../main/domain/access/actor.ts'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
import { reportFile } from '../../support/bundle-papers.ts'
import { bundleFile, madeContents, type MadeContents } from '../../support/case-bundle.ts'
import { verifySteps } from '../../support/bundle-alterations.ts'
import { linuxSteps, shell, UnpackedBundle } from '../../support/unpacked-bundle.ts'
import { type WorkedWorkspace, workedWorkspace } from '../../support/worked-workspace.ts'
import { granted } from '../storage/support.ts'
import { examplePieces } from './pieces.ts'

const folder = 'data/workspace-disclosures/'

let made: MadeContents
let original: UnpackedBundle
let steps: readonly string[]
/** What the steps before that of the names leave. */
let work: string

const written = async ({ contents, key }: Pick<MadeContents, 'contents' | 'key'>): Promise<UnpackedBundle> =>
  UnpackedBundle.unpack((await bundleFile({ contents, key }, { extraFiles: [reportFile(contents)] })).file)

/** A workspace whose first user has another name since. */
const renamedWorkspace = async (): Promise<WorkedWorkspace> => {
  const worked = await workedWorkspace()
  const workspace = granted(await openWorkspace(worked.dataDir, systemEnv(createLog('silent'))))
  const { uid } = await workspace.db.selectFrom('users').select('uid').where('id', '=', 1).executeTakeFirstOrThrow()
  const actor: Actor = { userId: 1, userUid: uid, role: 'admin' }
  granted(await workspace.access.changeUser(1, { name: 'Ada Morgan-Łuczak 👩🏽‍⚖️' }, { actor }))
  await workspace.close()
  return worked
}

beforeAll(async () => {
  made = await madeContents(examplePieces, await renamedWorkspace())
  original = await written(made)
  const text = original.text('VERIFY.txt')
  steps = linuxSteps(text)
  work = mkdtempSync(path.join(tmpdir(), 'fieldseal-work-'))
  const before = [verifySteps.keyFiles, verifySteps.entries, verifySteps.enrolment]
  shell([`work=${work}`, ...before.map((step) => steps[step - 1] ?? 'false')].join('\n'), original.dir)
}, 600_000)

afterAll(() => {
  original.discard()
  rmSync(work, { recursive: true })
})

interface Verified {
  /** `code file` of each fault. */
  readonly faults: readonly string[]
  readonly covers: readonly string[]
  readonly doesNotCover: readonly string[]
  /** What the step of VERIFY.txt says. */
  readonly byHand: string
}

const verified = async (bundle: UnpackedBundle): Promise<Verified> => {
  const { findings, coverage } = await bundle.verify()
  return {
    faults: findings.filter(({ severity }) => severity === 'fault').map(({ code, file }) => `${code} ${file ?? ''}`),
    ...coverage,
    byHand: bundle.byHand(original.text('VERIFY.txt'), [steps.length], work).output,
  }
}

/** What is said of a bundle that its exporter has altered and signed anew. */
const after = async (alter: (bundle: UnpackedBundle) => void): Promise<Verified> => {
  const bundle = original.copy()
  alter(bundle)
  bundle.sign(made.key)
  const said = await verified(bundle)
  bundle.discard()
  return said
}

/** The same case, in which every paper and every list calls its people otherwise. */
const renamed = (contents: BundleContents, name: string): BundleContents => ({
  ...contents,
  people: new Map([...contents.people.keys()].map((uid) => [uid, name])),
  case: { ...contents.case, ownerName: contents.case.ownerName === null ? null : name },
  export: { ...contents.export, byName: name },
  evidence: contents.evidence.map((piece) => ({
    ...piece,
    item: { ...piece.item, acquired_by: { ...piece.item.acquired_by, name } },
  })),
})

describe('B-114: names of people are those that the entries of the workspace seal', () => {
  test('untouched, they are proven, and the verdict says so', async () => {
    const { faults, covers, doesNotCover, byHand } = await verified(original)
    expect(faults).toEqual([])
    expect(covers.join('\n')).toMatch(/^data\/case\.json: held against the entries$[^]*^names of people: each is/m)
    expect(doesNotCover.join('\n')).not.toMatch(/names of people/)
    expect(byHand).toBe('names of people: OK\n')
    expect(original.files().filter((file) => file.startsWith(folder))).toHaveLength(1)
  })

  test.each(['Judge Hathorne', 'Ada Morgan'])(
    'another name that case.json and every paper agree on: %s',
    async (name) => {
      const bundle = await written({ contents: renamed(made.contents, name), key: made.key })
      const { faults, byHand } = await verified(bundle)
      bundle.discard()
      expect(faults).toEqual(['bundle_facts_differ data/case.json'])
      expect(byHand).toMatch(/NOT THE NAME THAT WAS SEALED/)
      expect(byHand).not.toMatch(/names of people: OK/)
    },
  )

  test.each<[what: string, fault: string, alter: (bundle: UnpackedBundle, file: string) => void]>([
    ['the value that proves it taken out', 'bundle_facts_differ data/case.json', (bundle, file) => bundle.remove(file)],
    [
      'another value in its place',
      'disclosure_differs FILE',
      (bundle, file) =>
        bundle.write(
          file,
          `${Buffer.from('["c2FsdHNhbHRzYWx0c2FsdA","name","Judge Hathorne"]').toString('base64url')}\n`,
        ),
    ],
    [
      'it stands beside another entry',
      'disclosure_differs data/workspace-disclosures/000000.txt',
      (bundle, file) => bundle.rename(file, `${folder}000000.txt`),
    ],
    [
      'a person whom nobody added',
      'bundle_facts_differ data/case.json',
      (bundle) => bundle.edit('data/case.json', (text) => text.replace('"people": {', '"people": {"nobody": "Ann",')),
    ],
    [
      'nobody is named, and the value is there',
      'bundle_facts_differ FILE',
      (bundle) => bundle.edit('data/case.json', (text) => text.replace(/"people": \{[^}]*\}/, '"people": {}')),
    ],
  ])('%s', async (_, fault, alter) => {
    const file = original.files().find((one) => one.startsWith(folder)) ?? ''
    const { faults, byHand } = await after((bundle) => alter(bundle, file))
    expect(faults).toContain(fault.replace('FILE', file))
    expect(byHand).not.toMatch(/names of people: OK/)
  })

  test('a name whose value is not there is told by the mark of an erasure alone', async () => {
    const contents = { ...renamed(made.contents, '[redacted]'), nameDisclosures: [] }
    const bundle = await written({ contents, key: made.key })
    const { faults, byHand } = await verified(bundle)
    bundle.discard()
    expect([faults, byHand]).toEqual([[], 'names of people: OK\n'])
  })
})

describe('B-42: bundles of releases before names were proven verify as they did', () => {
  let earlier: MadeContents
  let bundle: UnpackedBundle
  beforeAll(async () => {
    earlier = await madeContents(examplePieces, undefined, { papers: { 'VERIFY.txt': 1, 'data/report.html': 1 } })
    bundle = await written({ contents: renamed(earlier.contents, 'Judge Hathorne'), key: earlier.key })
    bundle.write('VERIFY.txt', verifyText(verifyFactsOf(earlier.contents, earlier.key, false), 1))
    bundle.sign(earlier.key)
  })
  afterAll(() => bundle.discard())

  test('names are the exporter’s word, and the verdict says so', async () => {
    const { findings, coverage, verdict } = await bundle.verify()
    expect(verdict).toBe('intact')
    expect(findings.filter(({ severity }) => severity === 'fault')).toEqual([])
    expect(coverage.covers.join('\n')).toMatch(/^data\/case\.json: held against the entries, names of people aside$/m)
    expect(coverage.doesNotCover.join('\n')).toMatch(/^names of people: they are what the exporting service knew/m)
  })

  test('B-111: its VERIFY.txt is made again by the version that wrote it', async () => {
    const { papers } = await bundle.verify()
    expect(papers.filter(({ state }) => state === 'as_sealed').map(({ paper, writer }) => [paper, writer])).toEqual([
      ['VERIFY.txt', 1],
      ['data/report.html', 1],
    ])
  })

  test('a value that is put beside its entries has to be the name that is told, and proves none', async () => {
    const forged = bundle.copy()
    for (const file of original.files().filter((one) => one.startsWith(folder)))
      forged.write(file, original.bytes(file))
    forged.sign(earlier.key)
    const { findings, coverage } = await forged.verify()
    forged.discard()
    expect(findings.map(({ code }) => code)).toContain('bundle_facts_differ')
    expect(coverage.doesNotCover.join('\n')).toMatch(/^names of people: /m)
  })
})
