import type { EntryPayload } from './payload.ts'
import type { ClockAttestation } from './verify-types.ts'

/** The type of the entry by which somebody answers for how wrong a clock was. */
export const attestationType = 'clock.attested'

/** S-116: what the public values of an attestation say; null where they are not of its form. */
export const attestationOf = (entry: string, { pub }: Pick<EntryPayload, 'pub'>): ClockAttestation | null => {
  const { device_id: device, from, to, ahead_ms: aheadMs } = pub
  if (typeof from !== 'string' || typeof to !== 'string') return null
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)]
  return typeof device === 'string' && Number.isSafeInteger(aheadMs) && fromMs <= toMs
    ? { entry, device, fromMs, toMs, aheadMs: aheadMs as number }
    : null
}
