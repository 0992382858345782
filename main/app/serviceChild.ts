import { spawn, type ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import { utilityProcess } from 'electron'
import type { SupervisorMessage } from '../../shared/ipc/supervisor.ts'

/** The running service, however it was started. */
export type ServiceChild = {
  send(message: SupervisorMessage): void
  /** Ends it without asking. */
  kill(): void
}

/** What the supervisor hears from it. */
export type ServiceListener = {
  onMessage(message: unknown): void
  /** Called once; `how` is for a person, for example `exit code 1`. */
  onExit(how: string): void
  onOutput(chunk: string): void
}

export type ServiceProgram = {
  /** dist/service/service.js, outside any archive. */
  readonly entry: string
  readonly dataDir: string
  /** A Node 22.14 or newer, for an Electron whose own Node-API is too old for the database driver. */
  readonly node: string
}

export type StartService = (program: ServiceProgram, listener: ServiceListener) => ServiceChild

const argumentsFor = (dataDir: string): string[] => ['--data', dataDir, '--port', '0', '--supervised']

/** The service inherits neither debugging switches nor module hooks from whoever started the application. */
function cleanEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) => !/^(NODE_|ELECTRON_)/.test(name))
  return Object.fromEntries(kept.filter((pair): pair is [string, string] => pair[1] !== undefined))
}

function readLines(stream: Readable | NodeJS.ReadableStream | null, listener: ServiceListener): void {
  stream?.on('data', (chunk: Buffer | string) => listener.onOutput(chunk.toString()))
}

/** Runs the service in Electron's utility process: same binary, own process, Node-API 10. */
export const startInUtilityProcess: StartService = (program, listener) => {
  const child = utilityProcess.fork(program.entry, argumentsFor(program.dataDir), {
    serviceName: 'Fieldseal service',
    stdio: 'pipe',
    env: cleanEnvironment(),
    execArgv: [],
  })
  readLines(child.stdout, listener)
  readLines(child.stderr, listener)
  child.on('message', (message: unknown) => listener.onMessage(message))
  child.on('exit', (code) => listener.onExit(`exit code ${code}`))
  return {
    send: (message) => child.postMessage(message),
    // `child.kill` asks by SIGTERM, which a process that hangs does not hear.
    kill: () => {
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL')
    },
  }
}

/** Runs the service in a Node of its own, with an ipc channel whose closing ends it. */
export const startInNode: StartService = (program, listener) => {
  const child: ChildProcess = spawn(program.node, [program.entry, ...argumentsFor(program.dataDir)], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: cleanEnvironment(),
    windowsHide: true,
  })
  readLines(child.stdout, listener)
  readLines(child.stderr, listener)
  child.on('message', (message) => listener.onMessage(message))
  let ended = false
  const end = (how: string): void => {
    if (!ended) listener.onExit(how)
    ended = true
  }
  child.once('error', (error) => end(`it could not be started: ${error.message}`))
  child.once('exit', (code, signal) => end(signal === null ? `exit code ${String(code)}` : `signal ${signal}`))
  return {
    send: (message) => void (child.connected && child.send(message, () => undefined)),
    kill: () => void child.kill('SIGKILL'),
  }
}

/** better-sqlite3 13 needs Node-API 10, which Electron offers from version 36 on. */
export const startServiceChild: StartService = Number(process.versions.napi) >= 10 ? startInUtilityProcess : startInNode
