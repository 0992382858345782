import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundleFile, madeContents, type MadeContents } from '../../support/case-bundle.ts'
import { UnpackedBundle } from '../../support/unpacked-bundle.ts'
import { examplePieces } from './pieces.ts'

let made: MadeContents
let original: UnpackedBundle

beforeAll(async () => {
  made = await madeContents(examplePieces)
  original = UnpackedBundle.unpack((await bundleFile(made)).file)
}, 600_000)

afterAll(() => original.discard())

/** What the verifier says of the bundle once its exporter has altered it and signed it anew: `code file` each. */
const faultsAfter = async (alter: (bundle: UnpackedBundle) => void): Promise<string[]> => {
  const bundle = original.copy()
  try {
    alter(bundle)
    bundle.sign(made.key)
    const { findings } = await bundle.verify()
    return findings.filter(({ severity }) => severity === 'fault').map(({ code, file }) => `${code} ${file ?? ''}`)
  } finally {
    bundle.discard()
  }
}

test('signed anew and not altered, the bundle is intact', async () => {
  expect(await faultsAfter(() => undefined)).toEqual([])
})

describe('B-109: a file that is no part of a bundle is a fault, although its exporter has listed and signed it', () => {
  const strangers = [
    'annex.html',
    'README.txt',
    'data/annex.html',
    'data/report.html.html',
    'data/Report.pdf',
    'data/annexes/certified-by-the-court.html',
    'meta/annex.html',
  ]
  test.each(strangers)('%s', async (file) => {
    expect(await faultsAfter((bundle) => bundle.write(file, '<p>Certified by the court</p>'))).toContain(
      `bundle_file_added ${file}`,
    )
  })

  const folders = ['evidence', 'entries', 'disclosures', 'proofs', 'checkpoints', 'keys', 'hub', 'workspace-entries']
  test.each(folders)('in data/%s', async (folder) => {
    const file = `data/${folder}/annex.html`
    const faults = await faultsAfter((bundle) => bundle.write(file, '<p>Certified by the court</p>'))
    expect(faults.some((fault) => fault.endsWith(` ${file}`))).toBe(true)
  })
})
