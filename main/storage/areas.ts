import { accessArea } from './access/appliers.ts'
import { casesArea } from './cases/projection.ts'
import { evidenceArea } from './evidence/projection.ts'
import { ledgerArea } from './ledger/appliers.ts'
import type { Applier, Area } from './ledger/ledger.ts'

const areas: readonly Area[] = [ledgerArea, accessArea, casesArea, evidenceArea]

/** Every applier by entry type. */
export const appliers: ReadonlyMap<string, Applier> = new Map(areas.flatMap((area) => Object.entries(area.appliers)))

/** The projection tables of the workspace's chain with their key columns. */
export const workspaceTables: ReadonlyMap<string, readonly string[]> = new Map(areas.flatMap((area) => Object.entries(area.workspaceTables ?? {})))
