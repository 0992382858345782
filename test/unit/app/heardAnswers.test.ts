import { describe, expect, test } from 'vitest'
import { makeHeardAnswers, statedSha256 } from '../../../main/app/heardAnswers.ts'

const hex = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const base64 = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
const other = `${'A'.repeat(43)}=`

describe('the SHA-256 that an answer states', () => {
  test('is read from Repr-Digest, and where there is none from Digest', () => {
    expect(statedSha256(new Headers({ 'repr-digest': `sha-256=:${base64}:`, digest: `sha-256=${other}` }))).toBe(hex)
    expect(statedSha256(new Headers({ 'repr-digest': `sha-512=:${'B'.repeat(86)}==:, sha-256=:${base64}:` }))).toBe(hex)
    expect(statedSha256(new Headers({ digest: `SHA-256=${base64}` }))).toBe(hex)
    expect(statedSha256(new Headers({ digest: `md5=HUXZLQLMuI/KZ5KDcJPcOA==,sha-256=${base64}` }))).toBe(hex)
  })

  test('is none where there is no such header, or it is of another algorithm or form', () => {
    expect(statedSha256(new Headers())).toBeNull()
    expect(statedSha256(new Headers({ digest: 'md5=HUXZLQLMuI/KZ5KDcJPcOA==' }))).toBeNull()
    expect(statedSha256(new Headers({ 'repr-digest': 'sha-256=:tooshort=:' }))).toBeNull()
  })
})

describe('what is remembered of answers', () => {
  const saved = {
    status: 200,
    headers: new Headers({ 'content-disposition': 'attachment; filename="a"', digest: `sha-256=${base64}` }),
  }

  test('what is saved or refused, and whether it broke off; nothing of what a page reads', () => {
    const answers = makeHeardAnswers()
    answers.heard('a', saved)
    answers.heard('b', { status: 404, headers: new Headers() })
    answers.heard('c', { status: 200, headers: new Headers({ 'content-type': 'application/json' }) })
    answers.brokeOff('a')
    answers.brokeOff('c')
    expect(['a', 'b', 'c'].map((address) => answers.of(address))).toEqual([
      { status: 200, sha256: hex, brokeOff: true },
      { status: 404, sha256: null, brokeOff: false },
      null,
    ])
    answers.heard('a', saved)
    expect(answers.of('a')?.brokeOff).toBe(false)
  })

  test('the oldest goes where there are many', () => {
    const answers = makeHeardAnswers()
    for (let index = 0; index < 201; index++) answers.heard(String(index), saved)
    expect([answers.of('0'), answers.of('1')?.status, answers.of('200')?.status]).toEqual([null, 200, 200])
  })
})
