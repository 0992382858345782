import { describe, expect, it } from 'vitest'
import { closeInTurn, createClosing } from '../../../main/platform/closing.ts'

const failing = (what: string) => (): never => {
  throw new Error(what)
}

describe('what was started', () => {
  it('is ended whole and awaited, the newest first, though a part cannot be; the failures are thrown together', async () => {
    const told: string[] = []
    const closing = createClosing()
    const part = closing.keep({ name: 'oldest', close: () => told.push('oldest') })
    expect(part.name).toBe('oldest')
    closing.keep({ close: failing('the middle one') })
    closing.keep({ close: () => Promise.reject(new Error('one that is awaited')) })
    closing.keep({
      close: async () => {
        told.push('newest begins')
        await new Promise(setImmediate)
        told.push('newest has ended')
      },
    })
    const failure: unknown = await closing.close().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(AggregateError)
    expect((failure as AggregateError).errors).toEqual([new Error('one that is awaited'), new Error('the middle one')])
    expect(told).toEqual(['newest begins', 'oldest', 'newest has ended'])
  })

  it('may be nothing at all', async () => {
    await expect(createClosing().close()).resolves.toBeUndefined()
  })
})

describe('steps in turn', () => {
  it('are each done, one after the other, though one fails', async () => {
    const told: string[] = []
    const slow = async (): Promise<void> => {
      await new Promise(setImmediate)
      told.push('first')
    }
    const done = closeInTurn([slow, failing('second'), () => told.push('third')])
    await expect(done).rejects.toMatchObject({ errors: [new Error('second')] })
    expect(told).toEqual(['first', 'third'])
  })
})
