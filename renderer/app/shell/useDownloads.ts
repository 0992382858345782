import type { Download } from '../../../shared/ipc/downloads.ts'
import { useTold, type Told } from '../../state/useTold.ts'

const none: readonly Download[] = []
const bridge = window.fieldseal
const told: Told<readonly Download[]> | null =
  bridge === undefined ? null : { ask: () => bridge.downloads(), listen: (heard) => bridge.onDownloads(heard) }

/** What the desktop saves for this window. A browser tells of its downloads itself: there it is always empty. */
export const useDownloads = (): readonly Download[] => useTold(told, none)
