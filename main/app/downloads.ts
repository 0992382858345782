import path from 'node:path'
import type { Download, DownloadFault, DownloadState, DownloadStep } from '../../shared/ipc/downloads.ts'
import type { HeardAnswer } from './heardAnswers.ts'

/** A download of Electron, as far as it is used here. */
export type DownloadItem = {
  getURL(): string
  getFilename(): string
  getReceivedBytes(): number
  /** 0 where it is not known. */
  getTotalBytes(): number
  /** Empty until a place is chosen. */
  getSavePath(): string
  /** Unix time in seconds. */
  getStartTime(): number
  cancel(): void
  on(event: 'updated', listener: (event: unknown, state: 'progressing' | 'interrupted') => void): unknown
  once(event: 'done', listener: (event: unknown, state: 'completed' | 'cancelled' | 'interrupted') => void): unknown
}

/** What downloads act through; a test gives its own. */
export type DownloadsParts = {
  answerAt(address: string): HeardAnswer | null
  /** In hex; rejects where the file cannot be read. */
  sha256Of(file: string): Promise<string>
  /** Bytes that can be written into a folder; null where that cannot be told. */
  freeBytes(folder: string): Promise<number | null>
  /** Whether there is a file that was written at that time (Unix milliseconds) or later. */
  isWrittenSince(file: string, ms: number): Promise<boolean>
  /** Rejects where the file cannot be removed; one that is not there is. */
  remove(file: string): Promise<void>
  /** Shows the file in the system's file manager. */
  show(file: string): void
  /** Asks whether to leave although these are not saved yet. */
  ask(names: readonly string[]): Promise<boolean>
  onChange(downloads: readonly Download[]): void
  readonly log: (line: string) => void
}

export type Downloads = {
  list(): readonly Download[]
  /** Watches one that begins. */
  take(item: DownloadItem): void
  steer(step: DownloadStep): void
  /**
   * True where nothing is being saved. Else false, and `go` is called once a person gives it up: then what runs is
   * cancelled.
   */
  mayLeave(go: () => void): boolean
}

/** So many that ended well are listed; one that failed stays until it is hidden. */
const mostEnded = 5

/** Below this a disk counts as full for a file whose length is not known. */
const littleRoom = 1_048_576

/** Why a download ended early. Electron does not tell; what the service answered and the room on the disk do. */
export function downloadFault(answer: HeardAnswer | null, total: number | null, free: number | null): DownloadFault {
  if (answer !== null && (answer.brokeOff || answer.status >= 500)) return 'service_ended'
  if (answer !== null && answer.status >= 400) return 'refused'
  return free !== null && free < Math.max(total ?? 0, littleRoom) ? 'no_room' : 'not_written'
}

const isOpen = ({ state }: Download): boolean => state.kind === 'running' || state.kind === 'checking'

const factsOf = (item: DownloadItem): Pick<Download, 'name' | 'received' | 'total' | 'path'> => {
  const file = item.getSavePath()
  return {
    name: file === '' ? item.getFilename() : path.basename(file),
    received: item.getReceivedBytes(),
    total: item.getTotalBytes() || null,
    path: file === '' ? null : file,
  }
}

/** Removes what is no true copy; false where that fails. */
async function isRemoved(parts: DownloadsParts, file: string): Promise<boolean> {
  try {
    await parts.remove(file)
    return true
  } catch (error) {
    parts.log(`downloads: a file that is no true copy could not be removed: ${(error as Error).message}`)
    return false
  }
}

/**
 * Compares a file that has arrived with what the service stated; one that differs is removed, so that nobody takes it
 * for the original.
 */
async function compared(parts: DownloadsParts, file: string, stated: string): Promise<DownloadState> {
  let found: string
  try {
    found = await parts.sha256Of(file)
  } catch (error) {
    parts.log(`downloads: a file could not be read again: ${(error as Error).message}`)
    return { kind: 'failed', fault: 'not_read_again' }
  }
  if (found === stated) return { kind: 'saved', checked: true }
  return { kind: 'failed', fault: (await isRemoved(parts, file)) ? 'differs' : 'differs_left' }
}

/** Some disks tell times to two seconds. */
const timesDifferMs = 2_000

/**
 * What had been written of a file that ended early goes before that is told: Electron tells it while its own removing
 * is still on its way. A file that a person chose to replace and of which nothing was overwritten yet stays.
 */
async function partRemoved(parts: DownloadsParts, item: DownloadItem, file: string | null): Promise<boolean> {
  if (file === null || !(await parts.isWrittenSince(file, item.getStartTime() * 1_000 - timesDifferMs))) return true
  return await isRemoved(parts, file)
}

/** Follows every download from its beginning to its end, and tells what became of it. */
export function makeDownloads(parts: DownloadsParts): Downloads {
  const kept = new Map<number, { readonly item: DownloadItem; readonly download: Download }>()
  let last = 0
  let isAsking = false
  let isGivenUp = false

  const list = (): readonly Download[] => [...kept.values()].map(({ download }) => download)
  const tell = (): void => parts.onChange(list())
  const running = (): readonly Download[] => list().filter(isOpen)

  const update = (id: number, item: DownloadItem, state: DownloadState): void => {
    kept.set(id, { item, download: { id, ...factsOf(item), state } })
    const ended = list().filter((one) => !isOpen(one) && one.state.kind !== 'failed')
    for (const one of ended.slice(0, -mostEnded)) kept.delete(one.id)
    tell()
  }

  const finish = async (
    id: number,
    item: DownloadItem,
    how: 'completed' | 'cancelled' | 'interrupted',
  ): Promise<void> => {
    const answer = parts.answerAt(item.getURL())
    const { total, path: file } = factsOf(item)
    const stated = answer?.sha256 ?? null
    if (how === 'cancelled') {
      const isGone = await partRemoved(parts, item, file)
      update(id, item, isGone ? { kind: 'cancelled' } : { kind: 'failed', fault: 'part_left' })
    } else if (how === 'completed' && file !== null && stated !== null) {
      update(id, item, { kind: 'checking' })
      update(id, item, await compared(parts, file, stated))
    } else if (how === 'completed') {
      update(id, item, { kind: 'saved', checked: false })
    } else {
      const fault = downloadFault(answer, total, file === null ? null : await parts.freeBytes(path.dirname(file)))
      parts.log(`downloads: one broke off (${fault})`)
      const isGone = await partRemoved(parts, item, file)
      update(id, item, { kind: 'failed', fault: isGone ? fault : 'part_left' })
    }
  }

  const take = (item: DownloadItem): void => {
    const id = (last += 1)
    let brokeOff = false
    isGivenUp = false
    update(id, item, { kind: 'running' })
    item.on('updated', (_event, state) => {
      if (state === 'progressing') {
        update(id, item, { kind: 'running' })
        return
      }
      // Electron would keep it for being resumed; the link of the service has ended by then.
      brokeOff = true
      item.cancel()
    })
    item.once('done', (_event, how) => {
      finish(id, item, brokeOff ? 'interrupted' : how).catch((error: Error) => parts.log(`downloads: ${error.message}`))
    })
  }

  const ask = async (go: () => void): Promise<void> => {
    isAsking = true
    isGivenUp = await parts.ask(running().map(({ name }) => name))
    isAsking = false
    if (!isGivenUp) return
    for (const { item, download } of kept.values()) if (download.state.kind === 'running') item.cancel()
    go()
  }

  return {
    list,
    take,
    steer: ({ id, action }) => {
      const one = kept.get(id)
      if (one === undefined) return
      const { state, path: file } = one.download
      if (action === 'cancel' && state.kind === 'running') one.item.cancel()
      if (action === 'show' && state.kind === 'saved' && file !== null) parts.show(file)
      if (action === 'hide' && !isOpen(one.download)) {
        kept.delete(id)
        tell()
      }
    },
    mayLeave: (go) => {
      if (isGivenUp || running().length === 0) return true
      if (!isAsking) void ask(go)
      return false
    },
  }
}
