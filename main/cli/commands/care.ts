import type { Command } from 'commander'
import { ok } from '../../../shared/schema/result.ts'
import { openFolder } from '../connection.ts'
import { exitCodes, type Io, type CommandEnd } from '../io.ts'
import { dataOption } from '../options.ts'
import type { Registrar } from '../registrar.ts'
import { addBackupCommand } from './backup.ts'
import { addRestoreCommand } from './restore.ts'

const doctor = async (data: string, io: Io): CommandEnd => {
  const folder = openFolder(data)
  if (!folder.ok) return folder
  const { examine } = await import('../doctor.ts')
  let healthy = true
  for await (const check of examine(folder.value)) {
    healthy &&= check.state !== 'fault'
    io.print({ ...check })
    if (check.advice !== undefined) io.say(`${check.check}: ${check.advice}`)
  }
  io.print({ healthy })
  return ok(healthy ? exitCodes.done : exitCodes.failed)
}

/** `backup`, `restore` and `doctor`. */
export const addCareCommands = (program: Command, registrar: Registrar): void => {
  addBackupCommand(program, registrar)
  addRestoreCommand(program, registrar)
  const doctorCommand = program
    .command('doctor')
    .description('look at database, seals, keys, lock, disk and left-overs, and say what to do')
    .addOption(dataOption())
  registrar.runs<{ data: string }>(doctorCommand, ({ data }) => doctor(data, registrar.io))
}
