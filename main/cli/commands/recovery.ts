import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { systemEnv } from '../../platform/env.ts'
import { loadKeys } from '../../platform/key-files.ts'
import { createLog } from '../../platform/log.ts'
import { writePrivateFile } from '../../platform/private-files.ts'
import { formatWorkspaceKey, keyFromEnvironment, keyVariable } from '../../platform/workspace-key.ts'
import { openFolder } from '../connection.ts'
import { failed, misused, type Io, type Stop } from '../io.ts'
import { dataOption } from '../options.ts'
import type { Registrar } from '../registrar.ts'

const show = (data: string, io: Io): Result<void, Stop> => {
  const folder = openFolder(data)
  if (!folder.ok) return folder
  const keys = loadKeys(folder.value, keyFromEnvironment(process.env))
  if (!keys.ok) return fail(failed(keys.error.message))
  io.print({ recovery_key: formatWorkspaceKey(keys.value.workspace), device_kid: keys.value.device.kid })
  io.say(
    `Keep the recovery key on paper or in a password manager, away from this computer. With it and a copy of the folder everything can be read and signed; without it and without the key files nothing can, by nobody. It is used as ${keyVariable}, or with: fieldseal key restore`,
  )
  return ok(undefined)
}

const restore = async (data: string, io: Io): Promise<Result<void, Stop>> => {
  const folder = openFolder(data)
  if (!folder.ok) return folder
  const given = keyFromEnvironment(process.env)
  if (given === undefined)
    return fail(
      misused(
        `set ${keyVariable} to the recovery key; it is not taken from the arguments, which others on this computer can see`,
      ),
    )
  if (!given.ok) return fail(misused(given.error.message))
  if (existsSync(folder.value.workspaceKey))
    return fail(
      failed(`${folder.value.workspaceKey} exists already, and a key file is never overwritten; move it away first`),
    )
  const { openReadOnly } = await import('../../storage/ledger/open-read-only.ts')
  const opened = await openReadOnly(data, { ...systemEnv(createLog('warn')), workspaceKey: given })
  if (!opened.ok) return fail(failed(opened.error.message))
  opened.value.close()
  writePrivateFile(folder.value.workspaceKey, given.value)
  io.print({ file: folder.value.workspaceKey })
  io.say(
    'The folder opens with it again. Where the desktop finds a keychain, it moves the key there at its next start.',
  )
  return ok(undefined)
}

/** `key recovery` and `key restore`. */
export const addRecoveryCommands = (key: Command, registrar: Registrar): void => {
  const recovery = key
    .command('recovery')
    .description('print the workspace key, for safekeeping; with it and the folder anyone can read and sign')
    .addOption(dataOption())
  registrar.runs<{ data: string }>(recovery, ({ data }) => Promise.resolve(show(data, registrar.io)))
  const restoring = key
    .command('restore')
    .description(
      `write the workspace key in ${keyVariable} back into the folder, after it was lost there or in the keychain`,
    )
    .addOption(dataOption())
  registrar.runs<{ data: string }>(restoring, ({ data }) => restore(data, registrar.io))
}
