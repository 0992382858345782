import { Option, type Command } from 'commander'
import {
  addTeam,
  addUser,
  changeTeam,
  changeUser,
  createKey,
  listDevices,
  listKeys,
  listTeams,
  listUsers,
  revokeDevice,
  revokeKey,
} from '../../../shared/api/access.ts'
import type { apiScopes } from '../../../shared/api/access.ts'
import { syncNow } from '../../../shared/api/sync.ts'
import {
  askHubAgain,
  beginNewEpoch,
  listSetAside,
  restoreSetAside,
  rotateKey,
  setAsideMax,
  trustRestoredHub,
} from '../../../shared/api/sync-recovery.ts'
import { distrustWitness, listWitnesses, trustWitness } from '../../../shared/api/witnesses.ts'
import { ok, type Result } from '../../../shared/schema/result.ts'
import type { Role } from '../../../shared/schema/user.ts'
import { withService } from '../connection.ts'
import type { ApiClient } from '../client.ts'
import type { Stop, CommandEnd } from '../io.ts'
import { asId, dataOption, roleOption } from '../options.ts'
import type { Registrar } from '../registrar.ts'
import { addRecoveryCommands } from './recovery.ts'

interface DataOption {
  readonly data: string
}

/** Calls the service and prints what it answers: a list one line an item. */
const printing =
  <Options extends DataOption>(
    { io }: Registrar,
    work: (
      client: ApiClient,
      options: Options,
      args: readonly string[],
    ) => Promise<Result<{ readonly data: object | readonly object[] }, Stop>>,
  ) =>
  (options: Options, args: readonly string[]): CommandEnd =>
    withService(options.data, async (client) => {
      const answer = await work(client, options, args)
      if (!answer.ok) return answer
      const { data } = answer.value
      for (const item of Array.isArray(data) ? (data as readonly object[]) : [data]) io.print({ ...item })
      return ok(undefined)
    })

const addUserCommands = (program: Command, registrar: Registrar): void => {
  const user = program.command('user').description('manage the people of the workspace')
  const add = user
    .command('add')
    .description('add a person; without --password one is made and printed once')
    .addOption(dataOption())
    .requiredOption('--login <login>', 'login name: a-z, 0-9, dot, underscore, hyphen')
    .requiredOption('--name <name>', 'the name in full, in any script')
    .addOption(roleOption('what the person may do').default('investigator'))
    .option(
      '--password <password>',
      'at least 12 characters; other users of this machine can see it while the command runs',
    )
  registrar.runs(
    add,
    printing<DataOption & { login: string; name: string; role: Role; password?: string }>(
      registrar,
      (client, { login, name, role, password }) =>
        client.call(addUser, {
          body: { login_name: login, name, role, ...(password === undefined ? {} : { password }) },
        }),
    ),
  )
  const list = user.command('list').description('list the people, one a line').addOption(dataOption())
  registrar.runs(
    list,
    printing(registrar, (client) => client.call(listUsers, {})),
  )
  const password = user
    .command('password')
    .description('make a new password for a person and print it once')
    .addOption(dataOption())
    .requiredOption('--user <id>', 'the id of the person', asId)
  registrar.runs(
    password,
    printing<DataOption & { user: number }>(registrar, (client, { user: id }) =>
      client.call(changeUser, { params: { id }, body: { reset_password: true } }),
    ),
  )
  const factor = user
    .command('reset-second-factor')
    .description('take away the second factor of a person who has lost it; their sign-ins end')
    .addOption(dataOption())
    .requiredOption('--user <id>', 'the id of the person', asId)
  registrar.runs(
    factor,
    printing<DataOption & { user: number }>(registrar, (client, { user: id }) =>
      client.call(changeUser, { params: { id }, body: { reset_second_factor: true } }),
    ),
  )
}

const asMembers = (value: string): number[] => (value === '' ? [] : value.split(',').map((part) => asId(part.trim())))

const addTeamCommands = (program: Command, registrar: Registrar): void => {
  const group = program.command('team').description('manage teams: a case granted to a team is granted to its members')
  const add = group
    .command('add')
    .description('make a team')
    .addOption(dataOption())
    .requiredOption('--name <name>', 'what it is called')
    .option('--members <ids>', 'the ids of its users, with commas', asMembers, [])
  registrar.runs(
    add,
    printing<DataOption & { name: string; members: number[] }>(registrar, (client, { name, members }) =>
      client.call(addTeam, { body: { name, members } }),
    ),
  )
  const change = group
    .command('change')
    .description('give a team another name, or other members in the place of the present ones')
    .argument('<id>', 'the team id, as `team list` prints it')
    .addOption(dataOption())
    .option('--name <name>', 'what it is called from now on')
    .option('--members <ids>', 'the ids of its users from now on, with commas', asMembers)
  registrar.runs(
    change,
    printing<DataOption & { name?: string; members?: number[] }>(registrar, (client, { name, members }, [id = '']) =>
      client.call(changeTeam, {
        params: { team_id: id },
        body: { ...(name === undefined ? {} : { name }), ...(members === undefined ? {} : { members }) },
      }),
    ),
  )
  const list = group.command('list').description('list the teams, one a line').addOption(dataOption())
  registrar.runs(
    list,
    printing(registrar, (client) => client.call(listTeams, {})),
  )
}

/** Which devices there are, and the key of this one. */
const addKeysOfDevices = (device: Command, registrar: Registrar): void => {
  const list = device.command('list').description('list the devices, one a line').addOption(dataOption())
  registrar.runs(
    list,
    printing(registrar, (client) => client.call(listDevices, {})),
  )
  const revoke = device
    .command('revoke')
    .description('refuse what the device writes from now on; what it wrote before stays valid')
    .argument('<id>', 'the device id, as `device list` prints it')
    .addOption(dataOption())
    .requiredOption('--reason <text>', 'why; sealed with the revocation')
  registrar.runs(
    revoke,
    printing<DataOption & { reason: string }>(registrar, (client, { reason }, [id = '']) =>
      client.call(revokeDevice, { params: { id }, body: { reason } }),
    ),
  )
  const rotate = device
    .command('rotate')
    .description(
      'give this device another key: the present one names it and signs nothing more; what it signed stays valid',
    )
    .addOption(dataOption())
  registrar.runs(
    rotate,
    printing(registrar, (client) => client.call(rotateKey, { body: { confirm: 'this device gets another key' } })),
  )
  const epoch = device
    .command('new-epoch')
    .description(
      'continue with a folder that the hub found copied or restored, as a new device with a new key; what no hub has is set aside',
    )
    .addOption(dataOption())
  const begin = printing(registrar, (client) =>
    client.call(beginNewEpoch, { body: { confirm: 'this folder is the one to go on with' } }),
  )
  registrar.runs<DataOption>(epoch, async (options, args) => {
    const begun = await begin(options, args)
    if (!begun.ok) return begun
    // The chain of the workspace enrols the new key, and comes from the hub: until then verification knows nobody who
    // could have sealed what is sealed here.
    const heard = await withService(options.data, (client) => client.call(syncNow, {}))
    if (!heard.ok)
      registrar.io.say(
        `The hub's word of the new key has not come yet (${heard.error.message}). Nothing is lost. Run fieldseal sync --data ${options.data} --once before you verify this folder: until then its key counts as unknown.`,
      )
    return begun
  })
}

/** Going on with a hub that was restored, or whose answers did not hold. */
const addHubTrust = (device: Command, registrar: Registrar): void => {
  const restored = device
    .command('trust-restored')
    .description(
      'continue with a hub restored from a backup, once its operator has confirmed it; on the hub itself: say that what was lost has come back, so that its window may write again',
    )
    .addOption(dataOption())
  registrar.runs(
    restored,
    printing(registrar, (client) => client.call(trustRestoredHub, { body: { confirm: 'the hub was restored' } })),
  )
  const again = device
    .command('ask-again')
    .description(
      'ask the hub again where what it answered did not hold, as a faulty network may alter an answer; nothing is taken over unless it holds',
    )
    .addOption(dataOption())
  registrar.runs(
    again,
    printing(registrar, (client) => client.call(askHubAgain, { body: { confirm: 'ask the hub again' } })),
  )
}

/** Whose cosignatures of the hub's log count here. */
const addWitnesses = (device: Command, registrar: Registrar): void => {
  const witnesses = device
    .command('witnesses')
    .description('list the witnesses whose cosignatures of the hub’s log count on this device')
    .addOption(dataOption())
  registrar.runs(
    witnesses,
    printing(registrar, (client) => client.call(listWitnesses, {})),
  )
  const trust = device
    .command('trust-witness')
    .description('count the cosignatures of a witness; get its key from its operator, not from the hub')
    .addOption(dataOption())
    .requiredOption('--key <key>', 'its key, as `fieldseal witness` prints it')
  registrar.runs(
    trust,
    printing<DataOption & { key: string }>(registrar, (client, { key }) =>
      client.call(trustWitness, { body: { key } }),
    ),
  )
  const distrust = device
    .command('distrust-witness')
    .description('count the cosignatures of a witness no more')
    .addOption(dataOption())
    .requiredOption('--name <name>', 'what it is called')
  registrar.runs(
    distrust,
    printing<DataOption & { name: string }>(registrar, (client, { name }) =>
      client.call(distrustWitness, { body: { name } }),
    ),
  )
}

/** What was set aside, and how its evidence is taken in again. */
const addSetAside = (device: Command, registrar: Registrar): void => {
  const aside = device
    .command('set-aside')
    .description(
      'list what was written here and reached no hub before a new epoch or the end of a grant, and what the hub refused, one entry a line, with its text',
    )
    .addOption(dataOption())
  registrar.runs(
    aside,
    printing(registrar, async (client) => {
      const answer = await client.call(listSetAside, {})
      if (answer.ok && answer.value.data.length >= setAsideMax)
        registrar.io.say(
          `The list ends at ${setAsideMax.toLocaleString('en')} entries, the newest first; there can be more. Remove in the sync centre what was written again, and the rest is listed.`,
        )
      return answer
    }),
  )
  const restore = device
    .command('restore-evidence')
    .description(
      'acquire again the evidence kept with a set-aside entry: seals it with its former facts, in its case or another one',
    )
    .argument('<entry>', 'the entry id, as `device set-aside` prints it')
    .addOption(dataOption())
    .option(
      '--case <id>',
      'another case, by its internal id; needed if the entry’s own case is not on this device, or the hub refused the entry',
      asId,
    )
  registrar.runs(
    restore,
    printing<DataOption & { case?: number }>(registrar, (client, options, [entry = '']) =>
      client.call(restoreSetAside, {
        params: { entry_id: entry },
        body: options.case === undefined ? {} : { case_id: options.case },
      }),
    ),
  )
}

const addDeviceCommands = (program: Command, registrar: Registrar): void => {
  const device = program.command('device').description('see and revoke the devices whose seals count')
  addKeysOfDevices(device, registrar)
  addHubTrust(device, registrar)
  addWitnesses(device, registrar)
  addSetAside(device, registrar)
}

const addKeyCommands = (program: Command, registrar: Registrar): void => {
  const key = program
    .command('key')
    .description('manage API keys (/v4) and institution keys (X-API-Key of /v1), and keep a copy of the workspace key')
  const create = key
    .command('create')
    .description('make a key and print its secret once')
    .addOption(dataOption())
    .requiredOption('--label <text>', 'what it is for')
    .addOption(
      new Option('--kind <kind>', 'api: for /v4; institution: for X-API-Key of /v1')
        .choices(['api', 'institution'])
        .default('api'),
    )
    .addOption(
      new Option('--scope <scope...>', 'what an API key may do; default: all of /v4').choices(['v4:read', 'v4:write']),
    )
  type Scopes = (typeof apiScopes)[number][]
  registrar.runs(
    create,
    printing<DataOption & { label: string; kind: 'api' | 'institution'; scope?: Scopes }>(
      registrar,
      (client, { label, kind, scope }) =>
        client.call(createKey, { body: { label, kind, ...(scope === undefined ? {} : { scopes: scope }) } }),
    ),
  )
  const list = key
    .command('list')
    .description('list the keys without their secrets, one a line')
    .addOption(dataOption())
  registrar.runs(
    list,
    printing(registrar, (client) => client.call(listKeys, {})),
  )
  const revoke = key
    .command('revoke')
    .description('refuse a key from now on')
    .argument('<id>', 'the key id, as `key list` prints it')
    .addOption(dataOption())
  registrar.runs(
    revoke,
    printing(registrar, (client, _options, [id = '']) => client.call(revokeKey, { params: { id } })),
  )
  addRecoveryCommands(key, registrar)
}

/** `user`, `team`, `device` and `key`. */
export const addAccessCommands = (program: Command, registrar: Registrar): void => {
  addUserCommands(program, registrar)
  addTeamCommands(program, registrar)
  addDeviceCommands(program, registrar)
  addKeyCommands(program, registrar)
}
