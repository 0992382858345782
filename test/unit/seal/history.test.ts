import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeHlc, receive, tick, zeroHlc } from '../../../main/seal/hlc.ts'
import type { Hlc } from '../../../main/seal/hlc.ts'
import type { SealedEntry } from '../../../main/seal/entry.ts'
import { hasFaults } from '../../../main/seal/verify.ts'
import type { StoredEntry } from '../../../main/seal/verify.ts'
import { caseUid, hub, laptop, makeCheckpoint, seal, startMs, swapped, tablet, verify, without } from './support.ts'
import type { Device } from './support.ts'
import { runsOf } from '../../support/tries.ts'

/** One step of a made-up history: who writes, and whether it has just heard of the other's newest entry. */
interface Step {
  readonly byTablet: boolean
  readonly hears: boolean
  readonly pauseMs: number
}

const steps = fc.array(fc.record({ byTablet: fc.boolean(), hears: fc.boolean(), pauseMs: fc.nat(100_000) }), {
  minLength: 2,
  maxLength: 16,
})

/** Two devices that write in one case, apart and together, as honest ones do. */
const play = (history: readonly Step[]): SealedEntry[] => {
  const entries: SealedEntry[] = []
  const last = new Map<Device, { entry: SealedEntry; seq: number }>()
  const clocks = new Map<Device, Hlc>()
  let now = startMs
  for (const { byTablet, hears, pauseMs } of history) {
    const [device, other] = byTablet ? [tablet, laptop] : [laptop, tablet]
    now += pauseMs
    const own = last.get(device)
    const heard = hears ? last.get(other) : undefined
    const before = clocks.get(device) ?? zeroHlc
    const clock = heard === undefined ? tick(before, now) : receive(before, clocks.get(other) ?? zeroHlc, now)
    const seq = (own?.seq ?? 0) + 1
    const entry = seal(device, {
      seq,
      prev: own?.entry.id ?? null,
      seen: heard === undefined ? [] : [heard.entry.id],
      at: new Date(now).toISOString(),
      hlc: encodeHlc(clock),
      mono: now - startMs,
    })
    clocks.set(device, clock)
    last.set(device, { entry, seq })
    entries.push(entry)
  }
  return entries
}

describe('S-81, S-90 to S-93: any history of two honest devices', () => {
  test('has no fault, under the checkpoints of all its prefixes', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const entries = play(history)
        const checkpoints = entries.map((_, index) => makeCheckpoint(hub, entries.slice(0, index + 1)))
        const report = await verify(entries, { checkpoints })
        expect(report.findings).toEqual([])
        expect(report.heads.length).toBe(new Set(history.map((step) => step.byTablet)).size)
      }),
      { numRuns: runsOf(60) },
    )
  })

  test('S-21: with any entry taken out, any two exchanged, or any cut off, has exactly one fault', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(), fc.nat(), async (history, one, another) => {
        const entries = play(history)
        const [a, b] = [one % entries.length, another % entries.length]
        const checkpoints = [makeCheckpoint(hub, entries)]
        const faults = async (altered: StoredEntry[]): Promise<string[]> =>
          (await verify(altered, { checkpoints })).findings
            .filter((finding) => finding.severity === 'fault')
            .map((finding) => finding.code)
        const takenOut = await faults(without(entries, a))
        expect(takenOut).toHaveLength(1)
        expect(['missing_entry', 'truncated_tail']).toContain(takenOut[0])
        expect(await faults(entries.slice(0, a))).toEqual(['truncated_tail'])
        if (a !== b) {
          const exchanged = await faults(swapped(entries, a, b))
          expect(exchanged.length).toBeGreaterThan(0)
          expect(new Set(exchanged)).toEqual(new Set(['reordered_entries']))
        }
      }),
      { numRuns: runsOf(150) },
    )
  })
})

describe('S-80: garbage is found faulty, whatever it is', () => {
  const garbage = fc.record({
    id: fc.string({ unit: 'binary' }),
    kid: fc.oneof(fc.constant(laptop.kid), fc.string()),
    payload: fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.json().map((text) => Buffer.from(text)),
      fc.constant(Buffer.from('['.repeat(200_000) + ']'.repeat(200_000))),
    ),
    sig: fc.uint8Array({ maxLength: 80 }),
    paeSha256: fc.option(fc.uint8Array({ maxLength: 40 })),
  })

  test('no entry made of chance makes the verifier throw, or passes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(garbage, { minLength: 1, maxLength: 4 }),
        fc.string({ unit: 'binary' }),
        async (entries, note) => {
          const report = await verify(entries, { caseUid, checkpoints: [note] })
          expect(report.entries).toBe(entries.length)
          expect(hasFaults(report)).toBe(true)
        },
      ),
      { numRuns: runsOf(100) },
    )
  })
})
