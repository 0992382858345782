import type { Command } from 'commander'
import { fail, type Result } from '../../shared/schema/result.ts'
import { errorText } from '../../shared/text/error-text.ts'
import { filesOfError } from '../platform/system-error.ts'
import { damageOf, damaged } from '../storage/sqlite/damage.ts'
import { isAccessFault } from '../storage/sqlite/readable.ts'
import { fileFault } from './file-errors.ts'
import { exitCodes, failed, type ExitCode, type Io, type Stop, type CommandEnd } from './io.ts'

/** What a command does: with its positional arguments and its options. */
export type CommandWork<Options> = (options: Options, args: readonly string[]) => CommandEnd

/** Connects commander's commands with what they do. */
export interface Registrar {
  readonly io: Io
  /** Makes the command run the work; a stop is told on stderr and gives its exit code. */
  runs<Options extends object>(command: Command, work: CommandWork<Options>): void
  /**
   * Makes every command below throw instead of exiting, and refuse surplus arguments. To be called when all are
   * registered.
   */
  prepare(program: Command): void
  /** The exit code of what has run. */
  code(): ExitCode
}

const noAccess = (error: unknown): string =>
  `a database file could not be opened or written (${errorText(error)}). That says nothing of what is in it. See that its folder is there, that you may write to it, and that it is not on a read-only medium; a folder on one can be checked (fieldseal verify), and worked in after it was copied to a disk`

/** What a file system or a damaged database says no to is no bug: it becomes a sentence. Anything else is thrown on. */
const ofFiles = (error: unknown): Result<never, Stop> => {
  const damage = damageOf(error)
  if (damage !== null) return fail(failed(damaged(damage).message))
  if (isAccessFault(error)) return fail(failed(noAccess(error)))
  const reason = fileFault(error)
  if (reason === undefined) throw error
  const { path } = filesOfError(error)
  return fail(failed(path === undefined ? reason : `${path}: ${reason}`))
}

const fullName = (command: Command): string =>
  command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`

/** Makes a registrar that writes to `io`. */
export function createRegistrar(io: Io): Registrar {
  let code: ExitCode = exitCodes.done
  const prepare = (command: Command): void => {
    command.exitOverride()
    command.allowExcessArguments(false)
    command.showHelpAfterError('(add --help for how it is used)')
    command.configureOutput({ writeErr: (text) => io.say(text.trimEnd()) })
    for (const child of command.commands) prepare(child)
  }
  return {
    io,
    runs(command, work) {
      command.action(async () => {
        const done = await work(command.opts<Parameters<typeof work>[0] & object>(), command.args).catch(ofFiles)
        if (done.ok) code = done.value ?? exitCodes.done
        else {
          io.say(`${fullName(command)}: ${done.error.message}`)
          code = done.error.code
        }
      })
    },
    prepare,
    code: () => code,
  }
}
