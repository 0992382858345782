import type { Io } from '../../main/cli/io.ts'
import { runProgram } from '../../main/cli/program.ts'
import type { CommandRun } from './live-service.ts'

/**
 * Runs `fieldseal ARGS` within this process, through the very function that the command itself calls: for tests of what a command does and
 * says. What a process does (its streams, signals, exit code, the bundle that it is built into) is for `runCli` and `serve`.
 */
export const runHere = async (...args: readonly string[]): Promise<CommandRun> => {
  const lines: Record<string, unknown>[] = []
  const said: string[] = []
  const io: Io = {
    print: (result) => void lines.push(JSON.parse(JSON.stringify(result)) as Record<string, unknown>),
    say: (line) => void said.push(`${line}\n`),
    isTerminal: false,
    draw: () => undefined,
  }
  const code = await runProgram(args, io)
  return { code, lines, stderr: said.join('') }
}
