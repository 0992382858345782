import { syncLimits } from '../../../shared/protocol/sync.ts'
import type { LogRequest } from '../../../shared/protocol/sync.ts'
import { headDigest } from '../log-head.ts'
import type { DeviceReplica, LogHead } from './replica.ts'

/**
 * How a device goes through its cases to have their checkpoints proven in the hub's log (Y-53), some of them a pull.
 */
export interface ProofAsking {
  /**
   * What a pull asks about the log. `whole`: every case is here whole; proofs speak about entries, so that none is
   * asked for before.
   */
  request(whole: boolean): LogRequest
  /**
   * Where the proofs go on after the last page of a pull: at the first case again where the heads are others.
   *
   * @param request what was asked; `asked` says whether every case was here whole then, `before` which heads there
   * were, and `told` which came
   * @returns whether that went on, and whether there are more to ask for
   */
  after(
    request: LogRequest,
    page: { readonly told: readonly LogHead[]; readonly before: readonly LogHead[]; readonly asked: boolean },
  ): { readonly moved: boolean; readonly more: boolean }
}

/** Whether cases are proven in a head: the newest of all bears nobody's word but the hub's. */
const provesCases = ({ kind }: LogHead): boolean => kind !== 'newest'

export const createProofAsking = (replica: Pick<DeviceReplica, 'logHeads' | 'unproven'>): ProofAsking => {
  /** The case after which proofs are asked for next; null: all were, in the heads that there are. */
  let provenUpTo: string | null = ''
  return {
    request: (whole) => {
      const heads = replica.logHeads()
      const unproven =
        provenUpTo === null || !heads.some(provesCases) || !whole ? [] : replica.unproven(provenUpTo, syncLimits.proofs)
      return {
        size: heads.reduce((size, head) => Math.max(size, head.size), 0),
        heads: Object.fromEntries(heads.map(({ kind, note, token: stamp }) => [kind, headDigest(note, stamp)])),
        prove: Object.fromEntries(unproven.map(({ case: name, proven }) => [name, proven])),
      }
    },
    after: ({ prove }, { told, before, asked }) => {
      const provenBefore = provenUpTo
      if (told.some(provesCases)) provenUpTo = ''
      else if (asked && before.some(provesCases) && provenBefore !== null)
        provenUpTo = Object.keys(prove).length < syncLimits.proofs ? null : (Object.keys(prove).sort().at(-1) ?? null)
      return {
        moved: provenUpTo !== provenBefore,
        more: provenUpTo !== null && replica.logHeads().some(provesCases) && replica.unproven(provenUpTo, 1).length > 0,
      }
    },
  }
}
