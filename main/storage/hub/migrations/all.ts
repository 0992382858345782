import { hub } from './0001_hub.ts'
import { given } from './0002_given.ts'
import { logPlaces } from './0003_log_places.ts'
import { carried } from './0004_carried.ts'
import { lacks } from './0005_lacks.ts'
import { refusals } from './0006_refusals.ts'
import type { HubMigration } from './types.ts'

/** Every step of the hub's store, in order. Each runs once, forward only; one that has shipped is never edited. */
export const hubMigrations: readonly { readonly name: string; readonly migration: HubMigration }[] = [
  { name: '0001_hub', migration: hub },
  { name: '0002_given', migration: given },
  { name: '0003_log_places', migration: logPlaces },
  { name: '0004_carried', migration: carried },
  { name: '0005_lacks', migration: lacks },
  { name: '0006_refusals', migration: refusals },
]
