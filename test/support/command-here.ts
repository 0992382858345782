import type { Io } from '../../main/cli/io.ts'
import { runProgram } from '../../main/cli/program.ts'
import { systemEnv } from '../../main/platform/env.ts'
import { createLog } from '../../main/platform/log.ts'
import { startService } from '../../main/server/compose.ts'
import { newDataDir, type CommandRun, type Credentials } from './live-service.ts'
import { must } from './must.ts'
import { preparedFolder } from './prepared.ts'

/**
 * Runs `fieldseal ARGS` within this process, through the very function that the command itself calls: for tests of what
 * a command does and says. What a process does (its streams, signals, exit code, the bundle that it is built into) is
 * for `runCli` and `serve`.
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

/** A service within this process. */
export interface ServiceHere {
  readonly url: URL
  stop(): Promise<void>
}

/** As `serve`, within this process: for tests that need a service on a folder, and are not about its process. */
export const serveHere = async (dataDir: string): Promise<ServiceHere> => {
  const service = must(
    await startService({ dataDir, port: 0, host: '127.0.0.1', role: 'local' }, systemEnv(createLog('silent'))),
  )
  return { url: new URL(service.url), stop: () => service.close() }
}

/** The one line that a command says within this process, where nothing may go wrong. */
const lineOf = async (...args: readonly string[]): Promise<Record<string, unknown>> => {
  const run = await runHere(...args)
  if (run.code !== 0) throw new Error(`${args[0] ?? ''} failed: ${run.stderr}`)
  return run.lines[0] ?? {}
}

/** As `freshToken`, within this process. */
export const freshTokenHere = async (dataDir: string, userId: number): Promise<string> =>
  String((await lineOf('token', '--data', dataDir, '--user', String(userId)))['access_token'])

/** Makes a workspace in a folder as `freshWorkspace` does, prepared within this process. */
export const freshWorkspaceIn = async (dataDir: string): Promise<Credentials> => {
  const made = await preparedFolder('init', dataDir, (dir) =>
    lineOf('init', '--data', dir, '--institution', 'ACME', '--name', 'Acme Bank'),
  )
  const credentials = made as unknown as Credentials
  // The token that it was made with may have ended.
  return { ...credentials, access_token: await freshTokenHere(dataDir, credentials.user_id) }
}

/**
 * The same in a temporary folder: for tests that need a workspace, and are not about the command that makes it. Two
 * have the same keys and ids.
 */
export const freshWorkspaceHere = async (): Promise<{ dataDir: string; credentials: Credentials }> => {
  const dataDir = newDataDir()
  return { dataDir, credentials: await freshWorkspaceIn(dataDir) }
}
