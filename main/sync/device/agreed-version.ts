import { protocolVersions } from '../../../shared/protocol/sync.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { LinkFault, SyncLink } from '../link.ts'

/** The version of the protocol in which device and hub speak (Y-27): the newest that both know. */
export interface AgreedVersion {
  /** The one that is spoken now. */
  now(): number
  /** Begins with the device's newest again: the hub may have been brought up to date. */
  begin(): void
  /**
   * Calls in the version that is spoken; where the hub refuses it and names others, in the newest of those that this
   * device speaks. A hub with none in common refuses with `version`.
   */
  call(
    link: SyncLink,
    make: (version: number) => Parameters<SyncLink['call']>[0] | Promise<Parameters<SyncLink['call']>[0]>,
    signal: AbortSignal,
  ): Promise<Result<Uint8Array, LinkFault>>
}

/** @param speaks versions that the device speaks, the newest first */
export const createAgreedVersion = (speaks: readonly number[] = protocolVersions): AgreedVersion => {
  const newest = speaks[0]
  if (newest === undefined) throw new RangeError('a device speaks at least one version')
  let version = newest
  return {
    now: () => version,
    begin: () => {
      version = newest
    },
    call: async (link, make, signal) => {
      const tried = new Set<number>()
      for (;;) {
        tried.add(version)
        const answered = await link.call(await make(version), signal)
        const told = answered.ok || answered.error.code !== 'version' ? [] : (answered.error.versions ?? [])
        const common = speaks.find((one) => told.includes(one) && !tried.has(one))
        if (common === undefined) return answered
        version = common
      }
    },
  }
}
