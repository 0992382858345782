import { systemEnv } from '../../main/platform/env.ts'
import { createLog } from '../../main/platform/log.ts'
import { startService } from '../../main/server/compose.ts'
import type { RunningService } from '../../main/server/running-service.ts'
import { builtWindow } from '../../main/server/window/built-window.ts'
import { errorText } from '../../shared/text/error-text.ts'
import type { Asked, Told } from './hosted.ts'

/**
 * A process in which services run one after another, for tests that are not about processes: code that has run once is
 * fast the next time, and a process of its own for each service would be slow each time. It opens folders and serves
 * the built window as `fieldseal serve` does.
 */

const env = systemEnv(createLog('error'))
const running = new Map<string, RunningService>()

const start = (dataDir: string, port: number): ReturnType<typeof startService> =>
  startService({ dataDir, port, host: '127.0.0.1', role: 'local', ...builtWindow() }, env)

const open = async (dataDir: string, port: number): Promise<string> => {
  const wished = await start(dataDir, port)
  // Somebody else may have been given the port since the service before this one left it.
  const started = wished.ok || port === 0 ? wished : await start(dataDir, 0)
  if (!started.ok) throw new Error(started.error.message)
  running.set(started.value.url, started.value)
  return started.value.url
}

const close = async (url: string): Promise<string> => {
  await running.get(url)?.close()
  running.delete(url)
  return url
}

const tell = (told: Told): void => void process.send?.(told)

process.on('message', ({ call, ...asked }: Asked) => {
  const done = 'open' in asked ? open(asked.open, asked.port) : close(asked.close)
  done.then(
    (url) => tell({ call, url }),
    (error: unknown) => tell({ call, error: errorText(error) }),
  )
})
process.once('disconnect', () => process.exit(0))
// As in the service's own process: what nobody awaited is logged, and the work of everyone else goes on.
process.on('unhandledRejection', (error) => env.log.error({ err: error }, 'unhandled rejection'))
