import { hubDeviceHealth } from './device-health.ts'
import { hubErasedBlobs } from './erased-blobs.ts'
import { hubFirstRelease } from './first-release.ts'
import { hubLessKept } from './less-kept.ts'
import { hubNumberRanges } from './number-ranges.ts'
import type { HubMigration } from './types.ts'

/**
 * Every migration of the hub's store, in order. Each runs once, forward only. One that was released is never edited and
 * never taken away: by the first, a store of a release is told from one of a development build.
 */
export const hubMigrations: readonly HubMigration[] = [
  { name: '0001_first_release', tables: hubFirstRelease },
  { name: '0002_number_ranges', tables: hubNumberRanges },
  { name: '0003_less_kept', tables: hubLessKept },
  { name: '0004_device_health', tables: hubDeviceHealth },
  { name: '0007_erased_blobs', tables: hubErasedBlobs },
]
