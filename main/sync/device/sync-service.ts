import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { SyncState } from '../../../shared/schema/sync.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import type { CheckedSignatures } from '../../seal/checked-signatures.ts'
import { signMessage } from '../../seal/signature.ts'
import type { SyncLink } from '../link.ts'
import type { CarriedRound, SyncedRound, SyncService } from '../service.ts'
import { worksAlone } from '../standalone.ts'
import { createSessions } from './bytes/attempt.ts'
import { upToOf } from './bytes/transfers.ts'
import type { ByteTransferParts, Transfers } from './bytes/transfers.ts'
import { readFromHub, writeForHub } from './carry.ts'
import { createBesideRounds } from './beside-rounds.ts'
import { createNumberAsking } from './case-numbers.ts'
import type { CarryParts, WritingParts } from './carry.ts'
import type { Exchange } from './exchange.ts'
import { clockPoint } from '../../domain/clock/hub-time.ts'
import type { ClockPoint } from '../../domain/clock/hub-time.ts'
import { keepsHeardTime } from './heard-time.ts'
import { createHearing } from './hearing.ts'
import type { HearHints } from './hearing.ts'
import { createHealthTelling, healthNow } from './health.ts'
import type { OwnHealth, SyncHealth } from './health.ts'
import { createHolding } from './holding.ts'
import { createMovedBytes } from './moved-bytes.ts'
import type { HubRelation } from './replica.ts'
import { createRestoredCourse } from './restored-course.ts'
import type { OwnCourse } from './restored-course.ts'
import { createSideCalls } from './side-calls.ts'
import type { SideCalls } from './side-calls.ts'
import { startRunner } from './runner.ts'
import type { RoundEnd, SyncRunner } from './runner.ts'
import { neverLocks, watchContact } from './contact-watch.ts'
import { tellState } from './tell-state.ts'
import { watchClock } from './watched-clock.ts'
import { guardedWipe, unsentFiles } from './unsent-file.ts'
import type { UnsentFile } from './unsent-file.ts'
import { messageOf, syncStateOf } from './words.ts'
import type { DeviceWorkspace } from './workspace.ts'

/** What sync of a device stands on. */
export interface SyncServiceParts {
  readonly workspace: DeviceWorkspace
  readonly link: SyncLink
  readonly scheduler: Scheduler
  /** Bytes that the link moved since it was last asked. */
  readonly takeBytes: () => { readonly sent: number; readonly received: number }
  /** Versions of the protocol that the device speaks, the newest first; absent: those of this release. */
  readonly versions?: readonly number[]
  /**
   * Listens to the hub's hints with a session until the signal ends or they do; absent: the device asks in its own
   * time.
   */
  readonly hints?: HearHints
  /** Signatures that this process has checked as the hub; absent: none. */
  readonly checked?: CheckedSignatures
  /**
   * Of a folder on which the hub stands, in whose process this is: it takes back what it sealed and does not hold any
   * more (Y-80), and is told whenever sync has come to rest; absent: another folder.
   */
  readonly ownFolder?: { readonly rested: (inTrouble: boolean) => void }
  /** What the device tells its hub of itself (Y-97); absent: nothing. */
  readonly health?: OwnHealth
  /** Makes the transfers of evidence bytes; absent: none travel. */
  readonly bytes?: (hooks: TransferHooks) => Transfers
  /** After how many days without its hub the device locks (Y-102), 0: never; absent: a folder that never does. */
  readonly lockAfterDays?: () => number
}

/** What transfers get from sync. */
export type TransferHooks = Pick<
  ByteTransferParts,
  'sessions' | 'choices' | 'halted' | 'onlyKept' | 'onChange' | 'onBytes' | 'onAlarm'
>

/** Where only what the machine says matters. */
const rested = { waiting: 0, refused: 0, kept: 0, unsent: 0, heldBack: false, hubFull: false }

const cannotHere = fail(refusal('already_done', 'A folder that has a hub already cannot be enrolled again.'))
const stopWaiting = refusal('unavailable', 'Nobody waits for the round any more; it goes on by itself.')
const onlyAHub = fail(refusal('not_a_hub', 'This device is not a hub: it writes files for its hub alone.'))
const onlyAHubOpens = fail(
  refusal('not_a_hub', 'This device is not a hub: a hub alone opens the file of a device that was removed.'),
)
const notYet = fail(refusal('unavailable', 'This release cannot do this from here.'))

/**
 * Sync of a folder that has a hub, but for what only whoever serves the folder can do: give it free and open it as
 * another device.
 */
export const startSync = ({
  workspace,
  link,
  scheduler,
  takeBytes,
  hints,
  versions,
  checked,
  ownFolder,
  health,
  bytes,
  lockAfterDays,
}: SyncServiceParts): Omit<SyncService, 'beginNewEpoch' | 'rotateKey'> & OwnCourse => {
  const { sync, env, keys, facts, ledger } = workspace
  const { replica, settings, overview } = sync
  const listeners = new Set<() => void>()
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  const ended = new AbortController()
  const evidenceBytes = createMovedBytes(settings)
  let couldMove = false
  /** Whether a person has said that the hub was restored, and no round has ended since. */
  let wasRestored = false
  /** Bytes go on, or stop, with everything else. */
  const steer = (): void => {
    const canMove = haltedNow() === null
    if (canMove !== couldMove) transfers?.poke()
    couldMove = canMove
    // A round may have brought places of own entries, whose bytes may go now; the ledger speaks of new entries only.
    if (runner.machine().round !== null) return
    ownFolder?.rested(runner.machine().trouble !== null)
    transfers?.changed()
    if (runner.machine().trouble === null && runner.machine().joined) beside.reserve()
    // A device that is stuck is the one that its hub should hear of.
    if (runner.machine().session !== null) beside.tellHealth()
    if (onlyKept()) beside.tellWiped()
    // What this device brings back comes first: by that the hub knows what it should have.
    if (wasRestored) transfers?.hubRestored()
    wasRestored = false
  }
  const device = {
    deviceId: facts.deviceId,
    sign: (message: Uint8Array) => signMessage(message, keys.device.privateKey),
    enrolment: () => replica.enrolment(),
  }
  const raise = (code: string, message: string): void => {
    settings
      .raise(code, message, env.clock.nowMs())
      .catch((error: unknown) => env.log.error({ err: error }, 'an alarm could not be kept'))
  }
  const writing = (exchange: Exchange): WritingParts => ({
    replica,
    exchange,
    signer: keys.device,
    deviceId: facts.deviceId,
    env,
    evidence: transfers?.carried ?? null,
  })
  const listen =
    hints === undefined ? null : createHearing(hints, () => runner.send({ kind: 'hinted' }), scheduler, ended.signal)
  const point = (): ClockPoint => clockPoint(env.clock)
  const watched = watchClock(point, settings.hubTime())
  const contact =
    lockAfterDays === undefined
      ? neverLocks
      : watchContact({
          settings,
          hubNowMs: () => env.clock.nowMs() - watched.aheadMs(),
          lockAfterDays,
          scheduler,
          log: env.log,
        })
  const runner: SyncRunner = startRunner({
    replica,
    link,
    device,
    clock: env.clock,
    random: env.random,
    scheduler,
    log: env.log,
    paused: settings.choices().paused,
    witnesses: () => settings.witnesses(),
    ...(versions === undefined ? {} : { versions }),
    ...(checked === undefined ? {} : { checked }),
    takesBack: ownFolder !== undefined,
    hubTime: {
      point,
      heard: keepsHeardTime(watched, settings, env.log),
      contacted: () => contact.contacted(),
    },
    guardWipe: (exchange, wipe) =>
      guardedWipe(
        { ...writing(exchange), dir: workspace.folder.unsent, gate: sync.gate, waiting: () => overview.waiting() },
        wipe,
      ),
    onChange: () => {
      listen?.(runner.machine().session)
      steer()
      tell()
    },
    onAlarm: ({ state, message }) => {
      const code = state === 'hub_not_trusted' ? (message.split(':', 1)[0] ?? state) : state
      raise(code, message)
    },
  })
  /** Why nothing of this device may travel; null: it may. */
  const haltedNow = (): Refusal | null => {
    const machine = runner.machine()
    if (!machine.joined) return worksAlone
    return machine.halted === null && !machine.paused
      ? null
      : refusal('sync_halted', messageOf(syncStateOf(machine, rested), machine))
  }
  /** Y-77: a device that was removed brings what it still keeps, and nothing else. */
  const onlyKept = (): boolean => {
    const { halted, paused } = runner.machine()
    return halted?.state === 'removed' && !paused
  }
  const transfers = bytes?.({
    sessions: createSessions(link, device, () => replica.rotations(), env.clock, onlyKept),
    onlyKept,
    choices: () => settings.choices(),
    halted: haltedNow,
    onChange: () => {
      tell()
      if (onlyKept()) beside.tellWiped()
    },
    onBytes: (sent, received) => evidenceBytes.add(sent, received),
    onAlarm: ({ code, message }) => raise(code, message),
  })
  /** @param only whether the device may do nothing but bring bytes of evidence and say how it is */
  const sideCalls = (only: () => boolean): SideCalls =>
    createSideCalls({
      sessions: createSessions(link, device, () => replica.rotations(), env.clock, only),
      link,
      signal: ended.signal,
      ...(versions === undefined ? {} : { versions }),
      mayAsk: () => haltedNow() === null && !ended.signal.aborted,
    })
  const asking = createNumberAsking({
    numbers: sync.numbers,
    settings,
    hub: sideCalls(() => false),
    clock: env.clock,
  })
  sync.numbers.connect(asking.ask)
  const telling =
    health === undefined
      ? null
      : createHealthTelling({
          health: () => healthNow(health, ownCounts(), env.clock.nowMs()),
          hub: sideCalls(onlyKept),
          clock: env.clock,
        })
  const beside = createBesideRounds({ asking, telling, scheduler, signal: ended.signal, log: env.log })
  /** Y-100: a folder that takes part in sync has none of its own time. */
  const unsentHere = (): readonly UnsentFile[] =>
    runner.machine().halted?.state === 'removed' ? unsentFiles(workspace.folder.unsent) : []
  const ownCounts = (): SyncHealth => {
    const { send: pieces, sendBytes, kept } = transfers?.waiting() ?? sync.transfers.waiting(upToOf(settings.choices()))
    return {
      entriesWaiting: overview.waiting(),
      evidenceWaiting: { pieces, bytes: sendBytes },
      clockAheadMs: settings.hubTime() === null ? null : watched.aheadMs(),
      keptAfterRemoval: onlyKept() ? kept : null,
      unsent: unsentHere(),
    }
  }
  const unsubscribe = ledger.onCommitted(() => {
    if (overview.waiting() > 0) runner.send({ kind: 'written' })
    transfers?.changed()
    tell()
  })
  runner.send({ kind: 'started' })
  transfers?.changed()

  const state = async (): Promise<SyncState> => {
    await evidenceBytes.count()
    return tellState({
      clock: env.clock,
      kid: keys.device.kid,
      facts,
      replica,
      settings,
      numbers: sync.numbers,
      counts: overview,
      store: sync.transfers,
      runner,
      transfers,
      watched,
      unsent: unsentHere(),
      lock: contact.lock(),
    })
  }

  /** A round counts as done where nothing stands in its way. */
  const roundOf = async ({ machine, moved }: RoundEnd): Promise<Result<SyncedRound, Refusal>> => {
    const { sent: bytesSent, received: bytesReceived } = takeBytes()
    if (bytesSent + bytesReceived > 0) await settings.countBytes(bytesSent, bytesReceived)
    await evidenceBytes.count()
    const standing = syncStateOf(machine, rested)
    if (machine.halted !== null || machine.paused) return fail(refusal('sync_halted', messageOf(standing, machine)))
    if (machine.trouble !== null)
      return fail(
        refusal(
          machine.trouble.state === 'disk_full' ? 'storage_full' : 'hub_unreachable',
          messageOf(standing, machine),
        ),
      )
    beside.reserve()
    beside.tellHealth()
    await beside.done()
    return ok({
      sent: moved.sent,
      received: moved.received,
      refused: moved.refused,
      bytesSent,
      bytesReceived,
      cases: moved.cases.size,
    })
  }

  /**
   * What is asked for by a person runs while nothing else moves, and not at all where sync waits for one: what would
   * come then is not to be trusted, or not to be taken.
   */
  const alone = async <T>(
    job: (exchange: Exchange, relation: HubRelation) => Promise<Result<T, Refusal>>,
  ): Promise<Result<T, Refusal>> => {
    const done = await runner.alone(async (exchange) => {
      const relation = replica.relation()
      const machine = runner.machine()
      if (relation !== null && machine.halted === null) return await job(exchange, relation)
      return fail(refusal('sync_halted', messageOf(syncStateOf(machine, rested), machine)))
    })
    tell()
    return done
  }

  const carrying = <T>(
    job: (parts: CarryParts, relation: HubRelation) => Promise<Result<T, Refusal>>,
  ): Promise<Result<T, Refusal>> =>
    alone((exchange, relation) =>
      job({ ...writing(exchange), halt: (halted) => runner.send({ kind: 'halted', halted }) }, relation),
    )

  const roundNow = async (): Promise<Result<SyncedRound, Refusal>> => await roundOf(await runner.round())

  const fetchCase: SyncService['fetchCase'] = (caseUid) => transfers?.fetchAll(caseUid) ?? Promise.resolve(notYet)

  const holding = createHolding({
    replica,
    overview,
    roundNow,
    fetchCase,
    deviceId: facts.deviceId,
    signal: ended.signal,
    alone: (job) => alone((exchange) => job(exchange)),
  })

  const choose = async (change: Parameters<typeof settings.choose>[0]): Promise<void> => {
    const chosen = await settings.choose(change)
    if (!chosen.ok) env.log.warn({ code: chosen.error.code }, 'a setting of sync could not be kept')
    transfers?.poke()
    transfers?.changed()
    tell()
  }

  const course = createRestoredCourse(sync, runner, () => {
    wasRestored = true
  })

  const readExchange = async (path: string): Promise<Result<CarriedRound, Refusal>> => {
    const read = await carrying((parts, relation) => readFromHub(parts, relation, path))
    if (read.ok) await contact.carried(Date.parse(read.value.writtenAt))
    return read
  }

  return {
    state,
    lock: contact.lock,
    ...course,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    syncNow: async (signal) => {
      transfers?.hurry()
      const end = runner.round()
      if (signal === undefined) return await roundOf(await end)
      const left = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }))
      const first = signal.aborted ? null : await Promise.race([end, left])
      return first === null ? fail(stopWaiting) : await roundOf(first)
    },
    enrol: () => Promise.resolve(cannotHere),
    setPaused: async (paused) => {
      await choose({ paused })
      runner.send({ kind: 'paused', on: paused })
    },
    setMetered: (metered) => choose({ metered }),
    setEvidencePolicy: (evidencePolicy) => choose({ evidencePolicy }),
    setRateCap: (rateCap) => choose({ rateCap }),
    ...holding,
    retryCase: async (caseUid) => {
      if ((await replica.standing(caseUid)) === null)
        return fail(refusal('not_found', 'There is no case with this id, or it was never synced.'))
      await replica.keepRefusal(caseUid, null)
      runner.send({ kind: 'asked' })
      return ok(undefined)
    },
    fetchEvidence: (caseUid, sha256, signal) => transfers?.fetch(caseUid, sha256, signal) ?? Promise.resolve(notYet),
    fetchCase,
    writeExchange: ({ path, deviceId, evidence }) =>
      deviceId === undefined
        ? carrying((parts, relation) =>
            writeForHub(parts, relation, path, { upTo: upToOf({ evidencePolicy: evidence }) }),
          )
        : Promise.resolve(onlyAHub),
    readExchange: (path, into) => (into === undefined ? readExchange(path) : Promise.resolve(onlyAHubOpens)),
    close: async () => {
      unsubscribe()
      ended.abort()
      beside.close()
      await Promise.all([runner.stop(), transfers?.close(), contact.close(), beside.done()])
      await evidenceBytes.count()
    },
  }
}
