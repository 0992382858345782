import { hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTokens } from '../../../main/server/auth/tokens.ts'
import { startService } from '../../../main/server/compose.ts'
import type { RunningService, ServiceOptions } from '../../../main/server/running-service.ts'
import { systemEnv } from '../../../main/platform/env.ts'
import type { Env } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { initWorkspace } from '../../../main/storage/ledger/init-workspace.ts'
import type { Workspace } from '../../../main/storage/ledger/workspace.ts'
import type { Role } from '../../../shared/schema/user.ts'
import { must } from '../../support/must.ts'
import { preparedWorkspace } from '../../support/prepared-workspace.ts'
import { asked } from './asked.ts'
import type { Answered, Asked, DataAt } from './asked.ts'

export interface Sent {
  readonly body?: unknown
  /** Sent as it is, with the content type of `headers` (default application/json). */
  readonly raw?: string | Uint8Array
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** Without credentials. */
  readonly anonymous?: boolean
  readonly as?: Person
}

export interface Person {
  readonly id: number
  readonly uid: string
  readonly role: Role
  readonly token: string
  readonly login: string
  readonly password: string
}

export interface Bench {
  readonly service: RunningService
  readonly url: string
  readonly dataDir: string
  readonly env: Env
  readonly admin: Person
  readonly institutionKey: string
  readonly apiKey: string
  readonly workspaceId: string
  /**
   * Sends one request. What its answer holds is typed by method and address, where they are written out at the call.
   */
  ask<const Method extends string, const Address extends string>(
    method: Method,
    address: Address,
    sent?: Sent,
  ): Promise<Asked<Answered<Method, Address>>>
  addPerson(role: Role, login: string): Promise<Person>
  /** A token of a user by the folder's key, in any role. */
  mint(userUid: string, role: Role): Promise<string>
  createCase(title?: string): Promise<DataAt<'POST', '/v1/cases'>>
  /**
   * Row count and digest of the content of every table, but for what the service writes by itself (uses of keys,
   * checkpoints, how far evidence is read, the access log).
   */
  snapshot(): Promise<string>
  /** Every row of every table, as text. */
  everything(): Promise<string>
  close(): Promise<void>
}

/**
 * Sends one request as any HTTP client would. What the answer holds is typed by method and address, where they are
 * written out at the call.
 */
export const ask = async <const Method extends string, const Address extends string>(
  url: string,
  method: Method,
  address: Address,
  sent: Sent = {},
): Promise<Asked<Answered<Method, Address>>> => {
  const payload = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
  const headers = Object.entries({
    ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    ...sent.headers,
  }).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const response = await fetch(url + address, {
    method,
    headers,
    body: payload as BodyInit | undefined,
    redirect: 'manual',
  })
  return asked(method, address, { status: response.status, headers: response.headers, text: await response.text() })
}

const quiet = () => systemEnv(createLog('silent'))

/**
 * Shadow tables of the search indexes, the index of activities, and the network: their content follows from other
 * tables'.
 */
const isShadow = (name: string): boolean =>
  /^search_(data|idx|docsize|config)$|^activity_(terms|vocabulary)|^(alert|subject|listed)_words|^network_(state|nodes|links|facts|motifs|motif_nodes|payments)$/.test(
    name,
  )

const readTables = async ({ db }: Workspace): Promise<{ name: string; rows: Record<string, unknown>[] }[]> => {
  const names = (await db.introspection.getTables()).map((table) => table.name).filter((name) => !isShadow(name))
  return await Promise.all(
    names.sort().map(async (name) => ({
      name,
      rows: await db
        .selectFrom(name as 'users')
        .selectAll()
        .execute(),
    })),
  )
}

/** A service over a fresh workspace in a temporary folder, on a real socket. */
export const startBench = async (options: Partial<ServiceOptions> & { env?: Env } = {}): Promise<Bench> => {
  const { env = quiet(), ...serviceOptions } = options
  const input = { institution: 'ACME', name: 'Acme Bank', admin: 'Ada Berg', sample: false }
  const dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'fieldseal-api-')), 'data')
  // What was prepared has the system's clock.
  const made =
    options.env === undefined ? await preparedWorkspace(dataDir, input) : must(await initWorkspace(dataDir, input, env))
  const service = must(
    await startService({ dataDir, port: 0, host: '127.0.0.1', role: 'local', ...serviceOptions }, env),
  )
  const { workspace, url } = service
  const tokens = createTokens({
    privateKey: workspace.keys.token,
    workspaceId: workspace.facts.uid,
    clock: env.clock,
    random: env.random,
  })
  const mint = (userUid: string, role: Role): Promise<string> =>
    tokens.mint({ userUid, role, origin: 'folder', family: null })
  const first = await workspace.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  const admin: Person = {
    id: first.id,
    uid: first.uid,
    role: 'admin',
    token: await mint(first.uid, 'admin'),
    login: first.login_name,
    password: made.password,
  }

  const bench: Bench = {
    service,
    url,
    dataDir,
    env,
    admin,
    institutionKey: made.institutionKey,
    apiKey: made.apiKey,
    workspaceId: made.workspaceId,
    mint,
    ask: (method, address, sent = {}) =>
      ask(url, method, address, {
        ...sent,
        headers: {
          ...(sent.anonymous === true
            ? {}
            : { authorization: `Bearer ${(sent.as ?? admin).token}`, 'x-api-key': made.institutionKey }),
          ...sent.headers,
        },
      }),
    async addPerson(role, login) {
      const { data } = await bench.ask('POST', '/v1/users', {
        body: { login_name: login, name: `${login} in person`, role },
      })
      return {
        id: data.id,
        uid: data.uid,
        role,
        token: await mint(data.uid, role),
        login,
        password: data.password ?? '',
      }
    },
    async createCase(title = 'A case') {
      return (
        await bench.ask('POST', '/v1/cases', { body: { title, description: 'What was seen.', priority: 'medium' } })
      ).data
    },
    async snapshot() {
      const own = [
        'key_uses',
        'checkpoints',
        'evidence_texts',
        'evidence_text_files',
        'piece_hashes',
        'known_lists',
        'known_marks',
        'access_log',
        'access_log_terms',
        'access_log_course',
      ]
      const lines = (await readTables(workspace))
        .filter(({ name }) => !own.includes(name))
        .map(({ name, rows }) => {
          const text = JSON.stringify(rows.map((row) => ({ ...row, checkpoint_size: 0 })))
          return `${name}: ${rows.length} rows, ${hash('sha256', text, 'base64url')}`
        })
      return lines.join('\n')
    },
    everything: async () => JSON.stringify(await readTables(workspace)),
    async close() {
      await service.close()
      rmSync(path.dirname(dataDir), { recursive: true, force: true })
    },
  }
  return bench
}
