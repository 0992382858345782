import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningService } from '../../../main/server/running-service.ts'
import { setAsideMax } from '../../../shared/api/sync-recovery.ts'
import { runHere } from '../../support/command-here.ts'
import { localSessionOf } from '../../support/local-session-of.ts'
import { openRaw } from '../../support/raw-database.ts'
import { createServedWorld, did } from '../sync/served-world.ts'

/** The commands for whoever runs a hub, on its folder. */

const world = createServedWorld()
let hub: RunningService

beforeAll(async () => {
  hub = await world.hub()
}, 60_000)

afterAll(() => world.end(), 60_000)

describe('commands of a hub', { timeout: 120_000 }, () => {
  test('on the folder of a hub that does not run they say so, change nothing, and leave the folder to the hub', async () => {
    await world.stop(hub)
    const dir = world.folder('hub')
    const asked = [
      ['enrollment', 'create'],
      ['grant', 'list', '--case', '1'],
      ['grant', 'give', '--case', '1', '--user', '1'],
      ['hub-device', 'list'],
      ['hub-device', 'revoke', 'x', '--reason', 'lost'],
    ]
    const runs = await Promise.all(asked.map((words) => runHere(...words, '--data', dir)))
    for (const run of runs)
      expect(run).toMatchObject({
        code: 1,
        lines: [],
        stderr: expect.stringMatching(
          /no hub runs on .*nothing was changed\. Start it with: fieldseal serve --data .* --role hub/u,
        ) as string,
      })
  })

  test('one that is just starting is waited for, and not kept out', async () => {
    const asked = runHere('enrollment', 'create', '--data', world.folder('hub'), '--name', 'Laptop of Ada')
    hub = await world.start('hub', 'hub')
    expect(await asked).toMatchObject({ code: 0, lines: [{ device_name: 'Laptop of Ada' }] })
  })

  test('the password that a new device gets signs in with the login name that goes with it', async () => {
    const created = await runHere('enrollment', 'create', '--data', world.folder('hub'), '--name', 'Of the admin')
    const [code] = created.lines
    const enrolled = await runHere(
      'enroll',
      '--data',
      world.folder('new'),
      '--hub',
      hub.url,
      '--code',
      String(code?.['code']),
    )
    expect(enrolled.code).toBe(0)
    const service = await world.start('new', 'local')
    await did(service, 'POST', '/v1/sync/now', {})
    const { lines } = await runHere('user', 'list', '--data', world.folder('new'))
    const user = lines.find(({ uid }) => uid === enrolled.lines[0]?.['user_uid'])
    expect(user?.['login_name']).toBe(code?.['login_name'])
    const { institution_key: key } = await localSessionOf(service)
    const body = { login_name: code?.['login_name'], password: enrolled.lines[0]?.['password'] }
    expect(
      (await service.inject({ method: 'POST', path: '/v1/auth/login', headers: { 'x-api-key': key }, body })).status,
    ).toBe(200)
    await world.stop(service)
  })

  test('a service that is none says that it is none; a list that ends before all is told says so', async () => {
    const laptop = await world.enrol(hub, 'laptop')
    expect(await runHere('hub-device', 'list', '--data', world.folder('laptop'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not a hub') as string,
    })
    await world.stop(laptop)
    const raw = openRaw(world.folder('laptop'))
    const insert = raw.prepare(
      "insert into set_aside (id, uid, case_number, reason, sealed, wrapped_key, at) values (?, 'x', 'CASE', 'dropped', x'00', x'00', ?)",
    )
    for (let n = 0; n < setAsideMax; n += 1) insert.run(n.toString(16).padStart(64, '0'), n)
    raw.close()
    const aside = await runHere('device', 'set-aside', '--data', world.folder('laptop'))
    expect([aside.code, aside.lines.length, aside.stderr]).toEqual([
      0,
      setAsideMax,
      expect.stringContaining('The list ends at 1,000 entries'),
    ])
  })
})
