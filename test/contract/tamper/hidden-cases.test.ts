import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sealEntry } from '../../../main/seal/entry.ts'
import { encodeHlc } from '../../../main/seal/hlc.ts'
import type { Intake } from '../../../main/sync/device/replica.ts'
import { joinFolder, joiningOf } from '../../../main/storage/sync/join-folder.ts'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
import { runHere } from '../../support/command-here.ts'
import { Forger } from '../../support/forger.ts'
import { openRaw } from '../../support/raw-database.ts'
import { freshWorkspace, granted, ownWorkspace } from '../storage/support.ts'
import type { TestWorkspace } from '../storage/support.ts'
import { answerOf, faultsOf, freshField } from '../storage/sync/replicas.ts'
import type { Field, Replica } from '../storage/sync/replicas.ts'
import { turnedByHand } from '../../support/turned-by-hand.ts'

/** L-85: a case that is hidden or gone is explained by what is signed, never by local rows alone. */

const told = async (dataDir: string): Promise<string[]> =>
  (await runHere('verify', dataDir)).lines.flatMap((line) =>
    typeof line['code'] === 'string' && line['code'] !== 'unwitnessed'
      ? [`${String(line['severity'])} ${line['code']}`]
      : [],
  )

const hide = (forger: Forger, caseId: number): void => {
  forger.db.exec(`
    delete from search where rowid in (select -${caseId} union all select n from notes where case_id = ${caseId});
    delete from notes where case_id = ${caseId};
    delete from case_links where case_id = ${caseId};
    delete from case_numbers where case_id = ${caseId};
    update case_counts set cases = cases - 1 where (status, priority, owner_id) = (select status, priority, owner_id from cases where id = ${caseId});
    delete from cases where id = ${caseId};
  `)
}

const destroy = (forger: Forger, caseId: number): void => {
  hide(forger, caseId)
  forger.db.exec(`
    delete from disclosures where entry in (select n from entries where chain = ${caseId});
    delete from entries where chain = ${caseId};
    delete from checkpoints where chain = ${caseId};
    delete from chains where id = ${caseId};
    delete from number_slots;
    insert into number_slots select substr(number, 6, length(number) - 20), substr(number, -14, 8), (cast(substr(number, -5) as integer) - 1) / 100, case_id / 4294967296, max((cast(substr(number, -5) as integer) - 1) % 100 + 1) from case_numbers group by 1, 2, 3, 4;
  `)
}

const writeStanding = (forger: Forger, caseId: number, announced: number): void =>
  forger.run(
    "insert into standings (uid, received, frontier, announced, shown, opaque) select uid, 0, x'0000000000000000', ?, 0, 0 from chains where id = ?",
    announced,
    caseId,
  )

describe('in a folder that never had a hub', () => {
  let alone: TestWorkspace
  const ids: number[] = []

  beforeAll(async () => {
    alone = await freshWorkspace()
    for (const title of ['One', 'Two', 'Three'])
      ids.push(
        granted(
          await alone.workspace.cases.create(
            { title, description: 'What was seen.', priority: 'low' },
            { actor: alone.admin },
          ),
        ).id,
      )
    await alone.workspace.close()
  })
  afterAll(async () => {
    alone = await alone.reopen()
    await alone.remove()
  })

  const after = async (alter: (forger: Forger, caseId: number) => void): Promise<string[]> => {
    const forger = new Forger(alone.dir)
    try {
      alter(forger, ids[1] ?? 0)
      return await told(forger.dataDir)
    } finally {
      forger.close()
      forger.discard()
    }
  }

  test('nothing is found while nothing was altered', async () => expect(await told(alone.dir)).toEqual([]))

  test('a row that calls a case incomplete hides nothing', async () => {
    const findings = await after((forger, caseId) => {
      hide(forger, caseId)
      writeStanding(forger, caseId, 0)
    })
    expect(new Set(findings)).toEqual(new Set(['fault row_differs']))
  })

  test('nor does it with a hub that somebody wrote in, however much that hub has announced', async () => {
    const findings = await after((forger, caseId) => {
      hide(forger, caseId)
      forger.writeHub()
      writeStanding(forger, caseId, 99)
    })
    expect(new Set(findings)).toEqual(new Set(['fault row_differs', 'information hub_unconfirmed']))
  })

  test('a case that was destroyed is missed, whatever hub somebody wrote in', async () => {
    expect(await after(destroy)).toEqual(['fault missing_entry'])
    const findings = await after((forger, caseId) => {
      destroy(forger, caseId)
      forger.writeHub()
    })
    expect(findings).toEqual(['fault missing_entry', 'information hub_unconfirmed'])
  })

  test('the newest case that was destroyed is missed too', async () => {
    const findings = await after((forger) => {
      destroy(forger, ids[2] ?? 0)
      forger.writeHub()
    })
    expect(findings).toEqual(['fault missing_entry', 'information hub_unconfirmed'])
  })

  test('a hub that somebody wrote in does not excuse numbers that no case has', async () => {
    const findings = await after((forger) => {
      forger.run('update number_slots set last = last + 1')
      forger.writeHub()
    })
    expect(findings).toEqual(['fault row_differs', 'information hub_unconfirmed'])
  })

  test('a chain that was given a number that is no case’s is found', async () => {
    const findings = await after((forger, caseId) => {
      hide(forger, caseId)
      for (const [table, column] of [
        ['entries', 'chain'],
        ['chains', 'id'],
        ['checkpoints', 'chain'],
      ])
        forger.db.prepare(`update ${table} set ${column} = -1 where ${column} = ?`).run(caseId)
    })
    expect(findings).toContain('fault row_differs')
  })
})

describe('on a device with a hub', () => {
  const nothing: Intake = { cases: [], granted: [], dropped: [], lease: null, since: null }
  let field: Field
  let device: Replica

  beforeEach(async () => {
    field = await freshField()
    device = await field.enrol()
  })
  afterEach(() => field.remove())

  const findings = async ({ workspace }: Replica): Promise<string[]> =>
    ((await workspace.verification.verifyWorkspace())?.findings ?? [])
      .filter(({ code }) => code !== 'unwitnessed')
      .map(({ severity, code, message }) => `${severity} ${code}: ${message}`)

  test('S-112: a case that was given back is no fault, and its entries are told to be elsewhere', async () => {
    const made = granted(
      await device.workspace.cases.create({ title: 'Mine', description: '', priority: 'low' }, { actor: field.admin }),
    )
    const { uid } = granted(await device.workspace.cases.read(made.id))
    await field.order.push(device)
    expect(await findings(device)).toEqual([])
    await device.workspace.sync.replica.take({ ...nothing, dropped: [uid] })
    expect(await findings(device)).toEqual([
      expect.stringMatching(
        /^information entries_elsewhere: 1 of the 1 entries that this device sealed are in no case here/u,
      ),
    ])
  })

  test('S-112: a case that has not come whole is no fault and is told; hidden once it is complete, it is one', async () => {
    const made = granted(
      await field.root.workspace.cases.create(
        { title: 'Long', description: '', priority: 'low' },
        { actor: field.admin },
      ),
    )
    const { uid } = granted(await field.root.workspace.cases.read(made.id))
    for (const text of ['first', 'second'])
      granted(await field.root.workspace.cases.addNote(made.id, { text }, { actor: field.admin }))
    await field.order.push(field.root)
    const { replica } = device.workspace.sync
    await replica.take({ ...nothing, granted: [{ case: uid, size: 3 }] })
    await replica.take({ ...nothing, cases: [await field.order.lacking(device, uid, 2)] })
    expect(await findings(device)).toEqual([
      'information case_incomplete: the case is hidden until all of it has come from the hub: 2 of 3 entries are here',
    ])
    await field.order.pull(device)
    expect(await findings(device)).toEqual([])
    const db = openRaw(device.dir)
    db.exec(
      `update standings set shown = 0 where uid = '${uid}'; delete from search where rowid = -${made.id}; delete from case_numbers where case_id = ${made.id}; delete from cases where id = ${made.id}`,
    )
    db.close()
    expect(await faultsOf(device)).toContain('row_differs: a row of cases that the entries make is missing')
  })

  test('a chain that begins with no opening is kept, checked, and told of', async () => {
    const { order } = field
    const ms = field.root.clock.nowMs()
    const uid = '018f0000-0000-7000-8000-000000000001'
    const { id, payload, kid, sig } = sealEntry(
      {
        v: 1,
        case: uid,
        type: 'note.added',
        dev: order.origin.replace('/', ':'),
        kid: order.key.kid,
        actor: field.admin.userUid,
        seq: 1,
        dseq: 900,
        prev: null,
        seen: [],
        at: new Date(ms).toISOString(),
        hlc: encodeHlc({ ms, counter: 0 }),
        boot: 'hub',
        mono: 900,
        anchor: null,
        subject: uid,
        refs: [],
        pub: {},
        _sd: [],
        _sd_alg: 'sha-256',
      },
      order.key,
    )
    order.chain(uid).push({ id, payload, kid, sig, disclosures: [] })
    await order.pull(device)
    expect(await findings(device)).toEqual([
      expect.stringMatching(/^information case_incomplete: the chain is kept without a place among the cases/u),
    ])
    const db = openRaw(device.dir)
    db.exec(
      "update entries set payload = cast(replace(cast(payload as text), 'note.added', 'note.adder') as blob) where chain < 0",
    )
    db.close()
    expect(await faultsOf(device)).toEqual([expect.stringMatching(/^edited_payload: /u)])
  })

  test('that enrolled with an empty folder and has not heard from its hub, nothing is a fault; a row that is gone of a chain that has come is one', async () => {
    const fresh = await field.enrolOnly()
    expect(await findings(fresh)).toEqual([expect.stringMatching(/^information hub_unconfirmed: /u)])
    await field.order.pull(fresh, ['workspace'])
    expect(await findings(fresh)).toEqual([])
    const db = openRaw(fresh.dir)
    db.exec('delete from chains where id = 0')
    db.close()
    expect(await faultsOf(fresh)).toContain('row_differs: the row that tells the state of the chain is missing')
  })

  test('that enrolled, has not heard from its hub, and has sealed something, the row of the chain of the workspace is missed', async () => {
    const fresh = await field.enrolOnly()
    const db = openRaw(fresh.dir)
    db.exec('update device set dseq = 1')
    db.close()
    expect(await faultsOf(fresh)).toContain('row_differs: the row that tells the state of the chain is missing')
  })

  test('S-112: that joined and has not heard from its hub, nothing is a fault, and the hub is told to be unconfirmed until it has', async () => {
    const alone = await ownWorkspace()
    granted(
      await alone.workspace.cases.create(
        { title: 'Found alone', description: '', priority: 'low' },
        { actor: alone.admin },
      ),
    )
    const { dseq } = await joiningOf(alone.workspace)
    const answer = answerOf(
      field.order,
      { ...alone, made: { ...alone.made, workspaceId: field.root.workspace.facts.uid } },
      field.root.workspace.keys.device.kid,
      alone.made.deviceId,
      5,
      field.admin.userUid,
    )
    await alone.workspace.close()
    granted(
      await joinFolder(alone.dir, { answer, url: 'https://hub.test', password: null, joinedDseq: dseq }, alone.env),
    )
    const workspace = granted(await openWorkspace(alone.dir, alone.env, { scheduler: turnedByHand() }))
    const joined: Replica = {
      workspace,
      clock: alone.clock,
      dir: alone.dir,
      env: alone.env,
      remove: () => workspace.close(),
    }
    expect(await findings(joined)).toEqual([expect.stringMatching(/^information hub_unconfirmed: /u)])
    await field.order.push(field.root)
    await field.order.pull(joined, ['workspace'])
    expect(await findings(joined)).toEqual([])
    await workspace.close()
  })
})
