import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { errorText } from '../../shared/text/error-text.ts'

export type AppLog = {
  /** A line about the application itself; never personal data, never a credential. */
  readonly line: (text: string) => void
  /** What the service wrote; its own log is free of secrets. */
  readonly service: (chunk: string) => void
}

const maxBytes = 5 * 1024 * 1024

/** Keeps one older file, so that logs never grow beyond twice the limit. */
function rotate(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > maxBytes) renameSync(file, `${file}.1`)
}

/** Logs into two files of a folder. A log that cannot be written never stops the work. */
export function makeLog(folder: string, now: () => Date): AppLog {
  const write = (name: string, text: string): void => {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const file = path.join(folder, name)
      rotate(file)
      appendFileSync(file, text, { mode: 0o600 })
    } catch (error) {
      process.stderr.write(`log: ${errorText(error)}\n`)
    }
  }
  return {
    line: (text) => write('app.log', `${now().toISOString()} ${text}\n`),
    service: (chunk) => write('service.log', chunk),
  }
}
