import type { FastifyInstance } from 'fastify'
import type { Refusal } from '../../shared/api/errors.ts'
import { ok } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'
import { awake } from '../platform/awake.ts'
import { closeInTurn, createClosing } from '../platform/closing.ts'
import { holdReserve, isShortReserve, keepReserve, spendReserve } from '../platform/reserve.ts'
import { newSecret } from '../storage/access/secrets.ts'
import { assemble } from './assemble.ts'
import { createTokens } from './auth/tokens.ts'
import { inject } from './http/inject.ts'
import { hostAndPort, tryListen } from './http/listen.ts'
import { createLocalSession } from './local-session.ts'
import { openParts } from './open-parts.ts'
import type { Ground } from './open-parts.ts'
import type { RunningService, ServiceOptions } from './running-service.ts'
import { removeServiceFile, writeServiceFile } from './service-file.ts'

/**
 * So long a hub's start waits for the first round of its own folder, which nothing but the two stores takes part in;
 * then it serves, and until that round has ended its own window seals nothing (Y-81).
 */
const firstRoundMs = 5_000

const listen = async (app: FastifyInstance, { host, port }: ServiceOptions): Promise<Result<string, Refusal>> => {
  const listening = await tryListen(() => app.listen({ host, port }), {
    host,
    port,
    what: 'This workspace',
    wayOn: 'choose another port or address',
  })
  if (!listening.ok) return listening
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the service has no port')
  const shown = address.address === '0.0.0.0' || address.address === '::' ? '127.0.0.1' : address.address
  return ok(`http://${hostAndPort(shown, address.port)}`)
}

const once = (work: () => Promise<void>): (() => Promise<void>) => {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}

/**
 * Serves an open workspace; closing the service closes the workspace. A start that fails ends all that it began, and
 * closes the workspace too.
 *
 * @returns a refusal where the address cannot be listened on
 */
export const serveWorkspace = async (
  ground: Ground,
  reopen: () => void,
): Promise<Result<Omit<RunningService, 'onReopened'>, Refusal>> => {
  const { workspace, options, open } = ground
  const { env, keys, facts, folder } = workspace
  const listens = options.listen ?? true
  const working = createClosing()
  const serving = createClosing()
  let stopping = false

  const release = once(async () => {
    stopping = true
    // The log is written back at the end, for which a disk that was full at the start has no other room.
    const isShort = isShortReserve(folder)
    const lend = (): void => void (isShort && spendReserve(folder))
    const takeBack = (): void => void (isShort && holdReserve(folder, env.random))
    await closeInTurn([
      () => working.close(),
      () => open?.bytes.close(),
      () => open?.store.close(),
      () => (listens ? removeServiceFile(folder) : undefined),
      lend,
      () => workspace.close(),
      takeBack,
      () => keepReserve(folder, env.random),
    ])
  })
  const close = once(async () => {
    stopping = true
    await closeInTurn([() => serving.close(), release])
  })

  const start = async (): Promise<Result<Omit<RunningService, 'onReopened'>, Refusal>> => {
    const localKey = `local_${newSecret(env.random)}`
    const tokens = createTokens({
      privateKey: keys.token,
      workspaceId: facts.uid,
      clock: env.clock,
      random: env.random,
    })
    const parts = await openParts(ground, working, { release, reopen })
    // Requests wait for them: their ends answer these.
    serving.keep(parts.jobs)
    serving.keep(parts.events)
    const app = await assemble(ground, parts, { tokens, localKey, isStopping: () => stopping }, serving)
    await parts.ownFolder?.ready(firstRoundMs)
    const url = listens ? await listen(app, options) : ok('')
    if (!url.ok) return url
    keepReserve(folder, env.random)
    if (listens) await writeServiceFile(folder, { url: url.value, pid: process.pid, institution_key: localKey })
    const localSession = createLocalSession(workspace, tokens, localKey, () => parts.sync.syncNow())
    return ok({ url: url.value, workspace, inject: (request) => inject(app, request), localSession, close })
  }

  // Why a start failed says more than what could not be ended after it.
  const end = (): Promise<void> =>
    close().catch((error: unknown) => env.log.error({ err: error }, 'a start that failed could not be ended cleanly'))

  try {
    const started = await awake(start)
    if (!started.ok) await end()
    return started
  } catch (error) {
    await end()
    throw error
  }
}
