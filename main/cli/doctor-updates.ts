import path from 'node:path'
import { dayMs } from '../../shared/text/days.ts'
import { toTimestamp } from '../../shared/schema/text.ts'
import type { DataFolder } from '../platform/data-folder.ts'
import { readUpdateSettings, readUpdateState, updateFiles, type UpdateState } from '../platform/update-files.ts'
import type { DoctorCheck } from './check.ts'

/** A computer that is on looks four times a day. */
const silentAfter = 14 * dayMs

const ok = (detail: string): DoctorCheck => ({ check: 'updates', state: 'ok', detail })
const warning = (detail: string, advice: string): DoctorCheck => ({
  check: 'updates',
  state: 'warning',
  detail,
  advice,
})

const found = (source: string, { looked, ready }: UpdateState, nowMs: number): DoctorCheck => {
  const from = `they are looked for at ${source}`
  if (ready?.recalled === true)
    return warning(
      `the publisher has taken back the release that runs here; ${ready.version} is ready`,
      'Install it: Settings, Updates.',
    )
  if (looked === null) return ok(`${from}; nothing was looked for yet`)
  const at = toTimestamp(looked.atMs)
  if (looked.outcome === 'refused')
    return warning(`${from}; at ${at} none was taken: ${looked.message}`, 'See Settings, Updates, and the words above.')
  if (nowMs - looked.atMs > silentAfter)
    return warning(`${from}; last at ${at}`, 'Start the desktop: it looks for them while it runs.')
  return ok(
    ready === null
      ? `${from}; last at ${at}: ${looked.outcome} ${looked.message}`.trim()
      : `${from}; ${ready.version} is ready to be installed`,
  )
}

/**
 * What the desktop that works on this folder says of updates. It keeps that beside the folder, unless the folder was
 * named to it: then nothing is found, and that is said.
 *
 * @param managed the file by which the administrator of the computer decides
 */
export const examineUpdates = ({ dir }: DataFolder, managed: string, nowMs: number): DoctorCheck => {
  const files = updateFiles(path.dirname(dir))
  const { source, fault } = readUpdateSettings(managed, files.settings)
  if (fault !== null) return warning(`they are off: ${fault}`, 'Correct that file, or remove it (docs/updates.md).')
  if (source === null) return ok('none are looked for from beside this folder')
  const state = readUpdateState(files.state)
  return state === null
    ? ok(`they are looked for at ${source}; nothing was found out yet`)
    : found(source, state, nowMs)
}
