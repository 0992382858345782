import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { csvAlone, csvOrJson, csvOrJsonLines, listKinds } from '../../../../main/domain/files/refusal.ts'
import { headBytesOf, readableKind } from '../../../../main/server/imports/kind-of-file.ts'

const workbook = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(26), Buffer.from('xl/workbook.xml')])

test('a file that comes in pieces of any size is known by its beginning, and refused before it is read', async () => {
  for (const readable of [csvAlone, csvOrJson, csvOrJsonLines, listKinds]) {
    const refused = await readableKind(Readable.from([...workbook].map((byte) => Buffer.from([byte]))), readable)
    expect(refused).toMatchObject({
      ok: false,
      error: {
        code: 'invalid_request',
        message: expect.stringMatching(/^This file is an Excel workbook \(xlsx\).+Nothing was imported\./u) as string,
      },
    })
  }
  expect(await readableKind(Readable.from([Buffer.from('a,b\n1,2\n')]), csvAlone)).toEqual({
    ok: true,
    value: 'text',
  })
})

test('no more of it is read than tells what it is', async () => {
  let pieces = 0
  const endless = async function* (): AsyncGenerator<Uint8Array> {
    for (;;) {
      pieces += 1
      yield await Promise.resolve(Buffer.alloc(40_000, 'a,b\n'))
    }
  }
  expect((await headBytesOf(endless())).length).toBe(65_536)
  expect(pieces).toBe(2)
})
