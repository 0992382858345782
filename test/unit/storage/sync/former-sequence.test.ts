import { describe, expect, it } from 'vitest'
import { inFormerSequence } from '../../../../main/storage/sync/former-sequence.ts'

const sealed = (uid: string, name: string, claim: Readonly<Record<string, unknown>>) => ({
  uid,
  name,
  kid: `key of ${String(claim['dev'])}`,
  payload: Buffer.from(JSON.stringify({ type: 'note.added', actor: 'ana', subject: uid, pub: {}, ...claim })),
})

const namesOf = (rows: readonly ReturnType<typeof sealed>[]): readonly string[] =>
  inFormerSequence(rows).map(({ name }) => name)

describe('Y-55: what a restored hub lost is sent so that it can be taken', () => {
  it('of each device what it sealed first, over all chains', () => {
    expect(
      namesOf([
        sealed('workspace', 'second', { dev: 'a', dseq: 2 }),
        sealed('one', 'third', { dev: 'a', dseq: 3 }),
        sealed('two', 'first', { dev: 'a', dseq: 1 }),
      ]),
    ).toEqual(['first', 'second', 'third'])
  })

  it('nothing of a device before the word that enrolled it, though that waits for something in another case', () => {
    expect(
      namesOf([
        sealed('workspace', 'policy', { dev: 'a', dseq: 2 }),
        sealed('workspace', 'enrolment', {
          dev: 'hub',
          dseq: 1,
          type: 'key.enrolled',
          pub: { kid: 'key of late' },
        }),
        sealed('one', 'case of the late device', { dev: 'late', dseq: 1 }),
        sealed('two', 'case before', { dev: 'a', dseq: 1 }),
      ]),
    ).toEqual(['case before', 'policy', 'enrolment', 'case of the late device'])
  })

  it('nothing under a key before its rotation, and nothing of a person before they were added', () => {
    expect(
      namesOf([
        sealed('workspace', 'policy', { dev: 'a', dseq: 2 }),
        sealed('workspace', 'ben', { dev: 'a', dseq: 3, type: 'user.added', subject: 'ben' }),
        sealed('workspace', 'rotation', { dev: 'b', dseq: 1, type: 'key.rotated', pub: { kid: 'new key' } }),
        { ...sealed('one', 'under the new key', { dev: 'b', dseq: 2 }), kid: 'new key' },
        sealed('one', 'by ben', { dev: 'c', dseq: 1, actor: 'ben' }),
        sealed('two', 'case before', { dev: 'a', dseq: 1 }),
      ]),
    ).toEqual(['case before', 'policy', 'ben', 'rotation', 'under the new key', 'by ben'])
  })
  it('the first key and the first user of a workspace bring themselves', () => {
    expect(
      namesOf([
        sealed('workspace', 'root', { dev: 'a', dseq: 1, type: 'key.enrolled', pub: { kid: 'key of a' } }),
        sealed('workspace', 'ana', { dev: 'a', dseq: 2, type: 'user.added', subject: 'ana' }),
        sealed('one', 'case', { dev: 'a', dseq: 3 }),
      ]),
    ).toEqual(['root', 'ana', 'case'])
  })
})
