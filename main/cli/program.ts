import { Command, CommanderError } from 'commander'
import { version } from '../platform/version.ts'
import { addAccessCommands } from './commands/access.ts'
import { addCareCommands } from './commands/care.ts'
import { addAcquireCommand } from './commands/evidence.ts'
import { addEnroll, addEnrolment } from './commands/enrolment.ts'
import { addEvidenceCommands } from './commands/evidence-text.ts'
import { addKnownFileCommands } from './commands/known-files.ts'
import { addFolderCommands } from './commands/folder.ts'
import { addGrants } from './commands/grants.ts'
import { addHubDevices } from './commands/hub-devices.ts'
import { addOffline } from './commands/offline.ts'
import { addReportCommands } from './commands/report.ts'
import { addRuleCommands } from './commands/rules.ts'
import { addModelCommands } from './commands/model.ts'
import { addPruneListCommand } from './commands/prune-list.ts'
import { addScreenCommand } from './commands/screen.ts'
import { addSync } from './commands/sync.ts'
import { addTransferCommands } from './commands/transfer.ts'
import { addVerifyCommand } from './commands/verify.ts'
import { addWitnessCommand } from './commands/witness.ts'
import { exitCodes, type ExitCode, type Io } from './io.ts'
import { createRegistrar, type Registrar } from './registrar.ts'

const areas: readonly ((program: Command, registrar: Registrar) => void)[] = [
  addFolderCommands,
  addAccessCommands,
  addVerifyCommand,
  addTransferCommands,
  addAcquireCommand,
  addEvidenceCommands,
  addKnownFileCommands,
  addRuleCommands,
  addReportCommands,
  addEnrolment,
  addEnroll,
  addSync,
  addOffline,
  addGrants,
  addHubDevices,
  addWitnessCommand,
  addCareCommands,
  addModelCommands,
  addScreenCommand,
  addPruneListCommand,
]

const after = `
Results are printed to stdout as one JSON object per line; messages and logs go to stderr.
Exit codes: 0 done, 1 a check failed or the work could not be done, 2 bad usage, 3 a bundle without a fault for whose end nothing outside
vouches.`

interface Program {
  readonly program: Command
  readonly registrar: Registrar
}

/** All commands with their options, not run yet. */
export const makeProgram = (io: Io): Program => {
  const program = new Command('fieldseal')
    .description('Case work for fraud and financial-crime investigators, sealed so that anyone can check it.')
    .version(version, '-V, --version')
    .helpCommand('help [command]', 'tell about a command')
    .addHelpText('after', after)
    // An option belongs to the command behind which it stands: `export --case` and `export cases` share a name.
    .enablePositionalOptions()
  const registrar = createRegistrar(io)
  for (const add of areas) add(program, registrar)
  registrar.prepare(program)
  return { program, registrar }
}

/** Runs `fieldseal ARGS` and answers the code to exit with. */
export async function runProgram(args: readonly string[], io: Io): Promise<ExitCode> {
  const { program, registrar } = makeProgram(io)
  if (args.length === 0) {
    program.outputHelp({ error: true })
    return exitCodes.usage
  }
  try {
    await program.parseAsync([...args], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // Help and version end the parsing too, with 0; everything else that commander throws is bad usage.
    return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
  }
  return registrar.code()
}
