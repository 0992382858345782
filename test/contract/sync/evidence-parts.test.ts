import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningService } from '../../../main/server/running-service.ts'
import { followsHeader } from '../../../shared/protocol/blobs.ts'
import {
  acquire,
  ask,
  must,
  openCase,
  startEvidenceWorld,
  sync,
  uidOf,
  until,
} from '../../support/sync/evidence-world.ts'
import type { EvidenceWorld } from '../../support/sync/evidence-world.ts'
import { signMessage } from '../../../main/seal/signature.ts'
import { openSession } from '../../../main/sync/device/session.ts'
import { createHttpLink } from '../../../main/sync/link/http.ts'

const mebibyte = 1_048_576

let world: EvidenceWorld
let first: RunningService
let second: RunningService
let caseId: number

/** Answers with this status are kept back until the test lets them go: a link whose far end is far away. */
const link = { status: '', open: (): void => undefined, gate: Promise.resolve(), parts: 0, ranges: 0 }

const holdAnswers = (status: '204' | '206'): void => {
  Object.assign(link, { status: `HTTP/1.1 ${status}`, parts: 0, ranges: 0 })
  link.gate = new Promise((resolve) => {
    link.open = resolve
  })
}
const letAnswersGo = (): void => {
  link.status = ''
  link.open()
}

const isReceived = async (service: RunningService, sha256: string): Promise<boolean> =>
  (await service.workspace.db.selectFrom('evidence').select('received').where('sha256', '=', sha256).execute()).some(
    ({ received }) => received === 1,
  )

const bytesHere = async ({ workspace: { evidence } }: RunningService, sha256: string): Promise<string | null> => {
  const key = await evidence.store.blobKey(sha256)
  return key === null ? null : await evidence.blobs.hashOf(sha256, key)
}

beforeAll(async () => {
  world = await startEvidenceWorld({
    passing: {
      onUp: (piece) => {
        const text = piece.subarray(0, 1_024).toString('latin1')
        if (text.startsWith('PATCH /')) link.parts += 1
        if (/^GET [^\r]*\/blobs\/[^\r]*\r[^]*\r\nrange: bytes=/iu.test(text)) link.ranges += 1
      },
      held: (piece) =>
        link.status !== '' && piece.subarray(0, 12).toString('latin1') === link.status ? link.gate : null,
    },
  })
  first = await world.enrol('first')
  second = await world.enrol('second')
  caseId = await openCase(first, 'Far away')
  await sync(first)
  await sync(second)
  await must(second, 'PUT', '/v1/sync/settings', { evidence_policy: 'all' })
  // What has come without a break is what a device knows of its link.
  const sha256 = await acquire(first, world.root, caseId, 'before.bin', randomBytes(17 * mebibyte))
  await until('the first piece is at the hub', () => isReceived(first, sha256))
  await until('and at the other device', async () => {
    await sync(second)
    return (await bytesHere(second, sha256)) === sha256
  })
  await must(second, 'PUT', '/v1/sync/settings', { metered: true })
}, 180_000)

afterAll(async () => {
  letAnswersGo()
  await world.stop()
}, 60_000)

test('Y-103: four ranges are asked for before the first one comes, and they make the bytes that were sealed', async () => {
  const sha256 = await acquire(first, world.root, caseId, 'down.bin', randomBytes(6 * mebibyte))
  await until('the bytes are at the hub', () => isReceived(first, sha256))
  holdAnswers('206')
  await must(second, 'PUT', '/v1/sync/settings', { metered: false })
  await until('four ranges are asked for', async () => {
    await sync(second)
    return link.ranges === 4
  })
  letAnswersGo()
  await until('they are here', async () => (await bytesHere(second, sha256)) === sha256)
  await must(second, 'PUT', '/v1/sync/settings', { metered: true })
}, 120_000)

/** The hash of what the hub gives out to the other device. */
const bytesOf = async (name: string, sha256: string): Promise<string | null> => {
  await must(second, 'PUT', '/v1/sync/settings', { metered: false })
  await until(`${name} is at the other device`, async () => {
    await sync(second)
    return (await bytesHere(second, sha256)) !== null
  })
  await must(second, 'PUT', '/v1/sync/settings', { metered: true })
  return await bytesHere(second, sha256)
}

test('Y-103: four parts are under way before the first one is answered, and a hub that is started anew then costs no byte of the evidence', async () => {
  holdAnswers('204')
  const sha256 = await acquire(first, world.root, caseId, 'up.bin', randomBytes(6 * mebibyte))
  await until('four parts have left', () => Promise.resolve(link.parts === 4))
  world.proxy.cutAll()
  await world.restartHub()
  letAnswersGo()
  await until('the bytes are at the hub', async () => {
    await ask(first, 'POST', '/v1/sync/now', {})
    return await isReceived(first, sha256)
  })
  expect(await bytesOf('up.bin', sha256), 'and nothing of it is another byte').toBe(sha256)
}, 120_000)

test('Y-103: parts that come out of order or again are taken in once and in order', async () => {
  await must(first, 'PUT', '/v1/sync/settings', { metered: true })
  const bytes = randomBytes(3 * mebibyte)
  const sha256 = await acquire(first, world.root, caseId, randomUUID(), bytes)
  await sync(first)
  const caseUid = await uidOf(first, caseId)
  const entry = first.workspace.sync.transfers.piece(caseUid, sha256)?.entryId ?? ''
  const { facts, keys } = first.workspace
  const opening = createHttpLink({ url: world.hub().url })
  const session = await openSession(
    opening,
    { deviceId: facts.deviceId, sign: (message) => signMessage(message, keys.device.privateKey) },
    [],
    new AbortController().signal,
  )
  opening.close()
  if (!session.ok) throw new Error('no session')
  const patch = async (offset: number, follows: boolean): Promise<number> => {
    const answer = await fetch(`${world.hub().url}/v1/sync/blobs/${caseUid}/${sha256}?entry=${entry}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${session.value.token}`,
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
        ...(follows ? { [followsHeader]: '1' } : {}),
      },
      body: bytes.subarray(offset, offset + mebibyte),
    })
    await answer.arrayBuffer()
    return answer.status
  }
  const [third, again, secondPart] = [patch(2 * mebibyte, true), patch(2 * mebibyte, true), patch(mebibyte, true)]
  expect(await patch(0, false)).toBe(204)
  expect(await secondPart).toBe(204)
  // One of the two is taken in, whichever came later.
  expect((await Promise.all([third, again])).sort()).toEqual([204, 409])
  expect(await patch(mebibyte, true), 'taken in already').toBe(409)
  await must(first, 'PUT', '/v1/sync/settings', { metered: false })
  await until('it is sealed as received', async () => {
    await sync(first)
    return await isReceived(first, sha256)
  })
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
}, 120_000)
