import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Credentials, freshWorkspace, serve, v1Headers } from '../support/live-service.ts'
import { BenchConnection } from './http-client.ts'
import { signedDurableWrites } from './limits.ts'
import { alternate, type BenchLine } from './report.ts'

const rounds = 7
const caseCount = 64
const perClientAtOne = 1_500
const perClientAt32 = 250

const expectStatus = (answer: { status: number; body: string }, status: number): void => {
  if (answer.status !== status) throw new Error(`the service answered ${answer.status}: ${answer.body}`)
}

const openCases = async (connection: BenchConnection, headers: Record<string, string>): Promise<number[]> => {
  const ids: number[] = []
  for (let n = 0; n < caseCount; n++) {
    const answer = await connection.send({
      method: 'POST',
      path: '/v1/cases',
      headers,
      body: { title: `Benchmark ${n}`, description: 'For status changes.', priority: 'medium' },
    })
    expectStatus(answer, 201)
    ids.push((JSON.parse(answer.body) as { data: { id: number } }).data.id)
  }
  return ids
}

/**
 * Status changes over HTTP from `connections` clients at once, each its own cases. @returns acknowledged changes a
 * second
 */
const changesPerSecond = async (
  connections: readonly BenchConnection[],
  headers: Record<string, string>,
  ids: readonly number[],
  each: number,
  states: Map<number, string>,
): Promise<number> => {
  const own = connections.map((_, client) => ids.filter((_id, n) => n % connections.length === client))
  const start = performance.now()
  await Promise.all(
    connections.map(async (connection, client) => {
      const cases = own[client] ?? []
      for (let n = 0; n < each; n++) {
        const id = cases[n % cases.length] ?? 0
        const status = states.get(id) === 'investigating' ? 'escalated' : 'investigating'
        states.set(id, status)
        const body = {
          status,
          notes: `Change ${n} of client ${client}: the payments stopped after the call to the branch.`,
        }
        expectStatus(await connection.send({ method: 'PUT', path: `/v1/cases/${id}/status`, headers, body }), 200)
      }
    }),
  )
  return (connections.length * each) / ((performance.now() - start) / 1000)
}

const line = (clients: number, ours: number, limit: number, aim: number): BenchLine => ({
  name: `sealed status changes at ${clients} client${clients === 1 ? '' : 's'}`,
  unit: '/s',
  ours,
  limit,
  limitName: 'one Ed25519 signature + one durable transaction of SQLite, encrypted alike',
  ratio: ours / limit,
  aim: `>= ${aim}`,
  met: ours / limit >= aim,
})

/** What encryption at rest takes from a durable write, apart from everything else that we do. */
const encryptionLine = (encrypted: number, clear: number): BenchLine => ({
  name: 'one signed durable write to encrypted SQLite',
  unit: '/s',
  ours: encrypted,
  limit: clear,
  limitName: 'the same in the clear',
  ratio: encrypted / clear,
  aim: '>= 0.7',
  met: encrypted / clear >= 0.7,
})

/**
 * Sealed status changes a second over HTTP beside the machine's own limit for the same work, alternating in one run.
 */
export const benchWrites = async (): Promise<BenchLine[]> => {
  const { dataDir, credentials }: { dataDir: string; credentials: Credentials } = freshWorkspace()
  const service = await serve(dataDir, { FIELDSEAL_LOG: 'error' })
  const headers = { host: service.url.host, ...v1Headers(credentials) }
  const connections = await Promise.all(Array.from({ length: 32 }, () => BenchConnection.open(service.url)))
  const [first] = connections
  if (first === undefined) throw new Error('no connection')
  const ids = await openCases(first, headers)
  const states = new Map<number, string>()
  const limitFile = path.join(tmpdir(), `fieldseal-limit-${process.pid}.db`)
  await changesPerSecond(connections, headers, ids, perClientAt32, states)
  const rates = await alternate(rounds, {
    limit: () => signedDurableWrites(limitFile, 3_000, randomBytes(32)),
    clear: () => signedDurableWrites(limitFile, 3_000, null),
    one: () => changesPerSecond([first], headers, ids, perClientAtOne, states),
    many: () => changesPerSecond(connections, headers, ids, perClientAt32, states),
  })
  for (const connection of connections) connection.close()
  await service.stop()
  return [
    line(1, rates.one, rates.limit, 0.5),
    line(32, rates.many, rates.limit, 1),
    encryptionLine(rates.limit, rates.clear),
  ]
}
