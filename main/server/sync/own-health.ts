import { freeBytes } from '../../platform/disk-full.ts'
import { version } from '../../platform/version.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import type { OwnHealth } from '../../sync/device/health.ts'

/** What this computer and its folder tell the hub of themselves (Y-97). */
export const ownHealthOf = ({
  folder,
  lists,
  sync: { overview },
}: Pick<Workspace, 'folder' | 'lists' | 'sync'>): OwnHealth => ({
  release: version,
  oldestWaitingMs: () => overview.oldestWaitingMs(),
  afterWipe: () => overview.afterWipe(),
  freeBytes: () => {
    try {
      return freeBytes(folder.dir)
    } catch {
      // A disk that tells nothing of itself, as some on a network, is one of which nothing is known.
      return null
    }
  },
  lists: () => lists.list().flatMap(({ key, age: { days } }) => (days === null ? [] : [{ key, days }])),
})
