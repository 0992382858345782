import { readFileSync } from 'node:fs'

/** The work of the benchmark: entries of cases, and what two devices wrote apart. */
export interface SyncWork {
  readonly cases: number
  readonly entriesEach: number
  readonly apart: number
}

export const fullWork: SyncWork = { cases: 100, entriesEach: 50, apart: 500 }

/**
 * What one step of a round took: wall time, bytes on the wire from the devices and to them, and processor time at both
 * ends.
 */
export interface Cost {
  readonly ms: number
  readonly up: number
  readonly down: number
  /** Milliseconds of this process: the devices, and the proxy. */
  readonly devicesCpu: number
  /** Milliseconds of the server's process; NaN where the system does not tell. */
  readonly serverCpu: number
}

export interface RoundCosts {
  readonly push: Cost
  readonly pull: Cost
  readonly reconcile: Cost
}

/** One who syncs the same work. Each round begins with nothing at the server and fresh devices. */
export interface Contender {
  readonly name: string
  round(work: SyncWork): Promise<RoundCosts>
}

/** About 300 bytes, different each time. */
export const entryText = (n: number): string =>
  `Entry ${n}: ${Array.from({ length: 8 }, (_, i) => `payment ${(n * 7919 + i * 104_729) % 1_000_003} to ${((n + i) * 15_485_863) % 999_983}`).join(', ')}`
    .padEnd(300, '.')
    .slice(0, 300)

/**
 * The processor time of another process so far, in milliseconds, as Linux tells it in hundredths of a second (proc(5)).
 */
const cpuOf = (pid: number): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return Number.NaN
  }
}

const ownCpu = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** What is watched while a step runs. */
export interface Watched {
  readonly bytes: { readonly up: number; readonly down: number }
  readonly serverPid: number
}

/** Runs a step and says what it cost. */
export const measured = async ({ bytes, serverPid }: Watched, step: () => Promise<unknown>): Promise<Cost> => {
  const { up, down } = bytes
  const [own, server] = [ownCpu(), cpuOf(serverPid)]
  const started = performance.now()
  await step()
  return {
    ms: performance.now() - started,
    up: bytes.up - up,
    down: bytes.down - down,
    devicesCpu: ownCpu() - own,
    serverCpu: cpuOf(serverPid) - server,
  }
}

/** Waits until a process has done nothing for a while: what it does after it has answered belongs to no later step. */
export const untilQuiet = async (pid: number): Promise<void> => {
  for (let quiet = 0, last = cpuOf(pid); quiet < 3;) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    const now = cpuOf(pid)
    quiet = now - last <= 10 || Number.isNaN(now) ? quiet + 1 : 0
    last = now
  }
}
