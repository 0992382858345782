import { describe, expect, it } from 'vitest'
import { readTextApart } from '../../../../../main/server/evidence/text/read-text.ts'
import { pieceOf } from './reading.ts'

const never = new AbortController().signal

describe('a reading that takes too long', () => {
  it('is ended, and what was read stays', async () => {
    const lines = Buffer.from('Subject: x\nFrom: a@example.com\nContent-Type: multipart/mixed; boundary=b\n\n')
    const parts = Buffer.from('--b\n\nx\n'.repeat(300_000))
    const reading = readTextApart(pieceOf(Buffer.concat([lines, parts])), never, 2_000)
    expect((await reading.next()).value).toEqual([{ way: [{ kind: 'header', name: 'Subject' }], text: 'x' }])
    for (;;) {
      const { done, value } = await reading.next()
      if (done !== true) continue
      expect(value).toEqual({
        format: 'mail',
        passages: 2,
        lacks: [{ way: [], lack: { kind: 'took_too_long', seconds: 2 } }],
      })
      return
    }
  })

  it('is not one whose passages nobody takes for a while', async () => {
    const text = Buffer.from('word '.repeat(200_000))
    const reading = readTextApart(pieceOf(text), never, 30_000)
    let passages = 0
    for (;;) {
      const { done, value } = await reading.next()
      if (done === true) {
        expect(value).toEqual({ format: 'text', passages, lacks: [] })
        return
      }
      passages += value.length
    }
  })

  it('is ended where its signal says so, in the middle of its work', async () => {
    const stop = new AbortController()
    const reading = readTextApart(pieceOf(Buffer.from('word '.repeat(1_000_000))), stop.signal)
    await reading.next()
    stop.abort(new Error('the index was dropped'))
    await expect(reading.next()).rejects.toThrow('the index was dropped')
  })
})
