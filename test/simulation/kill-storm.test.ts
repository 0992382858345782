import { describe, expect, test } from 'vitest'
import { BenchConnection } from '../bench/http-client.ts'
import {
  type Credentials,
  freshToken,
  freshWorkspace,
  type LiveService,
  runCli,
  serve,
  v1Headers,
} from '../support/live-service.ts'
import { seededRandom } from '../support/random.ts'
import { seedOfRun } from '../support/seed-of-run.ts'
import { tries } from '../support/tries.ts'

const kills = tries('FIELDSEAL_KILLS', { everyday: 12, full: 200 })
const clients = 6
const caseCount = 12
const states = ['open', 'investigating', 'pending_review', 'escalated', 'resolved', 'closed']

interface Acknowledged {
  readonly caseId: number
  readonly status: string
  readonly note: string
}

interface TimelinePage {
  readonly data: readonly {
    readonly type: string
    readonly values: { readonly to?: string }
    readonly withheld: Readonly<Record<string, { readonly value?: unknown }>>
  }[]
  readonly pagination: { readonly total_pages: number }
}

const openCases = async (service: LiveService, credentials: Credentials): Promise<number[]> => {
  const connection = await BenchConnection.open(service.url)
  const ids: number[] = []
  for (let n = 0; n < caseCount; n++) {
    const answer = await connection.send({
      method: 'POST',
      path: '/v1/cases',
      headers: { host: service.url.host, ...v1Headers(credentials) },
      body: { title: `Storm ${n}`, description: 'Opened for a storm of status changes.', priority: 'medium' },
    })
    expect(answer.status).toBe(201)
    ids.push((JSON.parse(answer.body) as { data: { id: number } }).data.id)
  }
  connection.close()
  return ids
}

/** Changes states as fast as one connection can until the service dies; answers what the service acknowledged. */
const storm = async (
  service: LiveService,
  headers: Record<string, string>,
  ids: readonly number[],
  pick: () => number,
  label: string,
): Promise<Acknowledged[]> => {
  const acknowledged: Acknowledged[] = []
  const connection = await BenchConnection.open(service.url).catch(() => null)
  if (connection === null) return acknowledged
  for (let n = 0; ; n++) {
    const caseId = ids[Math.floor(pick() * ids.length)] ?? 0
    const status = states[Math.floor(pick() * states.length)] ?? 'open'
    const note = `${label}.${n}`
    const answer = await connection
      .send({ method: 'PUT', path: `/v1/cases/${caseId}/status`, headers, body: { status, notes: note } })
      .catch(() => null)
    if (answer === null) return acknowledged
    if (answer.status === 200) acknowledged.push({ caseId, status, note })
    else expect(answer.body).toContain('already_done')
  }
}

const sealedChanges = async (
  service: LiveService,
  headers: Record<string, string>,
  caseId: number,
): Promise<Map<string, string>> => {
  const found = new Map<string, string>()
  const connection = await BenchConnection.open(service.url)
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await connection.send({
      method: 'GET',
      path: `/v1/cases/${caseId}/timeline?page=${page}&size=100`,
      headers,
    })
    expect(answer.status, answer.body).toBe(200)
    const body = JSON.parse(answer.body) as TimelinePage
    pages = body.pagination.total_pages
    for (const entry of body.data) {
      const note = entry.withheld['notes']?.value
      if (entry.type === 'status.changed' && typeof note === 'string') found.set(note, entry.values.to ?? '')
    }
  }
  connection.close()
  return found
}

describe('L-durable: an acknowledged change survives kill -9', () => {
  test(`${kills} kills in a storm of status changes lose nothing, and every seal verifies`, async () => {
    const seed = seedOfRun()
    console.log(`kill storm: seed ${seed}, ${kills} kills`)
    const random = seededRandom(seed)
    const { dataDir, credentials } = freshWorkspace()
    const acknowledged: Acknowledged[] = []
    let service = await serve(dataDir)
    const ids = await openCases(service, credentials)
    let token = credentials.access_token
    for (let kill = 0; kill < kills; kill++) {
      if (kill % 100 === 99) token = freshToken(dataDir, credentials.user_id)
      const headers = { host: service.url.host, ...v1Headers(credentials, token) }
      const enough = Math.floor(random() * 120)
      let answered = 0
      const dead = Promise.withResolvers<void>()
      const runs = Array.from({ length: clients }, (_, client) => {
        const label = `k${kill}c${client}`
        const pick = (): number => {
          // Every request picks twice; the kill falls while others are under way.
          if (answered++ === enough * 2) service.kill().then(dead.resolve, dead.reject)
          return random()
        }
        return storm(service, headers, ids, pick, label)
      })
      acknowledged.push(...(await Promise.all(runs)).flat())
      await dead.promise
      service = await serve(dataDir)
    }
    token = freshToken(dataDir, credentials.user_id)
    const headers = { host: service.url.host, ...v1Headers(credentials, token) }
    const sealed = new Map<number, Map<string, string>>()
    for (const id of ids) sealed.set(id, await sealedChanges(service, headers, id))
    const lost = acknowledged.filter((change) => sealed.get(change.caseId)?.get(change.note) !== change.status)
    expect(lost).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(kills * 10)
    expect(await service.stop()).toBe(0)
    const verified = runCli('verify', dataDir)
    expect(verified.lines.at(-1)).toMatchObject({ verdict: 'intact' })
    expect(verified.code).toBe(0)
    console.log(`kill storm: ${acknowledged.length} acknowledged changes, none lost`)
  })
})
