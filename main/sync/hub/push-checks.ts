import type { KeyObject } from 'node:crypto'
import { fromBase64url } from '../../seal/hash.ts'
import type { Inspection } from '../../seal/judge.ts'
import { publicKeyFromSpki, verifyMessage, verifyMessageAsync } from '../../seal/signature.ts'
import type { CarriedEntry, CarriedRun } from '../entry.ts'
import { authorOf } from './check-run.ts'
import type { PreparedEntry } from './check-run.ts'
import type { HubCore } from './core.ts'
import { signedBefore } from './signed-before.ts'
import type { SignedBefore } from './signed-before.ts'
import type { WorkspaceHead } from './workspace-head.ts'

/** A run whose signatures were checked as far as their keys were known. */
export interface PreparedRun extends Pick<CarriedRun, 'case' | 'deviceId'> {
  readonly entries: readonly PreparedEntry[]
  /** That this hub signed for all of them before it was set back (Y-84); null where that is not proven. */
  readonly signedBefore: SignedBefore | null
}

/** A key of the workspace chain, ready for use. */
interface ReadyKey {
  readonly spki: Uint8Array
  readonly publicKey: KeyObject
}

const keyOf = (workspace: WorkspaceHead, kid: string): ReadyKey | null => {
  const spki = fromBase64url(authorOf(workspace, kid)?.spki ?? '')
  const publicKey = spki === null ? null : publicKeyFromSpki(spki)
  return spki === null || publicKey === null ? null : { spki, publicKey }
}

/**
 * Checks the signatures of a push on the thread pool, before any transaction, and while the rest of it is still being
 * read: whoever reads the message is done at about the same time. A key is made ready once.
 */
export const createPushChecks = (core: HubCore, workspace: WorkspaceHead) => {
  const keys = new Map<string, ReadyKey | null>()
  const underWay = new Map<CarriedEntry, { readonly inspection: Inspection; readonly signed: Promise<boolean> }>()

  const readyKey = (kid: string): ReadyKey | null => {
    const known = keys.get(kid)
    if (known !== undefined) return known
    const made = keyOf(workspace, kid)
    keys.set(kid, made)
    return made
  }

  const check = async (entry: CarriedEntry, { digests }: Inspection): Promise<boolean> => {
    const key = readyKey(entry.kid)
    if (key === null || !(await verifyMessageAsync(digests.pae, key.publicKey, entry.sig))) return false
    core.checked?.add(key.spki, entry.id)
    return true
  }

  return {
    begin: (entry: CarriedEntry, inspection: Inspection): void =>
      void underWay.set(entry, { inspection, signed: check(entry, inspection) }),
    /** The runs with what was found out about them. */
    ended: async (runs: readonly CarriedRun[]): Promise<readonly PreparedRun[]> => {
      const checked = new Map(
        await Promise.all(
          [...underWay].map(async ([entry, { inspection, signed }]): Promise<[CarriedEntry, PreparedEntry]> => [
            entry,
            { entry, inspection, signed: await signed },
          ]),
        ),
      )
      return runs.map((run) => ({
        case: run.case,
        deviceId: run.deviceId,
        entries: run.entries.map((entry) => checked.get(entry) as PreparedEntry),
        signedBefore: signedBefore(run, core.identity),
      }))
    },
    /** Nothing is left under way where the message turned out to be none. */
    abandoned: async (): Promise<void> =>
      void (await Promise.allSettled([...underWay.values()].map(({ signed }) => signed))),
  }
}

/** A key that was enrolled meanwhile, or by an entry of the same push, is tried again. */
export const signedNow = (prepared: PreparedEntry, workspace: WorkspaceHead): PreparedEntry => {
  if (prepared.signed) return prepared
  const key = keyOf(workspace, prepared.entry.kid)
  return key === null
    ? prepared
    : { ...prepared, signed: verifyMessage(prepared.inspection.digests.pae, key.publicKey, prepared.entry.sig) }
}
