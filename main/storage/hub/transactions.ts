import type { HubReader, HubTx } from '../../sync/hub/store.ts'
import { asideReads, asideWrites } from './parts/aside.ts'
import { carriedReads, carriedWrites } from './parts/carried.ts'
import { chainReads, chainWrites } from './parts/chains.ts'
import { deviceReads, deviceWrites } from './parts/devices.ts'
import { entryReads, entryWrites } from './parts/entries.ts'
import { grantReads, grantWrites } from './parts/grants.ts'
import { healthReads, healthWrites } from './parts/health.ts'
import { hubLogReads, logWrites } from './parts/log.ts'
import { numberReads, numberWrites } from './parts/numbers.ts'
import { refusalReads, refusalWrites } from './parts/refusals.ts'
import { stateReads, stateWrites } from './parts/state.ts'
import type { HubParts } from './statements.ts'

/** What a transaction can read. */
export const hubReader = (parts: HubParts): HubReader => ({
  ...stateReads(parts),
  ...deviceReads(parts),
  ...numberReads(parts),
  ...chainReads(parts),
  ...entryReads(parts),
  ...grantReads(parts),
  ...carriedReads(parts),
  ...asideReads(parts),
  ...refusalReads(parts),
  ...healthReads(parts),
  ...hubLogReads(parts),
})

/** What a transaction can read and write. */
export const hubTx = (parts: HubParts): HubTx => ({
  ...hubReader(parts),
  ...stateWrites(parts),
  ...deviceWrites(parts),
  ...numberWrites(parts),
  ...chainWrites(parts),
  ...entryWrites(parts),
  ...grantWrites(parts),
  ...carriedWrites(parts),
  ...asideWrites(parts),
  ...refusalWrites(parts),
  ...healthWrites(parts),
  ...logWrites(parts),
})
