import type { Io } from '../../main/cli/io.ts'
import { runProgram } from '../../main/cli/program.ts'
import { newDataDir, type CommandRun, type Credentials } from './live-service.ts'

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

/** As `freshWorkspace`, made within this process: for tests that need a folder, and are not about the command that makes it. */
export const freshWorkspaceHere = async (...extra: readonly string[]): Promise<{ dataDir: string; credentials: Credentials }> => {
  const dataDir = newDataDir()
  const run = await runHere('init', '--data', dataDir, '--institution', 'ACME', '--name', 'Acme Bank', ...extra)
  if (run.code !== 0) throw new Error(`init failed: ${run.stderr}`)
  return { dataDir, credentials: run.lines[0] as unknown as Credentials }
}
