import { parseArgs } from 'node:util'
import { ok } from '../../shared/schema/result.ts'
import { errorText } from '../../shared/text/error-text.ts'
import { dataFolder, hasWorkspace } from '../platform/data-folder.ts'
import { systemEnv } from '../platform/env.ts'
import type { Env } from '../platform/env.ts'
import { createLog } from '../platform/log.ts'
import { timerScheduler } from '../platform/scheduler.ts'
import { brokenSetUp, usedFolder } from '../platform/used-folder.ts'
import { startService } from './compose.ts'
import { createWorkspaceFolder } from './create-workspace.ts'
import type { ServiceOptions } from './running-service.ts'
import { parentOf } from './supervision/parent.ts'
import { runSupervised } from './supervision/supervised.ts'
import type { SupervisedParts } from './supervision/supervised.ts'
import { builtWindow } from './window/built-window.ts'

/**
 * The service as a process of its own: `--data DIR [--port 0] [--host 127.0.0.1] [--role local|hub] [--supervised]`.
 */

const env = systemEnv(createLog(process.env['FIELDSEAL_LOG'] ?? 'info'))

const readOptions = (): { options: ServiceOptions; supervised: boolean } | string => {
  try {
    const { values } = parseArgs({
      options: {
        data: { type: 'string' },
        port: { type: 'string', default: '0' },
        host: { type: 'string', default: '127.0.0.1' },
        role: { type: 'string', default: 'local' },
        supervised: { type: 'boolean', default: false },
      },
    })
    const port = Number(values.port)
    if (values.data === undefined || values.data === '') return '--data DIR is required'
    if (!Number.isInteger(port) || port < 0 || port > 65_535) return '--port must be 0 to 65535'
    if (values.role !== 'local' && values.role !== 'hub') return '--role must be local or hub'
    const window = values.supervised ? {} : builtWindow()
    return {
      supervised: values.supervised,
      options: { dataDir: values.data, port, host: values.host, role: values.role, ...window },
    }
  } catch (error) {
    return errorText(error)
  }
}

/** The environment with the key that the parent holds. */
const envWith = (key: Uint8Array | null): Env =>
  key === null ? env : { ...env, workspaceKey: { ...ok(key), origin: 'the keychain of this desktop' } }

const createIn =
  (dataDir: string): SupervisedParts['create'] =>
  async ({ institution, name, admin, sample }, key) => {
    const made = await createWorkspaceFolder(
      dataDir,
      { institution, name, admin, sample, withoutPassword: true },
      envWith(key),
    )
    return made.ok ? ok(null) : made
  }

const runAlone = async (options: ServiceOptions): Promise<void> => {
  const started = await startService(options, env)
  if (!started.ok) {
    process.stderr.write(`fieldseal: ${started.error.message}\n`)
    process.exitCode = 1
    return
  }
  const service = started.value
  process.stdout.write(`${JSON.stringify({ url: service.url, pid: process.pid })}\n`)
  service.onReopened((outcome) => {
    if (outcome.ok) return
    process.stderr.write(`fieldseal: ${outcome.error.message}\n`)
    process.exit(1)
  })
  const stop = (): void => {
    service.close().then(
      () => process.exit(0),
      (error: unknown) => {
        env.log.error({ err: error }, 'the service did not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  process.once('disconnect', stop)
}

const main = async (): Promise<void> => {
  const read = readOptions()
  if (typeof read === 'string') {
    process.stderr.write(`fieldseal service: ${read}\n`)
    process.exitCode = 2
    return
  }
  const { options, supervised } = read
  const parent = supervised ? parentOf(process) : null
  if (supervised && parent === null) {
    process.stderr.write('fieldseal service: --supervised needs a parent process with a channel\n')
    process.exitCode = 2
    return
  }
  if (parent === null) return await runAlone(options)
  const folder = dataFolder(options.dataDir)
  process.once('SIGINT', () => undefined)
  await runSupervised({
    parent,
    env,
    scheduler: timerScheduler,
    hasWorkspace: () => hasWorkspace(folder),
    unfit: () => usedFolder(folder),
    brokenOff: () => brokenSetUp(folder),
    start: (key) => startService(options, envWith(key)),
    create: createIn(options.dataDir),
    exit: (code) => process.exit(code),
  })
}

// A rejection that nobody awaited is a bug worth a line in the log, not worth the work of everyone else.
process.on('unhandledRejection', (error) => env.log.error({ err: error }, 'unhandled rejection'))
await main()
