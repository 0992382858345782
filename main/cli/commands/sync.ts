import { hostname } from 'node:os'
import path from 'node:path'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { listUsers } from '../../../shared/api/access.ts'
import {
  createEnrolmentCode,
  endGrant,
  giveGrant,
  listGrants,
  listHubDevices,
  removeHubDevice,
  revokeHubDevice,
} from '../../../shared/api/hub.ts'
import { hubUrl, readSyncState, syncNow } from '../../../shared/api/sync.ts'
import { listCaseSync, listTakeable, takeCaseOffline } from '../../../shared/api/sync-cases.ts'
import { readExchangeFile, writeExchangeFile } from '../../../shared/api/sync-files.ts'
import type { GrantSubject } from '../../../shared/schema/hub.ts'
import { evidencePolicy, type EvidencePolicy } from '../../../shared/schema/sync.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { uid } from '../../../shared/schema/text.ts'
import { systemEnv } from '../../platform/env.ts'
import { createLog } from '../../platform/log.ts'
import { withHub, withService } from '../connection.ts'
import type { ApiClient } from '../client.ts'
import { exitCodes, failed, misused, type ExitCode, type Stop } from '../io.ts'
import { asId, dataOption } from '../options.ts'
import type { Registrar } from '../registrar.ts'

type Done = Promise<Result<ExitCode | void, Stop>>

/** `48h`, `7d`: whole hours. */
const asHours = (value: string): number => {
  const parts = /^(\d{1,3})([hd])$/.exec(value)
  const hours = parts === null ? 0 : Number(parts[1]) * (parts[2] === 'd' ? 24 : 1)
  if (hours < 1 || hours > 720) throw new InvalidArgumentError('Write hours or days, such as 48h or 7d, up to 30d.')
  return hours
}

const asCases = (value: string): number[] | 'all' =>
  value === 'all' ? 'all' : value.split(',').map((part) => asId(part.trim()))

const addEnrolment = (program: Command, registrar: Registrar): void => {
  const command = program
    .command('enrollment')
    .description('invite devices to a hub')
    .command('create')
    .description('print a code by which one device can join, once')
    .addOption(dataOption())
    .option('--user <id>', 'the id of the user who will work on the device; default: the first administrator', asId)
    .option('--name <name>', 'what the device is called', 'Laptop')
    .addOption(
      new Option('--cases <list>', 'cases granted from the start: all, or their ids with commas')
        .argParser(asCases)
        .default([], 'those of the user alone'),
    )
    .addOption(new Option('--valid <time>', 'until when, such as 48h or 7d').argParser(asHours).default(168, '7d'))
  type Options = { data: string; user?: number; name: string; cases: number[] | 'all'; valid: number }
  registrar.runs<Options>(command, ({ data, user, name, cases, valid }) =>
    withHub(data, async (client): Done => {
      const made = await client.call(createEnrolmentCode, {
        body: { user_id: user ?? 1, device_name: name, cases, hours: valid },
      })
      if (!made.ok) return made
      const people = await client.call(listUsers, {})
      if (!people.ok) return people
      const loginName = people.value.data.find(({ id }) => id === made.value.data.user_id)?.login_name
      registrar.io.print({ ...made.value.data, login_name: loginName })
      registrar.io.say(
        'The code is shown this once. Read the fingerprint out to whoever enrols, and let them compare it.',
      )
      return ok(undefined)
    }),
  )
}

const addEnroll = (program: Command, registrar: Registrar): void => {
  const command = program
    .command('enroll')
    .description(
      'join a hub: an empty folder becomes a new device, one that worked alone brings its cases along; no service may run in it',
    )
    .addOption(dataOption())
    .requiredOption('--hub <url>', 'the address of the hub')
    .requiredOption('--code <code>', 'the one-time code that the hub’s administrator gave out')
    .option('--name <name>', 'what this device is called; default: the name of this computer')
  registrar.runs<{ data: string; hub: string; code: string; name?: string }>(
    command,
    async ({ data, hub, code, name }): Done => {
      const url = hubUrl.safeParse(hub)
      if (!url.success)
        return fail(misused('--hub must be an http or https address without a user, a query or a fragment'))
      const { enrolDevice } = await import('../../server/sync/enrol-device.ts')
      const enrolled = await enrolDevice(
        data,
        { url: url.data, code, deviceName: (name ?? hostname()).slice(0, 120) || 'Laptop' },
        systemEnv(createLog('warn')),
        new AbortController().signal,
      )
      if (!enrolled.ok) return fail(failed(enrolled.error.message))
      const { deviceId, deviceNumber, institution, workspaceId, joined, userUid, password } = enrolled.value
      registrar.io.print({
        device_id: deviceId,
        device_number: deviceNumber,
        institution,
        workspace_id: workspaceId,
        joined,
        user_uid: userUid,
        password,
      })
      registrar.io.say(
        `The password is shown this once. It signs in, on this device alone, the user for whom the code was made, with the login name that this user has at the hub. It comes with the first sync: then fieldseal user list --data ${data} shows it beside the uid.`,
      )
      return ok(undefined)
    },
  )
}

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

const carryFile = async (client: ApiClient, carrying: Carrying, io: Registrar['io']): Done => {
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

const addSync = (program: Command, registrar: Registrar): void => {
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
    return withService(data, async (client): Done => {
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

interface SubjectOptions {
  readonly user?: number
  readonly device?: string
  readonly team?: string
}

const subjectOf = ({ user, device, team }: SubjectOptions): GrantSubject | null => {
  const named: GrantSubject[] = [
    ...(user === undefined ? [] : [{ user_id: user }]),
    ...(device === undefined ? [] : [{ device_id: device }]),
    ...(team === undefined ? [] : [{ team_id: team }]),
  ]
  return named.length === 1 ? (named[0] as GrantSubject) : null
}

const oneSubject = fail(misused('name one of --user, --device and --team'))

const addGrants = (program: Command, registrar: Registrar): void => {
  const { io } = registrar
  const grant = program.command('grant').description('share cases with people, devices and teams of a hub')
  type Options = SubjectOptions & { readonly data: string; readonly case: number; readonly force?: true }
  const sharing = (name: 'give' | 'end', words: string): void => {
    const command = grant
      .command(name)
      .description(words)
      .addOption(dataOption())
      .requiredOption('--case <id>', 'the id of the case', asId)
      .option('--user <id>', 'a user, on all devices of theirs', asId)
      .option('--device <id>', 'one device')
      .option('--team <id>', 'a team: its members, now or later')
    if (name === 'end')
      command.option(
        '--force',
        'end it although the hub has not received evidence that devices concerned acquired: it stays on them until the hub has it',
      )
    registrar.runs<Options>(command, (options) => {
      const subject = subjectOf(options)
      if (subject === null) return Promise.resolve(oneSubject)
      return withHub(options.data, async (client): Done => {
        const params = { id: options.case }
        const changed =
          name === 'give'
            ? await client.call(giveGrant, { params, body: subject })
            : await client.call(endGrant, { params, body: { ...subject, force: options.force === true } })
        if (!changed.ok) return changed
        for (const item of changed.value.data) io.print({ ...item })
        return ok(undefined)
      })
    })
  }
  sharing('give', 'share a case; it travels whole at the next contact')
  sharing('end', 'end a share; the case leaves the device at its next contact')
  const list = grant
    .command('list')
    .description('list with whom a case is shared')
    .addOption(dataOption())
    .requiredOption('--case <id>', 'the id of the case', asId)
  registrar.runs<{ data: string; case: number }>(list, ({ data, case: id }) =>
    withHub(data, async (client): Done => {
      const grants = await client.call(listGrants, { params: { id } })
      if (!grants.ok) return grants
      for (const item of grants.value.data) io.print({ ...item })
      return ok(undefined)
    }),
  )
}

const addHubDevices = (program: Command, registrar: Registrar): void => {
  const hub = program.command('hub-device').description('see, revoke and remove the devices of a hub')
  const { io } = registrar
  registrar.runs<{ data: string }>(
    hub.command('list').description('list the devices, one a line').addOption(dataOption()),
    ({ data }) =>
      withHub(data, async (client): Done => {
        const devices = await client.call(listHubDevices, {})
        if (!devices.ok) return devices
        for (const device of devices.value.data) io.print({ ...device })
        return ok(undefined)
      }),
  )
  const acting = (name: 'revoke' | 'remove', words: string): void => {
    const command = hub
      .command(name)
      .description(words)
      .argument('<id>', 'the device id, as `hub-device list` prints it')
      .addOption(dataOption())
      .requiredOption('--reason <text>', 'why; sealed with it')
    if (name === 'remove')
      command.option(
        '--force',
        'remove it although the hub has not received evidence that it acquired: that stays on it until the hub has it',
      )
    registrar.runs<{ data: string; reason: string; force?: true }>(command, ({ data, reason, force }, [id = '']) =>
      withHub(data, async (client): Done => {
        const params = { device_id: id }
        const done =
          name === 'revoke'
            ? await client.call(revokeHubDevice, { params, body: { reason } })
            : await client.call(removeHubDevice, { params, body: { reason, force: force === true } })
        if (!done.ok) return done
        io.print({ ...done.value.data })
        return ok(undefined)
      }),
    )
  }
  acting('revoke', 'refuse what the device seals from now on; what it holds stays on it')
  acting('remove', 'revoke the device and have it wipe what was granted to it')
}

const asUid = (value: string): string => {
  if (!uid.safeParse(value).success)
    throw new InvalidArgumentError('Write the uid of the case, as `offline list` prints it.')
  return value
}

const addOffline = (program: Command, registrar: Registrar): void => {
  const { io } = registrar
  const offline = program.command('offline').description('which cases are on this device, and which it can take')
  registrar.runs<{ data: string }>(
    offline
      .command('list')
      .description('list the cases of this device, then those that it gave back and can take again, one a line')
      .addOption(dataOption()),
    ({ data }) =>
      withService(data, async (client): Done => {
        for (let page = 1; ; page += 1) {
          const held = await client.call(listCaseSync, { query: { page: String(page), size: '100' } })
          if (!held.ok) return held
          for (const { case_uid, case_number, title, entries, waiting, evidence } of held.value.data)
            io.print({ here: true, case_uid, case_number, title, entries, waiting, evidence })
          if (page >= held.value.pagination.total_pages) break
        }
        const takeable = await client.call(listTakeable, {})
        if (!takeable.ok) return takeable
        for (const item of takeable.value.data) io.print({ here: false, ...item })
        return ok(undefined)
      }),
  )
  const moving = (name: 'take' | 'give-back', words: string, on: boolean): void => {
    const command = offline
      .command(name)
      .description(words)
      .argument('<uid>', 'the uid of the case, as `offline list` prints it', asUid)
      .addOption(dataOption())
    registrar.runs<{ data: string }>(command, ({ data }, [caseUid = '']) =>
      withService(data, async (client): Done => {
        const done = await client.call(takeCaseOffline, { params: { case_uid: caseUid }, body: { offline: on } })
        if (!done.ok) return done
        io.print({ ...done.value.data })
        return ok(undefined)
      }),
    )
  }
  moving('take', 'take a case that was given back, or fetch all evidence of one that is here', true)
  moving('give-back', 'send what waits of a case, then remove it from this device; the hub keeps it', false)
}

/** `enrollment`, `enroll`, `sync`, `offline`, `grant` and `hub-device`. */
export const addSyncCommands = (program: Command, registrar: Registrar): void => {
  addEnrolment(program, registrar)
  addEnroll(program, registrar)
  addSync(program, registrar)
  addOffline(program, registrar)
  addGrants(program, registrar)
  addHubDevices(program, registrar)
}
