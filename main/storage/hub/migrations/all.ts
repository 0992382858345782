import { hub } from './0001_hub.ts'
import { carried } from './0002_carried.ts'
import type { HubMigration } from './types.ts'

/** Every step of the hub's store, in order. Each runs once, forward only; one that has shipped is never edited. */
export const hubMigrations: readonly { readonly name: string; readonly migration: HubMigration }[] = [
  { name: '0001_hub', migration: hub },
  { name: '0002_carried', migration: carried },
]
