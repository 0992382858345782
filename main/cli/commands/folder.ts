import { Option, type Command } from 'commander'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Role } from '../../../shared/schema/user.ts'
import { newWorkspace } from '../../../shared/schema/workspace.ts'
import { dataFolder } from '../../platform/data-folder.ts'
import { systemEnv } from '../../platform/env.ts'
import { createLog } from '../../platform/log.ts'
import { brokenSetUp } from '../../platform/used-folder.ts'
import { builtWindow } from '../../server/window/built-window.ts'
import { openFolder, readServiceFile } from '../connection.ts'
import { failed, misused, type Io, type CommandEnd } from '../io.ts'
import { asId, asPort, dataOption, roleOption } from '../options.ts'
import type { Registrar } from '../registrar.ts'
import { readTimeStamping } from '../time-stamping.ts'
import { readWitnesses } from '../witnesses.ts'

interface InitOptions {
  readonly data: string
  readonly institution: string
  readonly name?: string
  readonly admin: string
  readonly sample?: true
}

const init = async (options: InitOptions, io: Io): CommandEnd => {
  const input = newWorkspace.safeParse({
    institution: options.institution.toUpperCase(),
    name: options.name ?? options.institution,
    admin: options.admin,
  })
  if (!input.success)
    return fail(misused(input.error.issues.map((issue) => `--${String(issue.path[0])} ${issue.message}`).join('; ')))
  if (brokenSetUp(dataFolder(options.data)) !== null)
    io.say(
      'An earlier attempt to set up a workspace in this folder was broken off. Nothing of it is in use; it is made anew.',
    )
  const { createWorkspaceFolder } = await import('../../server/create-workspace.ts')
  const { mintLocalToken } = await import('../local-token.ts')
  const made = await createWorkspaceFolder(
    options.data,
    { ...input.data, sample: options.sample ?? false },
    systemEnv(createLog('warn')),
  )
  if (!made.ok) return fail(failed(made.error.message))
  const { institution, workspaceId, userId, institutionKey, apiKey, deviceId, loginName, password } = made.value
  const token = await mintLocalToken(options.data, { userId })
  if (!token.ok) return token
  io.print({
    institution,
    workspace_id: workspaceId,
    user_id: userId,
    institution_key: institutionKey,
    api_key: apiKey,
    access_token: token.value.access_token,
    device_id: deviceId,
    login_name: loginName,
    password,
  })
  io.say('Keep the keys and the password: they are shown this once.')
  return ok(undefined)
}

const addInit = (program: Command, registrar: Registrar): void => {
  const command = program
    .command('init')
    .description('make a workspace in a data folder')
    .addOption(dataOption())
    .requiredOption('--institution <code>', 'short code that appears in case numbers, for example ACME')
    .option('--name <name>', 'the institution’s name in full')
    .option('--admin <name>', 'name of the first user, who is the administrator', 'Administrator')
    .option('--sample', 'fill it with invented people and cases, marked as such')
  registrar.runs<InitOptions>(command, (options) => init(options, registrar.io))
}

interface ServeOptions {
  readonly data: string
  readonly port: number
  readonly host: string
  readonly role: 'local' | 'hub'
  readonly publicHost?: readonly string[]
  readonly witness?: readonly string[]
}

const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })

/** A further process of a hub makes its folder by itself, from the database that it shares. */
const makesItsFolder = ({ role }: ServeOptions): boolean => role === 'hub' && (process.env['DATABASE_URL'] ?? '') !== ''

const serve = async (options: ServeOptions, io: Io): CommandEnd => {
  const folder = makesItsFolder(options) ? ok(dataFolder(options.data)) : openFolder(options.data)
  if (!folder.ok) return folder
  const witnesses = readWitnesses(options.witness ?? [], process.env)
  if (!witnesses.ok) return witnesses
  const timeStamping = options.role === 'hub' ? readTimeStamping(process.env) : ok(null)
  if (!timeStamping.ok) return timeStamping
  const env = systemEnv(createLog(process.env['FIELDSEAL_LOG'] ?? 'info'))
  const stopped = stopSignal()
  const { port, host, role, publicHost: publicHosts } = options
  const { startService } = await import('../../server/compose.ts')
  const started = await startService(
    {
      dataDir: folder.value.dir,
      port,
      host,
      role,
      ...builtWindow(),
      publicHosts,
      witnesses: witnesses.value,
      ...(timeStamping.value === null ? {} : { timeStamping: timeStamping.value }),
    },
    env,
  )
  if (!started.ok) {
    const { inUse } = await import('../../storage/ledger/open-workspace.ts')
    // What a service that died has left says nothing of any other failure.
    const holder = started.error === inUse ? await readServiceFile(folder.value) : undefined
    return fail(
      failed(
        holder === undefined
          ? started.error.message
          : `${started.error.message} It is process ${holder.pid} at ${holder.url}.`,
      ),
    )
  }
  io.print({ url: started.value.url, pid: process.pid })
  await stopped
  await started.value.close()
  return ok(undefined)
}

const addServe = (program: Command, registrar: Registrar): void => {
  const command = program
    .command('serve')
    .description('run the service until it is asked to stop; the first line says where it answers')
    .addOption(dataOption())
    .option('--port <port>', '0: a free one', asPort, 0)
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .addOption(new Option('--role <role>', 'what this service is').choices(['local', 'hub']).default('local'))
    .option('--public-host <name...>', 'host names under which a hub is reached')
    .option(
      '--witness <key...>',
      'keys of witnesses whose cosignatures a hub takes, and count on a device; more in the file of FIELDSEAL_WITNESSES',
    )
  registrar.runs<ServeOptions>(command, (options) => serve(options, registrar.io))
}

const addToken = (program: Command, registrar: Registrar): void => {
  const command = program
    .command('token')
    .description('print a fresh access token for a user, made with the folder’s key; a service may be running')
    .addOption(dataOption())
    .requiredOption('--user <id>', 'the id of the user', asId)
    .addOption(roleOption('a role for the token, below the user’s own'))
  registrar.runs<{ data: string; user: number; role?: Role }>(command, async ({ data, user, role }) => {
    const folder = openFolder(data)
    if (!folder.ok) return folder
    const { mintLocalToken } = await import('../local-token.ts')
    const token = await mintLocalToken(data, { userId: user, role })
    if (!token.ok) return token
    registrar.io.print({ ...token.value })
    return ok(undefined)
  })
}

/** `init`, `serve` and `token`. */
export const addFolderCommands = (program: Command, registrar: Registrar): void => {
  addInit(program, registrar)
  addServe(program, registrar)
  addToken(program, registrar)
}
