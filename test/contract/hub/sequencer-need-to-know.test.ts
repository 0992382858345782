import { describe, expect, test } from 'vitest'
import type { FeedItem } from '../../../main/sync/wire.ts'
import type { PaperDevice } from '../../support/paper-device.ts'
import { inFreshWorlds } from './each-test.ts'
import { engines } from './engines.ts'
import { admin, ana, auditor, ben, caseA } from './sequencer-world.ts'
import type { World } from './sequencer-world.ts'

let world: World

const typesIn = async (name: string): Promise<string[]> =>
  (await world.store.reading((tx) => tx.entriesOf(name, 0, 10_000))).map(
    (entry) => (JSON.parse(Buffer.from(entry.payload).toString()) as { type: string }).type,
  )
const toldOf = (items: readonly FeedItem[], name = caseA): readonly string[] =>
  items.flatMap((item) => ('case' in item && item.case === name ? [item.k] : []))
const told = async (device: PaperDevice, since = 0): Promise<readonly string[]> =>
  toldOf((await device.pull({ since })).items)
const newest = async (device: PaperDevice): Promise<number> =>
  ((await device.pull()).items.at(-1) as { since: number }).since
const pushed = async (device: PaperDevice, name = caseA) => {
  const runs = device.runs().filter((run) => run.case === name)
  return (await device.push(runs)).runs[0]
}
const setAccess = (device: PaperDevice, pub: Record<string, string | string[]>): void =>
  void device.seal({ case: caseA, type: 'access.set', pub, withheld: { notes: 'As it is now.' } })
const holders = async (): Promise<readonly string[]> =>
  (await world.hub.grants(caseA)).filter(({ endedFeed }) => endedFeed === null).map(({ subject }) => subject.id)

describe.each(engines)('who may know a case, at a hub on $name', (kind) => {
  inFreshWorlds(kind, (fresh) => {
    world = fresh
  })

  test('Y-107: a case that is restricted from its first entry on is told to nobody else, whatever their device gets', async () => {
    const mine = await world.device(ana)
    const all = await world.device(ben, 'all')
    mine.open(caseA, { access: { rule: 'named', people: [ana] } })
    mine.note(caseA)
    expect((await pushed(mine))?.refused).toBeUndefined()
    expect(await told(all)).toEqual([])
    expect(await told(world.founder)).toContain('entries')
    expect(await typesIn(caseA)).not.toContain('grant.ended')
  })

  test('Y-108: whoever may know it no longer loses it by a sealed word of the hub, and pushes nothing more', async () => {
    const mine = await world.device(ana)
    const theirs = await world.device(ben, 'all')
    mine.open(caseA)
    await mine.push()
    const since = await newest(theirs)
    expect(await told(theirs)).toContain('entries')
    setAccess(mine, { rule: 'named', people: [ana] })
    mine.note(caseA, 'Of an informant.')
    expect((await pushed(mine))?.refused).toBeUndefined()
    const { items } = await theirs.pull({ since })
    expect(toldOf(items)).toEqual(['drop'])
    expect(items.find((item) => item.k === 'drop')).toMatchObject({
      ended: { kid: world.hub.identity.kid, p: expect.stringContaining('"type":"grant.ended"') as string },
    })
    theirs.note(caseA)
    expect((await pushed(theirs))?.refused).toMatchObject({ code: 'not_granted' })
  })

  test('Y-108: people who are named get it, and who breaks the glass; set again, they lose it', async () => {
    const [mine, theirs] = [await world.device(ana), await world.device(ben)]
    mine.open(caseA, { access: { rule: 'named', people: [ana, ben] } })
    await mine.push()
    expect(await told(theirs)).toContain('entries')
    const since = await newest(theirs)
    setAccess(mine, { rule: 'named', people: [ana] })
    await mine.push()
    expect(await told(theirs, since)).toEqual(['drop'])
    world.founder.seal({
      case: caseA,
      type: 'glass.broken',
      pub: {},
      withheld: { reason: 'The owner is ill.' },
      more: { actor: ben },
    })
    expect((await pushed(world.founder))?.refused).toBeUndefined()
    expect(await holders()).toContain(ben)
    expect(await told(theirs)).toContain('entries')
  })

  test('Y-107: an administrator grants a restricted case to nobody who may not know it', async () => {
    const mine = await world.device(ana)
    const theirs = await world.device(ben)
    mine.open(caseA, { access: { rule: 'named', people: [ana] } })
    await mine.push()
    for (const subject of [
      { kind: 'user', id: ben },
      { kind: 'device', id: theirs.deviceId },
    ] as const)
      expect(await world.hub.grant(caseA, subject, { actor: admin })).toMatchObject({
        ok: false,
        error: { code: 'invalid_request' },
      })
    expect(await holders()).not.toContain(ben)
    expect(await world.device(ben, 'all').then((late) => told(late))).toEqual([])
  })

  test('Y-108: whoever leaves the team by which they knew a case has it by no other grant either', async () => {
    const [mine, theirs] = [await world.device(ana), await world.device(ben)]
    const team = '01939b52-7b2a-7c1e-8f00-00000000e001'
    const members = async (...uids: readonly string[]): Promise<void> => {
      const entry = world.founder.seal({
        case: 'workspace',
        type: 'team.changed',
        pub: { members: uids },
        withheld: { name: 'Inner circle' },
        more: { subject: team },
      })
      await world.founder.push([world.founder.run('workspace', [entry])])
    }
    await members(ana, ben)
    mine.open(caseA)
    await mine.push()
    await world.hub.grant(caseA, { kind: 'user', id: ben }, { actor: admin })
    setAccess(mine, { rule: 'team', team })
    await mine.push()
    expect(await told(theirs)).toContain('entries')
    const since = await newest(theirs)
    await members(ana)
    expect(await told(theirs, since)).toEqual(['drop'])
  })

  test('Y-109: a device whose user may not seals a rule without effect: neither owner nor leading, or leaving themselves out', async () => {
    const mine = await world.device(ana)
    const theirs = await world.device(ben)
    mine.open(caseA, { owner: ben })
    await mine.push()
    setAccess(mine, { rule: 'named', people: [ana] })
    expect((await pushed(mine))?.refused).toBeUndefined()
    await theirs.pull()
    setAccess(theirs, { rule: 'named', people: [auditor, ben] })
    await pushed(theirs)
    expect(await typesIn(caseA)).toContain('act.voided')
    expect((await world.store.reading((tx) => tx.chain(caseA)))?.head).toContain('"rule":"named"')
    expect(await holders()).toContain(ben)
    expect(await holders()).not.toContain(ana)
  })

  test('Y-109: an investigator’s device breaks no glass', async () => {
    const mine = await world.device(ana)
    mine.open(caseA)
    mine.seal({ case: caseA, type: 'glass.broken', pub: {}, withheld: { reason: 'Why not.' } })
    await mine.push()
    expect(await typesIn(caseA)).toEqual(['case.opened', 'act.voided', 'glass.broken'])
  })
})
