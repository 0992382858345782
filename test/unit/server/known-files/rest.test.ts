import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createKnownFiles } from '../../../../main/server/known-files/known-files.ts'
import type { KnownFilesParts } from '../../../../main/server/known-files/known-files.ts'

it('E-53: a comparison that fails rests for a minute before it is tried again', async () => {
  const planned: { readonly ms: number; readonly work: () => void }[] = []
  const failing = {
    files: { tidy: () => undefined, open: () => null },
    listsHere: () => [],
    comparing: {
      newest: () => 1,
      unhashed: () => null,
      due: (_upTo: number, most: number) => {
        if (most > 1) throw new Error('the disk does not answer')
        return [{ sha256: 'ab' }]
      },
    },
  } as unknown as KnownFilesParts['store']
  const known = createKnownFiles({
    store: failing,
    ledger: { onCommitted: () => () => undefined },
    scheduler: {
      after: (ms: number, work: () => void) => {
        planned.push({ ms, work })
        return () => undefined
      },
    },
    log: { warn: () => undefined, error: () => undefined },
    quietMs: 7,
  } as unknown as KnownFilesParts)
  expect(planned.map(({ ms }) => ms)).toEqual([7, 30_000])
  planned[0]?.work()
  await setImmediate()
  expect(planned.map(({ ms }) => ms)).toEqual([7, 30_000, 60_000])
  await known.close()
})
