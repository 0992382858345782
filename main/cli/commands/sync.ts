import path from 'node:path'
import type { Command } from 'commander'
import { readSyncState, syncNow } from '../../../shared/api/sync.ts'
import { readExchangeFile, writeExchangeFile } from '../../../shared/api/sync-files.ts'
import { evidencePolicy, type EvidencePolicy } from '../../../shared/schema/sync.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { withService } from '../connection.ts'
import type { ApiClient } from '../client.ts'
import { exitCodes, misused, type CommandEnd, type Stop } from '../io.ts'
import { dataOption } from '../options.ts'
import type { Registrar } from '../registrar.ts'

const stateOf = async (client: ApiClient): Promise<Readonly<Record<string, unknown>> | null> => {
  const state = await client.call(readSyncState, {})
  if (!state.ok) return null
  const now = state.value.data
  return {
    state: now.state,
    message: now.message,
    entries_waiting: now.entries_waiting,
    evidence_waiting: now.evidence_waiting,
    evidence_moving: now.evidence_moving,
    conflicts: now.conflicts,
    alarms: now.alarms.map(({ code }) => code),
    clock: now.clock?.message ?? null,
  }
}

const stopSignal = (): Promise<true> =>
  new Promise((resolve) => {
    process.once('SIGINT', () => resolve(true))
    process.once('SIGTERM', () => resolve(true))
  })

const betweenMs = 10_000

type SyncOptions = {
  data: string
  once?: true
  export?: string
  import?: string
  into?: string
  device?: string
  evidence?: string
}

/** A file to be written or read, by its whole path: the service stands in another folder. */
type Carrying =
  | { readonly way: 'write'; readonly path: string; readonly device?: string; readonly evidence: EvidencePolicy }
  | { readonly way: 'read'; readonly path: string; readonly into?: string }

const carried = ({
  written,
  read,
  into,
  device,
  evidence,
  once,
}: {
  written?: string
  read?: string
  into?: string
  device?: string
  evidence?: string
  once?: true
}): Result<Carrying | null, Stop> => {
  if (written !== undefined && (read !== undefined || once === true))
    return fail(misused('--export, --import and --once exclude each other'))
  if (read !== undefined && (device !== undefined || once === true)) return fail(misused('--import stands by itself'))
  if (device !== undefined && written === undefined) return fail(misused('--device says for whom --export writes'))
  if (evidence !== undefined && written === undefined) return fail(misused('--evidence says what --export takes along'))
  if (into !== undefined && read === undefined) return fail(misused('--into says where --import opens a file'))
  const policy = evidencePolicy.safeParse(evidence ?? 'none')
  if (!policy.success) return fail(misused('--evidence is none, small or all'))
  if (written !== undefined)
    return ok({
      way: 'write',
      path: path.resolve(written),
      evidence: policy.data,
      ...(device === undefined ? {} : { device }),
    })
  if (read === undefined) return ok(null)
  return ok({
    way: 'read',
    path: path.resolve(read),
    ...(into === undefined ? {} : { into: path.resolve(into) }),
  })
}

const carryFile = async (client: ApiClient, carrying: Carrying, io: Registrar['io']): CommandEnd => {
  if (carrying.way === 'write') {
    const { path: file, device, evidence } = carrying
    const done = await client.call(writeExchangeFile, {
      body: { path: file, evidence, ...(device === undefined ? {} : { device_id: device }) },
    })
    if (!done.ok) return done
    io.print({ ...done.value.data })
    return ok(undefined)
  }
  const done = await client.call(readExchangeFile, {
    body: { path: carrying.path, ...(carrying.into === undefined ? {} : { into: carrying.into }) },
  })
  if (!done.ok) return done
  io.print({ ...done.value.data })
  if (done.value.data.opened !== undefined)
    io.say(
      `Nothing of the file was taken into the record: its device was ended before. It lies open in ${done.value.data.opened.folder}, not encrypted; read VERDICT.txt there first.`,
    )
  // What came stands, but the file alone was not enough.
  return ok(done.value.data.outcome === 'incomplete' ? exitCodes.failed : exitCodes.done)
}

/** `sync`: rounds with the hub, and files that are carried instead. */
export const addSync = (program: Command, registrar: Registrar): void => {
  const { io } = registrar
  const command = program
    .command('sync')
    .description('sync with the hub and print what moved, one line a round; without --once until it is asked to stop')
    .addOption(dataOption())
    .option('--once', 'one round; exit code 1 if it failed')
    .option(
      '--export <file>',
      'without a network: write what this device has for its hub to a new file; on a hub, what it has for --device',
    )
    .option('--import <file>', 'without a network: import a file that was carried here')
    .option(
      '--into <folder>',
      'on a hub: open what a device that was revoked or removed never sent into a new folder, with a verdict; nothing of it is taken in',
    )
    .option('--device <id>', 'on a hub: for which device, as `hub-device list` prints it')
    .option('--evidence <which>', 'the bytes of evidence that --export takes along: none, small (up to 8 MiB) or all')
  registrar.runs<SyncOptions>(command, ({ data, once, export: written, import: read, into, device, evidence }) => {
    const carrying = carried({ written, read, into, device, evidence, once })
    if (!carrying.ok) return Promise.resolve(carrying)
    if (carrying.value !== null) return withService(data, (client) => carryFile(client, carrying.value as Carrying, io))
    return withService(data, async (client): CommandEnd => {
      const stopped = stopSignal()
      for (;;) {
        const round = await client.call(syncNow, {})
        const state = await stateOf(client)
        if (round.ok) io.print({ ...round.value.data, ...state })
        else if (state !== null) io.print(state)
        // The state tells what stands in the way of a round; where there is none to print, nothing else would.
        if (!round.ok && (once === true || state === null)) io.say(round.error.message)
        if (once === true) return ok(round.ok ? exitCodes.done : exitCodes.failed)
        const paused = new Promise<false>((resolve) => setTimeout(() => resolve(false), betweenMs))
        if (await Promise.race([stopped, paused])) return ok(undefined)
      }
    })
  })
}
