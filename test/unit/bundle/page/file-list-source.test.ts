import { expect, test } from 'vitest'
import { verifyBundle } from '../../../../main/bundle/check/verify-bundle.ts'
import { fileListSource } from '../../../../main/bundle/page/file-list-source.ts'
import { pageZip } from '../../../../main/bundle/page/page-zip.ts'
import { nodeHasher } from '../../../../main/bundle/read/node-hasher.ts'
import { openZipBundle } from '../../../../main/bundle/zip/zip-source.ts'
import { rangeOf } from '../../../support/range-of.ts'
import { rawZip } from '../../../support/raw-zip.ts'

const declaration = Buffer.from('BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n')
const words = /^whether a file is a link to one elsewhere: /m

test('B-72: of a folder the page says that a browser does not tell it of links, and of an archive it need not', async () => {
  const file = new File([declaration], 'bagit.txt')
  const folder = fileListSource([{ path: 'CASE/bagit.txt', file }])
  const chosen = await verifyBundle(folder, { createHasher: nodeHasher })
  expect(chosen.coverage.doesNotCover.join('\n')).toMatch(words)
  const archive = await openZipBundle(rangeOf(rawZip([{ name: 'CASE/bagit.txt', data: declaration }])), pageZip)
  const opened = await verifyBundle(archive, { createHasher: nodeHasher })
  expect(opened.coverage.doesNotCover.join('\n')).not.toMatch(words)
})
