import type { Refusal } from '../../../shared/api/errors.ts'
import type { Failure, SupervisorMessage, WorkspaceInput } from '../../../shared/ipc/supervisor.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Env } from '../../platform/env.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import { parseWorkspaceKey } from '../../platform/workspace-key.ts'
import { tokenSeconds } from '../auth/tokens.ts'
import type { RunningService } from '../running-service.ts'
import type { Parent } from './parent.ts'

/** A session is renewed when two thirds of it have passed. */
const renewMs = (tokenSeconds * 1_000 * 2) / 3

/** So long after a renewal that failed it is tried again: the session that is held lives a third of its time longer. */
const retryMs = 15_000

/** What the supervised service does through others; a test gives its own. */
export interface SupervisedParts {
  readonly parent: Parent
  readonly env: Env
  readonly scheduler: Scheduler
  readonly hasWorkspace: () => boolean
  /** Why no workspace can be made in the folder; null where nothing stands in the way. */
  readonly unfit: () => Refusal | null
  /** That an earlier attempt to make one was broken off; null where none was. */
  readonly brokenOff: () => Refusal | null
  /** Opens and serves the folder, with the key that the parent has; null: the folder's own. */
  readonly start: (key: Uint8Array | null) => Promise<Result<RunningService, Refusal>>
  /** Makes the workspace and, where asked for, its sample cases; nothing is left open. */
  readonly create: (input: WorkspaceInput, key: Uint8Array | null) => Promise<Result<null, Refusal>>
  readonly exit: (code: number) => void
}

type GivenKey = Result<Uint8Array | null, Failure>

/** The workspace key, which the parent has: asked for by one message and given by another. */
const keysOf = (parent: Parent) => {
  let take: (key: GivenKey) => void = () => undefined
  return {
    ask: (purpose: 'open' | 'create'): Promise<GivenKey> =>
      new Promise((resolve) => {
        take = resolve
        parent.send({ type: 'key-request', purpose })
      }),
    receive: ({ key, error }: Extract<SupervisorMessage, { type: 'workspace-key' }>): void => {
      const bytes = key === null ? null : parseWorkspaceKey(key)
      if (error !== undefined) take(fail(error))
      else if (key !== null && bytes === null)
        take(fail({ code: 'internal', message: 'The application gave the service a workspace key that is none.' }))
      else take(ok(bytes))
    },
  }
}

/** Runs the service for a supervisor: first run, sessions, stop. */
export const runSupervised = async (parts: SupervisedParts): Promise<void> => {
  const { parent, env } = parts
  let service: RunningService | null = null
  let creating = false
  let cancelRenewal = (): void => undefined
  const keys = keysOf(parent)
  let ending = false

  const end = async (code: number): Promise<void> => {
    if (ending) return
    ending = true
    cancelRenewal()
    await service?.close()
    parts.exit(code)
  }

  const fatal = (code: string, message: string): Promise<void> => {
    parent.send({ type: 'fatal', code, message })
    return end(1)
  }

  const renewAfter = (ms: number, running: RunningService): void => {
    cancelRenewal()
    if (!ending) cancelRenewal = parts.scheduler.after(ms, () => void renew(running))
  }

  /** Sends a fresh session. One that cannot be made now costs this try alone. Never rejects. */
  const renew = async (running: RunningService): Promise<void> => {
    try {
      const session = await running.localSession()
      if (session.ok) parent.send({ type: 'session', session: session.value })
      else env.log.warn({ code: session.error.code }, `the session could not be renewed: ${session.error.message}`)
      renewAfter(session.ok ? renewMs : retryMs, running)
    } catch (error) {
      env.log.error({ err: error }, 'the session could not be renewed')
      renewAfter(retryMs, running)
    }
  }

  const begin = async (): Promise<void> => {
    const key = await keys.ask('open')
    if (ending) return
    if (!key.ok) return await fatal(key.error.code, key.error.message)
    const started = await parts.start(key.value)
    if (!started.ok) return await fatal(started.error.code, started.error.message)
    const running = started.value
    service = running
    running.onReopened(
      (outcome) => void (outcome.ok ? renew(running) : fatal(outcome.error.code, outcome.error.message)).catch(failed),
    )
    // Told to stop while it started: what was opened is closed again.
    if (ending) return await service.close()
    const session = await running.localSession()
    if (!session.ok) return await fatal(session.error.code, session.error.message)
    parent.send({ type: 'ready', url: running.url, pid: process.pid, session: session.value })
    renewAfter(renewMs, running)
  }

  const firstRun = (error: Failure | null): void =>
    parent.send({
      type: 'first-run',
      ...(error === null ? {} : { error: { code: error.code, message: error.message } }),
    })

  const create = async (input: WorkspaceInput): Promise<void> => {
    if (creating || service !== null) return
    creating = true
    // Before the key: what the parent makes for a new workspace would lie beside the keys of another one.
    const unfit = parts.unfit()
    const key = unfit === null ? await keys.ask('create') : fail(unfit)
    const made = key.ok ? await parts.create(input, key.value) : key
    creating = false
    if (made.ok) await begin()
    else firstRun(made.error)
  }

  const take = async (message: SupervisorMessage): Promise<void> => {
    switch (message.type) {
      case 'stop':
        return await end(0)
      case 'ping':
        return parent.send({ type: 'pong' })
      case 'session-request':
        return service === null ? undefined : await renew(service)
      case 'create-workspace':
        return await create(message)
      case 'workspace-key':
        return keys.receive(message)
    }
  }

  const failed = (error: unknown): void => {
    env.log.error({ err: error }, 'the service failed')
    void fatal('internal', 'The service failed; its log says why.')
  }
  parent.onMessage((message) => void take(message).catch(failed))
  parent.onGone(() => void end(0).catch(failed))
  try {
    if (parts.hasWorkspace()) await begin()
    else firstRun(parts.unfit() ?? parts.brokenOff())
  } catch (error) {
    failed(error)
  }
}
