import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openBlobs } from '../../../main/blobs/file-store.ts'
import { systemRandom } from '../../../main/platform/random.ts'

test('on a file system that knows no second names a file is moved to its place (E-12)', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-blobs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const store = openBlobs(folder, systemRandom(), () =>
    Promise.reject(Object.assign(new Error('operation not permitted, link'), { code: 'EPERM' })),
  )
  const key = randomBytes(32)
  const id = randomUUID()
  const partial = await store.begin(id, key)
  await partial.append(Buffer.from('evidence'))
  const { sha256 } = await partial.finish()
  await partial.close()
  await store.place([{ id, sha256, keepsPartial: true }])
  expect(await store.hashOf(sha256, key)).toBe(sha256)
  expect(await store.hasPartial(id)).toBe(false)
  await store.discard(id)
  expect(await store.has(sha256)).toBe(true)
})
