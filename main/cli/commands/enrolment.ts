import { hostname } from 'node:os'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { listUsers } from '../../../shared/api/access.ts'
import { createEnrolmentCode } from '../../../shared/api/hub.ts'
import { hubUrl } from '../../../shared/api/sync.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import { systemEnv } from '../../platform/env.ts'
import { createLog } from '../../platform/log.ts'
import { withHub } from '../connection.ts'
import { failed, misused, type CommandEnd } from '../io.ts'
import { asId, dataOption } from '../options.ts'
import type { Registrar } from '../registrar.ts'

/** `48h`, `7d`: whole hours. */
const asHours = (value: string): number => {
  const parts = /^(\d{1,3})([hd])$/.exec(value)
  const hours = parts === null ? 0 : Number(parts[1]) * (parts[2] === 'd' ? 24 : 1)
  if (hours < 1 || hours > 720) throw new InvalidArgumentError('Write hours or days, such as 48h or 7d, up to 30d.')
  return hours
}

const asCases = (value: string): number[] | 'all' =>
  value === 'all' ? 'all' : value.split(',').map((part) => asId(part.trim()))

/** `enrollment create`: a code by which a device joins the hub. */
export const addEnrolment = (program: Command, registrar: Registrar): void => {
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
    withHub(data, async (client): CommandEnd => {
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

/** `enroll`: the device’s side of joining a hub. */
export const addEnroll = (program: Command, registrar: Registrar): void => {
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
    async ({ data, hub, code, name }): CommandEnd => {
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
