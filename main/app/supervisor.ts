import type { ServiceState } from '../../shared/ipc/bridge.ts'
import {
  serviceMessage,
  type Failure,
  type ServiceMessage,
  type Session,
  type WorkspaceInput,
} from '../../shared/ipc/supervisor.ts'
import { fail, ok, type Result } from '../../shared/schema/result.ts'
import { watchAnswers, type AnswerWatch } from './answerWatch.ts'
import type { Upstream } from './apiProxy.ts'
import { crashLoop, fatal, incompatible, isExpiring, restartDelay } from './supervisorPolicy.ts'
import type { ServiceChild, ServiceListener } from './serviceChild.ts'

/** What the supervisor acts through; a test gives its own. */
export type SupervisorParts = {
  /** The folder that the service works in; advice names it. */
  readonly dataDir: string
  start(listener: ServiceListener): ServiceChild
  /** Runs the action after so many ms and returns how to call it off. */
  after(ms: number, action: () => void): () => void
  /** Milliseconds since the epoch. */
  now(): number
  onState(state: ServiceState): void
  /** The workspace key for the service; null where the service finds it by itself. */
  workspaceKey(purpose: 'open' | 'create'): Result<Uint8Array | null, Failure>
  readonly log: (line: string) => void
  /** What the service writes to its streams. */
  readonly onOutput: (chunk: string) => void
}

export type Supervisor = {
  state(): ServiceState
  start(): void
  /**
   * Starts again after `failed`, and where the service is silent: that one is ended first. Does nothing in any other
   * state.
   */
  restart(): void
  /** Asks the service to finish, and ends it after `graceMs` if it has not. Resolves when it is gone. */
  stop(graceMs?: number): Promise<void>
  createWorkspace(input: WorkspaceInput): Promise<Result<null, Failure>>
  /** Where the service answers and a session that has not run out, or null while there is no service. */
  upstream(): Promise<Upstream | null>
  /** Asks for a fresh session, for example after the machine slept. */
  renewSession(): void
}

/** How long a request waits for a fresh session before it is answered with what there is. */
const sessionWaitMs = 5_000

/** Starts the service, watches it, starts it again when it ends unexpectedly, and gives up on a crash loop. */
export function makeSupervisor(parts: SupervisorParts): Supervisor {
  let state: ServiceState = { kind: 'starting' }
  let child: ServiceChild | null = null
  let upstream: Upstream | null = null
  let crashes: number[] = []
  let stopping: (() => void) | null = null
  let cancelRestart = (): void => undefined
  let watch: AnswerWatch | null = null
  let replacing = false
  let creating: ((result: Result<null, Failure>) => void) | null = null
  const waitingForSession: (() => void)[] = []

  const enter = (next: ServiceState): void => {
    state = next
    parts.log(`service: ${next.kind}${'reason' in next ? ` (${next.reason})` : ''}`)
    parts.onState(next)
  }

  const setSilent = (silent: boolean): void => {
    if (state.kind === 'failed') return
    parts.log(silent ? 'service: does not answer' : 'service: answers again')
    const { silent: _before, ...rest } = state
    state = silent ? { ...rest, silent: true } : rest
    parts.onState(state)
  }

  const settleCreation = (result: Result<null, Failure>): void => {
    creating?.(result)
    creating = null
  }

  const resumeRequests = (): void => {
    for (const resume of waitingForSession.splice(0)) resume()
  }

  const takeSession = (session: Session): void => {
    if (upstream) upstream = { ...upstream, session }
    resumeRequests()
  }

  const giveUp = (reason: Extract<ServiceState, { kind: 'failed' }>): void => {
    upstream = null
    settleCreation(fail({ code: reason.code, message: reason.reason }))
    enter(reason)
  }

  const answerKey = (own: ServiceChild, purpose: 'open' | 'create'): void => {
    const key = parts.workspaceKey(purpose)
    if (key.ok)
      own.send({ type: 'workspace-key', key: key.value === null ? null : Buffer.from(key.value).toString('base64url') })
    else own.send({ type: 'workspace-key', key: null, error: key.error })
  }

  const handle = (own: ServiceChild, message: ServiceMessage): void => {
    switch (message.type) {
      case 'key-request':
        answerKey(own, message.purpose)
        return
      case 'ready':
        upstream = { url: message.url, session: message.session }
        settleCreation(ok(null))
        enter({ kind: 'ready' })
        return
      case 'session':
        takeSession(message.session)
        return
      case 'pong':
        return
      case 'first-run':
        if (message.error) settleCreation(fail(message.error))
        enter({ kind: 'first-run', creating: false, ...(message.error ? { error: message.error } : {}) })
        return
      case 'fatal':
        giveUp(fatal(message.code, message.message))
    }
  }

  const onExit = (how: string): void => {
    watch?.stop()
    child = null
    upstream = null
    resumeRequests()
    if (stopping) {
      stopping()
      return
    }
    if (state.kind === 'failed') return
    settleCreation(fail({ code: 'service_ended', message: `The service ended while it made the workspace (${how}).` }))
    if (replacing) {
      crashes = []
      start()
      return
    }
    crashes = [...crashes, parts.now()]
    const delay = restartDelay(crashes, parts.now())
    if (delay === null) {
      giveUp(crashLoop(how, parts.dataDir))
      return
    }
    enter({ kind: 'restarting', attempt: delay.attempt, reason: `The service ended unexpectedly (${how}).` })
    cancelRestart = parts.after(delay.ms, launch)
  }

  const launch = (): void => {
    const own: ServiceChild = parts.start({
      onMessage: (raw) => {
        if (child === own) watch?.heard()
        const message = serviceMessage.safeParse(raw)
        if (message.success) handle(own, message.data)
        else if (state.kind === 'starting' || state.kind === 'restarting') {
          giveUp(incompatible)
          own.kill()
        } else parts.log('service: a message that is not in the contract was ignored')
      },
      onExit: (how) => {
        if (child === own) onExit(how)
      },
      onOutput: (chunk) => parts.onOutput(chunk),
    })
    child = own
    watch?.stop()
    watch = watchAnswers({
      after: (ms, action) => parts.after(ms, action),
      ask: () => own.send({ type: 'ping' }),
      onSilent: setSilent,
    })
  }

  const start = (): void => {
    replacing = false
    enter({ kind: 'starting' })
    launch()
  }

  return {
    state: () => state,
    start,
    restart: () => {
      if (state.kind !== 'failed') {
        if (state.silent !== true || child === null) return
        parts.log('service: ended, since it does not answer and somebody wants to start it again')
        replacing = true
        // Another is started when this one is gone: until then it holds the folder.
        child.kill()
        return
      }
      child?.kill()
      child = null
      crashes = []
      start()
    },
    stop: (graceMs = 10_000) => {
      cancelRestart()
      const running = child
      watch?.stop()
      if (running === null) return Promise.resolve()
      return new Promise((resolve) => {
        const callOff = parts.after(graceMs, () => running.kill())
        stopping = () => {
          callOff()
          resolve()
        }
        running.send({ type: 'stop' })
      })
    },
    createWorkspace: (input) => {
      const running = child
      if (state.kind !== 'first-run' || running === null || creating !== null) {
        return Promise.resolve(
          fail({ code: 'not_first_run', message: 'There is a workspace already, or one is being made.' }),
        )
      }
      return new Promise((resolve) => {
        creating = resolve
        enter({ kind: 'first-run', creating: true })
        running.send({ type: 'create-workspace', ...input })
      })
    },
    upstream: async () => {
      if (upstream && child && isExpiring(upstream.session.access_token, parts.now())) {
        const running = child
        await new Promise<void>((resolve) => {
          const callOff = parts.after(sessionWaitMs, resolve)
          waitingForSession.push(() => {
            callOff()
            resolve()
          })
          if (waitingForSession.length === 1) running.send({ type: 'session-request' })
        })
      }
      return upstream
    },
    renewSession: () => child?.send({ type: 'session-request' }),
  }
}
