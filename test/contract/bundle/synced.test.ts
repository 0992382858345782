import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CaseFile } from '../../../main/bundle/format/case-file.ts'
import { bundleFile } from '../../support/case-bundle.ts'
import { contestedCase, exportedFrom, type ContestedCase } from '../../support/synced-bundle.ts'
import { faultCodes, UnpackedBundle } from '../../support/unpacked-bundle.ts'
import { granted } from '../storage/support.ts'

let made: ContestedCase

beforeAll(async () => {
  made = await contestedCase()
}, 120_000)

afterAll(() => made.field.remove())

const factsOf = (bundle: UnpackedBundle): CaseFile => JSON.parse(bundle.text('data/case.json')) as CaseFile

const placesOf = (bundle: UnpackedBundle): readonly (number | null)[] => (JSON.parse(bundle.text('data/hub/order.json')) as { case: (number | null)[] }).case

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
      expect(report.witnessed).toMatchObject({ origin: field.order.origin, size: received, entries: received + 1, cosignedBy: [] })
      expect(report.witnessed?.lastReceiptAt).not.toBeNull()
      expect(factsOf(bundle)).toMatchObject({
        case: { status: 'investigating', title: 'Title of B' },
        hub: { origin: field.order.origin, received, witnessed: { size: received }, conflicts: [{ kind: 'transition', loser, settled: null }] },
      })
      bundles.push(bundle)
    }
    const [ofA, ofB] = bundles.map(placesOf)
    expect(ofA?.at(-1)).toBeNull()
    // On B the order of arrival is another than that of the hub, which no reader of the arrival order alone could follow.
    expect(ofB?.filter((place) => place !== null)).not.toEqual([...(ofB ?? [])].filter((place) => place !== null).sort((x, y) => x - y))
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
    const { id } = granted(await a.workspace.cases.create({ title: 'Only here', description: '', priority: 'low', alert_ids: [] }, { actor: field.admin }))
    const bundle = UnpackedBundle.unpack((await bundleFile(await exportedFrom(a, field, id))).file)
    const report = await bundle.verify()
    expect(faultCodes(report)).toEqual([])
    expect(report.witnessed).toMatchObject({ size: 0, entries: 2, lastReceiptAt: null })
    expect(factsOf(bundle).hub).toMatchObject({ received: 0, witnessed: null, conflicts: [] })
    bundle.discard()
  })
})
