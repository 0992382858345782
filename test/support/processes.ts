import { readdirSync, readFileSync } from 'node:fs'

/** A process of this machine as Linux shows it. */
export type Running = { readonly pid: number; readonly command: readonly string[] }

function commandOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

/** The service processes that work on a data folder. A process that has ended shows no command and is not listed. */
export function servicesOn(dataDir: string): Running[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), command: commandOf(Number(name)) }))
    .filter(({ command }) => command.includes('--supervised') && command.includes(dataDir))
}
