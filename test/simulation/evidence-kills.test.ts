import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Acquisition, CaseExport, ContentLink, EvidenceItem } from '../../shared/schema/evidence.ts'
import {
  freshToken,
  freshWorkspace,
  runCli,
  serve,
  type Credentials,
  type LiveService,
} from '../support/live-service.ts'
import { seededRandom } from '../support/random.ts'
import { seedOfRun } from '../support/seed-of-run.ts'
import { tries } from '../support/tries.ts'

const kills = tries('FIELDSEAL_EVIDENCE_KILLS', { everyday: 6, full: 100 })
const smallFiles = 12
/** Long enough to be gone on with after a stop, where shorter files are read again. */
const longFile = 17 * 1_048_576
const uploadBytes = 5 * 1_048_576
const pieceBytes = 1_500_000
/** A case grows no longer than this many kills, so that its exports stay short. */
const killsOfACase = 10

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A service that may die at any moment: each call answers, or null once it is dead. */
interface Client {
  json<T>(method: string, address: string, body?: object): Promise<{ readonly status: number; readonly data: T } | null>
  bytes(method: string, address: string, headers: Record<string, string>, body?: Uint8Array): Promise<Response | null>
}

const clientOf = (service: LiveService, dataDir: string, token: string): Client => {
  const local = JSON.parse(readFileSync(path.join(dataDir, 'service.json'), 'utf8')) as { institution_key: string }
  const credentials = { authorization: `Bearer ${token}`, 'x-api-key': local.institution_key }
  return {
    json: async <T>(method: string, address: string, body?: object) => {
      try {
        const headers = { ...credentials, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
        const response = await fetch(new URL(address, service.url), {
          method,
          headers,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        return { status: response.status, data: ((await response.json()) as { data: T }).data }
      } catch {
        return null
      }
    },
    bytes: async (method, address, headers, body) => {
      try {
        return await fetch(new URL(address, service.url), {
          method,
          headers: { ...credentials, ...headers },
          ...(body === undefined ? {} : { body: Buffer.from(body) }),
        })
      } catch {
        return null
      }
    },
  }
}

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : []

interface Upload {
  readonly id: string
  readonly address: string
  readonly bytes: Buffer
  acknowledged: number
}

/** What was acknowledged so far, and what is on its way. */
interface World {
  /** The cases so far; work begins in the newest, and ends where it began. */
  readonly caseIds: number[]
  readonly sources: string
  /** Hashes of files of finished acquisitions and uploads: the bytes of each are random, so each is taken once. */
  readonly owed: Set<string>
  acquisition: { readonly id: string; readonly hashes: readonly string[] } | null
  upload: Upload | null
  exportId: string | null
  readonly done: { acquisitions: number; uploads: number; exports: number }
}

const newestCase = ({ caseIds }: World): number => caseIds.at(-1) ?? 0

const makeSource = (world: World, round: number): { folder: string; hashes: string[] } => {
  const folder = path.join(world.sources, `round-${round}`)
  mkdirSync(path.join(folder, 'deep/er'), { recursive: true })
  const contents = [...Array.from({ length: smallFiles }, () => randomBytes(20_000)), randomBytes(longFile)]
  for (const [n, content] of contents.entries())
    writeFileSync(path.join(folder, n % 2 === 0 ? `${n}.bin` : `deep/er/${n}.bin`), content)
  return { folder, hashes: contents.map(sha256) }
}

/** Starts or resumes an acquisition and follows it; ends when it is done or the service is dead. */
const acquire = async (client: Client, world: World, round: number): Promise<void> => {
  if (world.acquisition === null) {
    const { folder, hashes } = makeSource(world, round)
    const started = await client.json<Acquisition>('POST', `/v1/cases/${newestCase(world)}/acquisitions`, {
      path: folder,
    })
    if (started === null) return
    expect(started.status).toBe(202)
    world.acquisition = { id: started.data.id, hashes }
  } else {
    const resumed = await client.json<Acquisition>('POST', `/v1/acquisitions/${world.acquisition.id}/resume`)
    if (resumed === null) return
    expect([200, 409]).toContain(resumed.status)
  }
  for (;;) {
    const told = await client.json<Acquisition>('GET', `/v1/acquisitions/${world.acquisition.id}`)
    if (told === null) return
    if (told.data.state !== 'done') continue
    expect(told.data).toMatchObject({ files_done: smallFiles + 1, problems: [] })
    for (const hash of world.acquisition.hashes) world.owed.add(hash)
    world.acquisition = null
    world.done.acquisitions += 1
    return
  }
}

const offsetOf = (response: Response): number => Number(response.headers.get('upload-offset'))
const tus = { 'tus-resumable': '1.0.0' }

/** Opens or continues an upload; what was acknowledged before must be there. */
const upload = async (client: Client, world: World): Promise<void> => {
  if (world.upload === null) {
    const bytes = randomBytes(uploadBytes)
    const opened = await client.json<{ acquisition: Acquisition; upload_url: string }>(
      'POST',
      `/v1/cases/${newestCase(world)}/uploads`,
      { name: 'upload.bin', size: bytes.length },
    )
    if (opened === null) return
    expect(opened.status).toBe(201)
    world.upload = { id: opened.data.acquisition.id, address: opened.data.upload_url, bytes, acknowledged: 0 }
  }
  const { address, bytes } = world.upload
  const head = await client.bytes('HEAD', address, tus)
  if (head === null) return
  expect(head.status).toBe(200)
  let offset = offsetOf(head)
  expect(offset).toBeGreaterThanOrEqual(world.upload.acknowledged)
  while (offset < bytes.length) {
    const sent = await client.bytes(
      'PATCH',
      address,
      { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      bytes.subarray(offset, offset + pieceBytes),
    )
    if (sent === null) return
    expect(sent.status).toBe(204)
    offset = offsetOf(sent)
    world.upload.acknowledged = offset
  }
  world.owed.add(sha256(bytes))
  world.upload = null
  world.done.uploads += 1
}

/** Starts an export and follows it; one that a stop cut short has failed, and is started again. */
const exportCase = async (client: Client, world: World): Promise<void> => {
  if (world.exportId !== null) {
    const earlier = await client.json<CaseExport>('GET', `/v1/exports/${world.exportId}`)
    if (earlier === null) return
    expect(earlier.data.state).not.toBe('running')
    if (earlier.data.state === 'failed') expect(earlier.data.error).toContain('stopped before the bundle was whole')
    world.exportId = null
  }
  const started = await client.json<CaseExport>('POST', `/v1/cases/${newestCase(world)}/exports`, {
    reason: 'For the simulation',
  })
  if (started === null) return
  expect(started.status).toBe(202)
  world.exportId = started.data.id
  for (;;) {
    const told = await client.json<CaseExport>('GET', `/v1/exports/${world.exportId}`)
    if (told === null) return
    if (told.data.state === 'running') continue
    expect(told.data.state, told.data.error ?? '').toBe('done')
    const link = await client.json<ContentLink>('POST', `/v1/exports/${world.exportId}/link`)
    const response = link === null ? null : await client.bytes('GET', link.data.url, {})
    const bundle = response === null ? null : await response.arrayBuffer().catch(() => null)
    if (bundle === null) return
    expect(sha256(Buffer.from(bundle))).toBe(told.data.sha256)
    await client.json('DELETE', `/v1/exports/${world.exportId}`)
    world.exportId = null
    world.done.exports += 1
    return
  }
}

const allEvidence = async (client: Client, caseIds: readonly number[]): Promise<EvidenceItem[]> => {
  const items: EvidenceItem[] = []
  for (const caseId of caseIds) {
    for (let page = 1, full = true; full; page++) {
      const told = await client.json<EvidenceItem[]>('GET', `/v1/cases/${caseId}/evidence?size=100&page=${page}`)
      items.push(...(told?.data ?? []))
      full = told?.data.length === 100
    }
  }
  return items
}

const openCase = async (client: Client, world: World): Promise<void> => {
  const opened = await client.json<{ id: number }>('POST', '/v1/cases', {
    title: 'Killed',
    description: 'Again and again.',
    priority: 'low',
  })
  if (opened !== null) world.caseIds.push(opened.data.id)
}

/** Everything acknowledged is there, once. */
const expectWhole = async (client: Client, world: World): Promise<void> => {
  const hashes = (await allEvidence(client, world.caseIds)).map((piece) => piece.sha256)
  expect([...world.owed].filter((hash) => !hashes.includes(hash))).toEqual([])
  expect(new Set(hashes).size).toBe(hashes.length)
}

const activities = [acquire, upload, exportCase] as const

describe('evidence survives kill -9', () => {
  test(`${kills} kills of acquisitions, uploads and exports: nothing half shows as whole, nothing acknowledged is lost, nothing is left behind`, async () => {
    const seed = seedOfRun()
    console.log(`evidence kills: seed ${seed}, ${kills} kills`)
    const random = seededRandom(seed)
    const { dataDir, credentials }: { dataDir: string; credentials: Credentials } = freshWorkspace()
    const sources = mkdtempSync(path.join(tmpdir(), 'fieldseal-kill-sources-'))
    let token = credentials.access_token
    let service = await serve(dataDir)
    const world: World = {
      caseIds: [],
      sources,
      owed: new Set(),
      acquisition: null,
      upload: null,
      exportId: null,
      done: { acquisitions: 0, uploads: 0, exports: 0 },
    }
    for (let kill = 0; kill < kills; kill++) {
      if (kill % 50 === 49) token = freshToken(dataDir, credentials.user_id)
      const client = clientOf(service, dataDir, token)
      if (kill % killsOfACase === 0) await openCase(client, world)
      const activity = activities[Math.floor(random() * activities.length)] ?? acquire
      const polls = Math.floor(random() ** 2 * 250)
      const ended = { yes: false }
      const running = activity(client, world, kill).finally(() => {
        ended.yes = true
      })
      // The moment of the kill is counted in answers of the service, not in time.
      for (let n = 0; n < polls && !ended.yes; n++) await client.json('GET', '/healthz')
      await service.kill()
      await running
      service = await serve(dataDir)
      const partials = filesBelow(path.join(dataDir, 'blobs/partial'))
      expect(partials.length, 'files under way').toBeLessThanOrEqual(2)
      expect(filesBelow(path.join(dataDir, 'exports/partial'))).toEqual([])
      if (kill % 20 === 19) await expectWhole(clientOf(service, dataDir, token), world)
    }
    token = freshToken(dataDir, credentials.user_id)
    const client = clientOf(service, dataDir, token)
    if (world.acquisition !== null) await acquire(client, world, kills)
    if (world.upload !== null) await upload(client, world)
    await exportCase(client, world)
    await expectWhole(client, world)
    const pieces = await allEvidence(client, world.caseIds)
    expect(pieces.length).toBe(world.owed.size)
    expect(await service.stop()).toBe(0)
    service = await serve(dataDir)
    expect(await service.stop()).toBe(0)
    expect(filesBelow(path.join(dataDir, 'blobs/partial'))).toEqual([])
    expect(filesBelow(path.join(dataDir, 'blobs/sha256')).sort()).toEqual(
      [...new Set(pieces.map((piece) => piece.sha256))].sort(),
    )
    const verified = runCli('verify', dataDir)
    expect(verified.lines.at(-1)).toMatchObject({ verdict: 'intact' })
    console.log(`evidence kills: ${JSON.stringify(world.done)}, ${pieces.length} pieces, none lost`)
    rmSync(sources, { recursive: true, force: true })
    rmSync(path.dirname(dataDir), { recursive: true, force: true })
  })
})
