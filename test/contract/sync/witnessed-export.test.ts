import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningService } from '../../../main/server/running-service.ts'
import { runHere } from '../../support/command-here.ts'
import { must, openCase, startEvidenceWorld, sync } from '../../support/sync/evidence-world.ts'
import type { EvidenceWorld } from '../../support/sync/evidence-world.ts'

/** S-115: what a bundle says of its end, by whether the hub could be reached when it was made. */

let world: EvidenceWorld
let laptop: RunningService
let caseId = 0

/** Exports the case on the laptop, takes the bundle, and verifies it by the command. */
const exportedAndVerified = async (name: string): ReturnType<typeof runHere> => {
  const asked = { reason: 'Order of the court', evidence: 'all', disclosures: 'all' }
  const { id } = await must(laptop, 'POST', `/v1/cases/${caseId}/exports`, asked)
  let made = await must(laptop, 'GET', `/v1/exports/${String(id)}`)
  while (made['state'] === 'running') {
    await new Promise((resolve) => setImmediate(resolve))
    made = await must(laptop, 'GET', `/v1/exports/${String(id)}`)
  }
  expect(made).toMatchObject({ state: 'done' })
  const { url } = await must(laptop, 'POST', `/v1/exports/${String(id)}/link`, {})
  const file = path.join(world.root, name)
  writeFileSync(file, Buffer.from(await (await fetch(laptop.url + String(url))).arrayBuffer()))
  return await runHere('verify', file)
}

beforeAll(async () => {
  world = await startEvidenceWorld()
  laptop = await world.enrol('laptop')
  await sync(laptop)
  caseId = await openCase(laptop, 'Handed to the court')
}, 120_000)

afterAll(() => world.stop(), 60_000)

test('S-115: where the hub can be reached it witnesses the export itself, before the bundle is made', async () => {
  const verified = await exportedAndVerified('witnessed.zip')
  expect(verified.lines.filter(({ severity }) => severity === 'fault')).toEqual([])
  expect(verified.lines.at(-1)).toMatchObject({ verdict: 'intact', conclusion: 'intact_to_the_end' })
  expect(verified).toMatchObject({ code: 0, stderr: expect.stringContaining('witnessed to the end') as string })
})

test('S-115: where it cannot the bundle is made all the same, and verify says that nothing vouches for its end', async () => {
  await must(laptop, 'PUT', '/v1/sync/settings', { paused: true })
  const verified = await exportedAndVerified('alone.zip')
  expect(verified.lines.at(-1)).toMatchObject({ verdict: 'intact', conclusion: 'intact_as_far_as_it_goes' })
  expect(verified).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('nothing outside vouches for the end') as string,
  })
})

test('S-115: a checkpoint from before the export vouches for no more than it covers', async () => {
  const { checkpoint } = (await must(laptop, 'GET', `/v1/cases/${caseId}/checkpoint`)) as { checkpoint: string }
  expect((await exportedAndVerified('later.zip')).code).toBe(3)
  const trust = path.join(world.root, 'trust.txt')
  writeFileSync(trust, checkpoint)
  expect((await runHere('verify', path.join(world.root, 'later.zip'), '--trust', trust)).code).toBe(3)
})
