import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CaseFile } from '../../../main/bundle/format/case-file.ts'
import { UnknownKeys } from '../../../main/bundle/read/read-contents.ts'
import { renderHtml } from '../../../main/report/html/render-html.ts'
import { plain } from '../../../main/report/model/phrase.ts'
import { reportOf } from '../../../main/report/report-of.ts'
import { signCheckpoint } from '../../../main/seal/checkpoint.ts'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
import { joinFolder, joiningOf } from '../../../main/storage/sync/join-folder.ts'
import { bundleFile } from '../../support/case-bundle.ts'
import { runCli } from '../../support/live-service.ts'
import { contestedCase, exportedFrom, type ContestedCase } from '../../support/synced-bundle.ts'
import { faultCodes, UnpackedBundle } from '../../support/unpacked-bundle.ts'
import { ownWorkspace, granted } from '../storage/support.ts'
import { answerOf, enrolKey, faultsOf, freshField, keyPub } from '../storage/sync/replicas.ts'
import type { Replica } from '../storage/sync/replicas.ts'
import { turnedByHand } from '../../support/turned-by-hand.ts'

let made: ContestedCase

beforeAll(async () => {
  made = await contestedCase()
}, 120_000)

afterAll(() => made.field.remove())

const factsOf = (bundle: UnpackedBundle): CaseFile => JSON.parse(bundle.text('data/case.json')) as CaseFile

const placesOf = (bundle: UnpackedBundle): readonly (number | null)[] =>
  (JSON.parse(bundle.text('data/hub/order.json')) as { case: (number | null)[] }).case

describe('A case that two devices worked on apart', { timeout: 120_000 }, () => {
  test('B-90 to B-95: exported from each, with the conflict open, it is intact, and says how far the hub vouches', async () => {
    const { field, a, b, caseId, uid, loser } = made
    const bundles = []
    for (const device of [a, b]) {
      const exported = await exportedFrom(device, field, caseId)
      const bundle = UnpackedBundle.unpack((await bundleFile(exported)).file)
      const report = await bundle.verify()
      expect(report.findings.filter(({ severity }) => severity === 'fault')).toEqual([])
      const received = field.order.chain(uid).length
      expect(report.witnessed).toMatchObject({
        origin: field.order.origin,
        size: received,
        entries: received + 1,
        cosignedBy: [],
      })
      expect(report.witnessed?.lastReceiptAt).not.toBeNull()
      expect(factsOf(bundle)).toMatchObject({
        case: { status: 'investigating', title: 'Title of B' },
        hub: {
          origin: field.order.origin,
          received,
          witnessed: { size: received },
          conflicts: [{ kind: 'transition', loser, settled: null }],
        },
      })
      bundles.push(bundle)
    }
    const [ofA, ofB] = bundles.map(placesOf)
    expect(ofA?.at(-1)).toBeNull()
    // On B the order of arrival is another than that of the hub, which no reader of the arrival order alone could
    // follow.
    expect(ofB?.filter((place) => place !== null)).not.toEqual(
      [...(ofB ?? [])].filter((place) => place !== null).sort((x, y) => x - y),
    )
    for (const bundle of bundles) bundle.discard()
  })

  test('Y-44: settled on one device and sealed on the other, both bundles tell what settled it', async () => {
    const { field, a, b, caseId, loser } = made
    granted(await a.workspace.cases.settle(caseId, loser, 'It stays as it is', { actor: field.admin }))
    await field.order.push(a)
    await field.order.push(b)
    await field.order.pull(a)
    await field.order.pull(b)
    for (const device of [a, b]) {
      const bundle = UnpackedBundle.unpack((await bundleFile(await exportedFrom(device, field, caseId))).file)
      expect(faultCodes(await bundle.verify())).toEqual([])
      expect(factsOf(bundle).hub?.conflicts).toMatchObject([{ loser, settled: { how: 'kept' } }])
      bundle.discard()
    }
  })

  test('a case that no hub has seen yet, in a workspace with a hub, is intact, and nothing vouches for it', async () => {
    const { field, a } = made
    const { id } = granted(
      await a.workspace.cases.create(
        { title: 'Only here', description: '', priority: 'low', alert_ids: [] },
        { actor: field.admin },
      ),
    )
    const bundle = UnpackedBundle.unpack((await bundleFile(await exportedFrom(a, field, id))).file)
    const report = await bundle.verify()
    expect(faultCodes(report)).toEqual([])
    expect(report.witnessed).toMatchObject({ size: 0, entries: 2, lastReceiptAt: null })
    expect(
      report.findings.filter(({ code }) => code === 'unwitnessed').map(({ message }) => message),
      'B-101',
    ).toContainEqual(expect.stringContaining('the bundle holds nothing that it signed about this case'))
    expect(factsOf(bundle).hub).toMatchObject({ received: 0, witnessed: null, conflicts: [] })
    bundle.discard()
  })

  test('Y-55: exported while a restored hub lacks entries that it had: what it signed before still holds', async () => {
    const { field, a, caseId, uid } = made
    await field.order.push(a)
    await a.workspace.sync.replica.rewind(uid, 2)
    const bundle = UnpackedBundle.unpack((await bundleFile(await exportedFrom(a, field, caseId))).file)
    const report = await bundle.verify()
    expect(report.findings.filter(({ severity }) => severity === 'fault')).toEqual([])
    expect(JSON.parse(bundle.text('data/hub/order.json'))).toHaveProperty('case_signed')
    bundle.discard()
  })
})

test(
  'B-91, Y-55: a restored hub has put something else in the place of what it lost: the bundle tells its present order alone, and is intact',
  { timeout: 120_000 },
  async () => {
    const field = await freshField()
    try {
      const [a, b] = [await field.enrol(), await field.enrol()]
      const { id } = granted(
        await a.workspace.cases.create(
          { title: 'Mule accounts', description: '', priority: 'high', alert_ids: [] },
          { actor: field.admin },
        ),
      )
      const { uid } = granted(await a.workspace.cases.read(id))
      await field.order.push(a)
      await field.order.pull(b)
      const received = field.order.chain(uid).length
      granted(await a.workspace.cases.edit(id, { title: 'Title of A' }, { actor: field.admin }))
      granted(await a.workspace.cases.edit(id, { title: 'Title of A again' }, { actor: field.admin }))
      await field.order.push(a)
      await a.workspace.sync.replica.rewind(uid, received)
      field.order.chain(uid).length = received
      granted(await b.workspace.cases.edit(id, { title: 'Title of B' }, { actor: field.admin }))
      await field.order.push(b)
      await field.order.pull(a)
      const bundle = UnpackedBundle.unpack((await bundleFile(await exportedFrom(a, field, id))).file)
      expect(faultCodes(await bundle.verify())).toEqual([])
      expect((await bundle.verify()).witnessed).toMatchObject({ size: received + 1 })
      expect(JSON.parse(bundle.text('data/hub/order.json'))).not.toHaveProperty('case_signed')
      expect(placesOf(bundle)).toEqual([
        ...Array.from({ length: received }, (_, place) => place),
        null,
        null,
        received,
        null,
      ])
      expect(await faultsOf(a)).toEqual([])
      bundle.discard()
    } finally {
      await field.remove()
    }
  },
)

test(
  'B-97: of checkpoints from outside, the hub’s and the exporting device’s are held against the entries; another device’s speaks about its own order',
  { timeout: 120_000 },
  async () => {
    const contested = await contestedCase()
    try {
      const { field, a, b, caseId, uid } = contested
      const ofA = await exportedFrom(a, field, caseId)
      const ofB = await exportedFrom(b, field, caseId)
      const bundle = UnpackedBundle.unpack((await bundleFile(ofB)).file)
      const faultsWith = async (...checkpoints: string[]): Promise<string[]> =>
        faultCodes(await bundle.verify({ keys: [ofB.key.spki, field.order.key.spki], fingerprints: [], checkpoints }))
      expect(
        await faultsWith(
          ofA.contents.chain.checkpoint,
          ofB.contents.chain.checkpoint,
          field.order.checkpoint(uid, 3).note,
        ),
      ).toEqual([])
      const said = async (note: string): Promise<string[]> =>
        (await bundle.verify({ keys: [], fingerprints: [], checkpoints: [note] })).findings
          .filter(({ code }) => code.startsWith('checkpoint_'))
          .map(({ severity, code }) => `${severity} ${code}`)
      for (const note of [ofA.contents.chain.checkpoint, ofA.contents.workspaceChain.checkpoint]) {
        expect(await said(note)).toEqual(['information checkpoint_elsewhere'])
        expect(
          await said(note.replace(/\n[A-Za-z0-9+/]{43}=\n/u, `\n${'A'.repeat(43)}=\n`)),
          'its root replaced',
        ).toEqual(['fault checkpoint_invalid'])
      }
      expect(await said(ofB.contents.chain.checkpoint)).toEqual([])
      const other = { origin: `${field.order.origin}/case/${uid}`, size: 3, root: Buffer.alloc(32, 1) }
      const { privateKey, publicKeyRaw } = field.order.key
      expect(await faultsWith(signCheckpoint(other, { name: field.order.origin, privateKey, publicKeyRaw }))).toEqual([
        'checkpoint_not_extending',
      ])
      bundle.discard()
    } finally {
      await contested.field.remove()
    }
  },
)

test('the report marks the entry that was overtaken, and tells by which, and that nobody has settled it', async () => {
  const contested = await contestedCase()
  try {
    const { contents } = await exportedFrom(contested.b, contested.field, contested.caseId)
    const report = reportOf(contents)
    const numberOf = (id: string | undefined): number =>
      (contents.chain.entries.find((entry) => entry.id === id)?.position ?? -1) + 1
    const row = report.timeline.find(({ id }) => id === contested.loser)
    const told = (row?.facts ?? []).map(({ label, value }) => `${label}: ${plain(value)}`)
    expect(plain(row?.sentence ?? [])).toContain('(overtaken: this changed nothing)')
    expect(told).toEqual(
      expect.arrayContaining([
        `Overtaken by: entry ${numberOf(contents.hub?.conflicts[0]?.winner)}`,
        'Settled: Not yet',
      ]),
    )
    expect(report.timeline.map(({ number }) => number)).toEqual([1, 4, 5, 2, 3, 6])
    const seal = report.seal.hub.map(({ label, value }) => `${label}: ${plain(value)}`)
    expect(seal).toContain('Last witnessed: 5 of 6 entries, in the order of the hub')
    expect([...renderHtml(report)].join('')).toContain('1 entry was overtaken, 1 not settled')
  } finally {
    await contested.field.remove()
  }
})

test('fieldseal verify prints how far the hub vouches', async () => {
  const contested = await contestedCase()
  try {
    const { file } = await bundleFile(await exportedFrom(contested.a, contested.field, contested.caseId))
    expect(runCli('verify', file).lines.at(-1)).toMatchObject({
      verdict: 'intact',
      witnessed: { by: contested.field.order.origin, size: 5, entries: 6, cosigned_by: [] },
    })
  } finally {
    await contested.field.remove()
  }
})

test(
  'Y-14: a case that a folder brought along when it joined is intact: its ids are those of its device',
  { timeout: 120_000 },
  async () => {
    const field = await freshField()
    const alone = await ownWorkspace()
    try {
      const { root, order, admin } = field
      const kid = root.workspace.keys.device.kid
      const answer = answerOf(
        order,
        { ...alone, made: { ...alone.made, workspaceId: root.workspace.facts.uid } },
        kid,
        alone.made.deviceId,
        5,
        admin.userUid,
      )
      const mine = granted(
        await alone.workspace.cases.create(
          { title: 'Found alone', description: 'Written alone', priority: 'low' },
          { actor: alone.admin },
        ),
      )
      const joining = await joiningOf(alone.workspace)
      enrolKey(field, {
        ...keyPub(alone.workspace.keys.device, alone.made.deviceId, 5),
        joined: true,
        joined_dseq: joining.dseq,
      })
      await order.pull(root)
      await alone.workspace.close()
      granted(
        await joinFolder(
          alone.dir,
          { answer, url: 'https://hub.test', password: null, joinedDseq: joining.dseq },
          alone.env,
        ),
      )
      const workspace = granted(await openWorkspace(alone.dir, alone.env, { scheduler: turnedByHand() }))
      const joined: Replica = {
        workspace,
        clock: alone.clock,
        dir: alone.dir,
        env: alone.env,
        remove: () => workspace.close(),
      }
      const id = mine.id + 5 * 2 ** 32
      await expect(exportedFrom(joined, field, id), 'it does not know the keys of its workspace yet').rejects.toThrow(
        UnknownKeys,
      )
      await order.pull(joined)
      await order.push(joined)
      await order.pull(joined)
      await order.pull(root)
      for (const device of [joined, root]) {
        const bundle = UnpackedBundle.unpack((await bundleFile(await exportedFrom(device, field, id))).file)
        expect((await bundle.verify()).findings.filter(({ severity }) => severity === 'fault')).toEqual([])
        bundle.discard()
      }
      await workspace.close()
    } finally {
      await alone.remove()
      await field.remove()
    }
  },
)
