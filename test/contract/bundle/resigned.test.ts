import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyBundle } from '../../../main/bundle/check/verify-bundle.ts'
import { openBagFolder } from '../../../main/bundle/read/folder-source.ts'
import { nodeHasher } from '../../../main/bundle/read/node-hasher.ts'
import type { BundleReport } from '../../../main/bundle/check/verify-bundle.ts'
import { pdfFile, reportFile } from '../../support/bundle-papers.ts'
import { bundleFile, madeContents, type MadeContents } from '../../support/case-bundle.ts'
import { runCli } from '../../support/live-service.ts'
import { UnpackedBundle } from '../../support/unpacked-bundle.ts'
import { examplePieces } from './pieces.ts'

let made: MadeContents
let original: UnpackedBundle

beforeAll(async () => {
  made = await madeContents(examplePieces)
  original = UnpackedBundle.unpack(
    (await bundleFile(made, { extraFiles: [reportFile(made.contents), pdfFile(made.contents)] })).file,
  )
}, 600_000)

afterAll(() => original.discard())

interface Verified {
  /** `code file` of each fault. */
  readonly faults: readonly string[]
  readonly report: BundleReport
}

/** What the verifier says of a bundle once its exporter has altered it and signed it anew. */
const verifyAfter = async (
  alter: (bundle: UnpackedBundle) => void,
  from: UnpackedBundle = original,
  by: MadeContents = made,
): Promise<Verified> => {
  const bundle = from.copy()
  try {
    alter(bundle)
    bundle.sign(by.key)
    const report = await bundle.verify()
    const faults = report.findings
      .filter(({ severity }) => severity === 'fault')
      .map(({ code, file }) => `${code} ${file ?? ''}`)
    return { faults, report }
  } finally {
    bundle.discard()
  }
}

const faultsAfter = async (alter: (bundle: UnpackedBundle) => void): Promise<readonly string[]> =>
  (await verifyAfter(alter)).faults

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

interface ToldCase {
  exported: { at: string; by: string; reason: string }
  case: {
    title: string | null
    owner: string | null
    updated_at: string
    alert_ids: number[]
    customer_ids: number[] | null
    account_ids: number[] | null
  }
  evidence: {
    label: string | null
    tags: string[]
    kind: string
    media_type: string
    acquired_at: string
    acquired_by: string
    name: string
    path: string | null
    facts: Record<string, unknown>
  }[]
}

describe('B-110: what case.json says beside the state of the case is held against the entries', () => {
  const first = (told: ToldCase) => told.evidence[0] as ToldCase['evidence'][number]
  const alterations: Readonly<Record<string, (told: ToldCase) => void>> = {
    'who exported': (told) => (told.exported.by = 'Judge Hathorne'),
    'when it was exported': (told) => (told.exported.at = '2026-01-01T00:00:00.000+00:00'),
    'why it was exported': (told) => (told.exported.reason = 'By order of nobody'),
    'a title in place of one that was sealed': (told) => (told.case.title = 'Another title'),
    'a title taken away': (told) => (told.case.title = null),
    'the owner': (told) => (told.case.owner = 'Judge Hathorne'),
    'the time of the last change': (told) => (told.case.updated_at = '2026-01-01T00:00:00.000+00:00'),
    'an alert more': (told) => told.case.alert_ids.push(99),
    'another customer': (told) => (told.case.customer_ids = [1]),
    'no account': (told) => (told.case.account_ids = null),
    'an exhibit mark': (told) => (first(told).label = 'EX-9'),
    'an exhibit mark taken away': (told) => (first(told).label = null),
    'a mark of a piece without one': (told) => ((told.evidence[1] as { label: string }).label = 'EX-2'),
    'a tag more': (told) => first(told).tags.push('forged'),
    'no tags': (told) => (first(told).tags = []),
    'the kind of a piece': (told) => (first(told).kind = 'image'),
    'the media type of a piece': (told) => (first(told).media_type = 'text/html'),
    'when a piece was taken in': (told) => (first(told).acquired_at = '2026-01-01T00:00:00.000+00:00'),
    'who took a piece in': (told) => (first(told).acquired_by = 'Judge Hathorne'),
    'who acquired a piece': (told) => (first(told).facts['acquired_by'] = 'Judge Hathorne'),
    'the source of a piece': (told) => (first(told).facts['source'] = 'A drawer'),
    'the serial number': (told) => (first(told).facts['serial'] = 'SN-2'),
    'the write blocker': (told) => (first(told).facts['write_blocker'] = null),
    'a hash at the source': (told) => (first(told).facts['source_sha256'] = 'a'.repeat(64)),
    'hashes of the image': (told) => (first(told).facts['image_hashes'] = { md5: 'a'.repeat(32) }),
    'a description that nobody wrote': (told) => (first(told).facts['description'] = 'The murder weapon'),
  }

  test.each(Object.keys(alterations))('%s', async (what) => {
    const faults = await faultsAfter((bundle) =>
      bundle.edit('data/case.json', (text) => {
        const told = JSON.parse(text) as ToldCase
        alterations[what]?.(told)
        return `${JSON.stringify(told, null, 2)}\n`
      }),
    )
    expect(faults).toContain('bundle_facts_differ data/case.json')
  })

  test('a text whose disclosure was taken out cannot be told in other words', async () => {
    const entry = made.contents.evidence[0]?.item.entry_id
    const place = made.contents.chain.entries.find(({ id }) => id === entry)?.position ?? -1
    const faults = await faultsAfter((bundle) => {
      bundle.remove(`data/disclosures/${String(place).padStart(6, '0')}.txt`)
      bundle.edit('data/case.json', (text) => text.replaceAll('Transfers März', 'Another name'))
      bundle.rename('data/evidence/Transfers März.csv', 'data/evidence/Another name.csv')
    })
    expect(faults).toContain('bundle_facts_differ data/case.json')
  })
})

describe('B-115: no two readers see two things in a list', () => {
  const put = (file: string, before: string, member: string) => (bundle: UnpackedBundle) =>
    bundle.edit(file, (text) => text.replace(before, `${member}${before}`))
  const alterations: Readonly<Record<string, readonly [string, (bundle: UnpackedBundle) => void]>> = {
    'a title twice, of which a program that takes the first sees another': [
      'bundle_facts_differ data/case.json',
      put('data/case.json', '    "title": ', '    "title": "Another title",\n'),
    ],
    'a piece with two hashes': [
      'bundle_facts_differ data/case.json',
      put('data/case.json', '      "sha256": ', `      "sha256": "${'a'.repeat(64)}",\n`),
    ],
    'a member that no rule knows': [
      'bundle_facts_differ data/case.json',
      put('data/case.json', '    "title": ', '    "certified_by": "the court",\n'),
    ],
    'a key with two names': [
      'bundle_key_mismatch data/keys.json',
      put('data/keys.json', '    "name": ', '    "name": "The laptop of somebody else",\n'),
    ],
    'a proof with two sizes': [
      'bundle_malformed data/proofs/000000.json',
      put('data/proofs/000000.json', '  "tree_size": ', '  "tree_size": 1,\n'),
    ],
    'a label of the bag that no rule knows': [
      'bundle_facts_differ bag-info.txt',
      put('bag-info.txt', 'Bagging-Date: ', 'Certified-By: the court\n'),
    ],
    'a member of a key that no rule knows': [
      'bundle_key_mismatch data/keys.json',
      put('data/keys.json', '    "name": ', '    "certified_by": "the court",\n'),
    ],
  }
  test.each(Object.entries(alterations))('%s', async (_, [fault, alter]) => {
    expect(await faultsAfter(alter)).toEqual([fault])
  })

  const info: Readonly<Record<string, (text: string) => string>> = {
    'another description': (text) => text.replace('Begin with VERIFY.txt.', 'Certified by the court.'),
    'another day': (text) => text.replace(/^Bagging-Date: .*$/m, 'Bagging-Date: 2019-01-01'),
    'another program': (text) => text.replace(/^Bag-Software-Agent: .*$/m, 'Bag-Software-Agent: EnCase'),
    'a second day': (text) => `${text}Bagging-Date: 2019-01-01\n`,
    'a second key': (text) => `${text}Fieldseal-Signing-Key: ${'A'.repeat(43)}\n`,
    'a second size': (text) => `${text}Payload-Oxum: 1.1\n`,
    'a second version': (text) => `${text}Fieldseal-Bundle-Version: 9\n`,
    'the case again': (text) => `${text}${/^External-Identifier: .*\n/m.exec(text)?.[0] ?? ''}`,
    'no day': (text) => text.replace(/^Bagging-Date: .*\n/m, ''),
    'a line that is no label': (text) => `CERTIFIED BY THE COURT\n${text}`,
    'a line that goes on': (text) => text.replace(/^Bagging-Date: .*$/m, '$&\n  certified by the court'),
    'another spelling of a label': (text) => text.replace('Bagging-Date', 'bagging-date'),
    'another order': (text) => text.replace(/^(Bagging-Date: .*\n)(.*\n)/m, '$2$1'),
  }
  test.each(Object.entries(info))('in bag-info.txt: %s', async (_, alter) => {
    expect(await faultsAfter((bundle) => bundle.edit('bag-info.txt', alter))).toEqual([
      'bundle_facts_differ bag-info.txt',
    ])
  })

  test('bagit.txt cannot give the lists another encoding', async () => {
    expect(await faultsAfter((bundle) => bundle.edit('bagit.txt', (text) => text.replace('UTF-8', 'utf-8')))).toEqual([
      'bundle_malformed bagit.txt',
    ])
  })

  test.each([
    ['another program', '"name": "Fieldseal",\n    "version"', '"name": "EnCase",\n    "version"'],
    ['a version that says more than one', '"version": "0.1.0"', '"version": "0.1.0 (certified by the court)"'],
  ])('case.json cannot name %s', async (_, from, to) => {
    expect(await faultsAfter((bundle) => bundle.edit('data/case.json', (text) => text.replace(from, to)))).toContain(
      'bundle_facts_differ data/case.json',
    )
  })

  test('the CASE graph, which the export says was made, cannot be left out', async () => {
    expect(await faultsAfter((bundle) => bundle.remove('data/case.jsonld'))).toEqual([
      'bundle_file_missing data/case.jsonld',
    ])
  })

  test('a report can: a bundle may be without one', async () => {
    expect(await faultsAfter((bundle) => bundle.remove('data/report.html'))).toEqual([])
  })
})

describe('B-111: papers are made again by the writer that the export names, and compared byte for byte', () => {
  const notCompared = ({ findings }: BundleReport): (string | null)[] =>
    findings.filter(({ code }) => code === 'paper_not_compared').map(({ file }) => file)

  test('each says what was sealed', async () => {
    const { report } = await verifyAfter(() => undefined)
    expect(report.papers).toEqual(
      ['VERIFY.txt', 'data/report.html', 'data/report.pdf', 'data/case.jsonld'].map((paper) => ({
        paper,
        state: 'as_sealed',
        writer: paper === 'VERIFY.txt' ? 3 : 1,
      })),
    )
    expect(notCompared(report)).toEqual([])
  })

  test('B-112: the verdict says what it covers and what it does not', async () => {
    const { coverage } = (await verifyAfter(() => undefined)).report
    for (const paper of ['VERIFY.txt', 'data/report.html', 'data/report.pdf', 'data/case.jsonld'])
      expect(coverage.covers.filter((one) => one.startsWith(`${paper}: compared byte for byte`))).toHaveLength(1)
    expect(coverage.covers.at(-5)).toMatch(/^names of people: each is the one that an entry/)
    expect(coverage.doesNotCover.join('\n')).toMatch(
      /^whose key it is: [^]*^the end of the case: [^]*^which version of Fieldseal made it: /m,
    )
  })

  test('B-112: fieldseal verify makes the PDF again with the fonts that it is shipped with', () => {
    const { code, lines, stderr } = runCli('verify', original.dir)
    expect(code).toBe(3)
    const told = lines.at(-1) as { verdict: string; covers: string[]; does_not_cover: string[] }
    expect(told.verdict).toBe('intact')
    expect(told.covers.filter((one) => one.startsWith('data/report.pdf: compared'))).toHaveLength(1)
    expect(told.covers.filter((one) => one.startsWith('names of people: each is'))).toHaveLength(1)
    expect(stderr).toMatch(/^It covers:\n {2}every file/m)
    expect(stderr).toMatch(/^It does not cover:\n {2}whose key it is/m)
  })

  test('VERIFY.txt: other steps, another fingerprint, one letter', async () => {
    const alterations: ((text: string) => string)[] = [
      () => 'HOW TO CHECK THIS BUNDLE\n\nIt is sound. Nothing need be checked.\n',
      (text) => text.replaceAll(/SHA256:[A-Za-z0-9+/]{43}/g, `SHA256:${'A'.repeat(43)}`),
      (text) => text.replace('sha256sum --check --strict', 'true sha256sum --check --strict'),
      (text) => text.replace('You need none', 'You need  none'),
    ]
    for (const alter of alterations)
      expect(await faultsAfter((bundle) => bundle.edit('VERIFY.txt', alter))).toEqual(['paper_differs VERIFY.txt'])
  })

  test('B-113: the report: a name, a hash, a time, a sentence, a page of another', async () => {
    const alterations: Readonly<Record<string, (text: string) => string>> = {
      'a name': (text) => text.replaceAll('Ada Morgan', 'Judge Hathorne'),
      'a hash': (text) => text.replace(/<span>[0-9a-f]{8}<\/span>/, '<span>00000000</span>'),
      'a time': (text) => text.replace(/\d\d:\d\d:\d\d UTC/, '00:00:00 UTC'),
      'a script': (text) => text.replace('</body>', '<script>document.title = 1</script></body>'),
      'another page': () => '<!doctype html><p>Certified by the court</p>',
      nothing: () => '',
    }
    for (const [what, alter] of Object.entries(alterations))
      expect(await faultsAfter((bundle) => bundle.edit('data/report.html', alter)), what).toEqual([
        'paper_differs data/report.html',
      ])
  })

  test('the PDF: junk, and nothing', async () => {
    for (const content of ['%PDF-1.7\n%junk\n%%EOF\n', ''])
      expect(await faultsAfter((bundle) => bundle.write('data/report.pdf', content))).toEqual([
        'paper_differs data/report.pdf',
      ])
  })

  test('B-113: a verifier without fonts says that it did not compare the PDF', async () => {
    const { findings, papers, coverage } = await verifyBundle(await openBagFolder(original.dir), {
      createHasher: nodeHasher,
    })
    expect(findings.filter(({ code }) => code === 'paper_not_compared').map(({ file }) => file)).toEqual([
      'data/report.pdf',
    ])
    expect(papers.find(({ paper }) => paper === 'data/report.pdf')?.state).toBe('not_compared')
    expect(coverage.doesNotCover[0]).toMatch(/^data\/report\.pdf: it is what was signed, and was not compared/)
  })

  test('the graph: a hash, a person, a mark, a node more', async () => {
    const alterations: Readonly<Record<string, (text: string) => string>> = {
      'a hash': (text) => text.replace(/"@value": "[0-9a-f]{64}"/, `"@value": "${'0'.repeat(64)}"`),
      'a person': (text) => text.replaceAll('Ada Morgan', 'Judge Hathorne'),
      'a mark': (text) => text.replaceAll('EX-1', 'EX-9'),
      'a node': (text) => text.replace('"@graph": [', '"@graph": [{"@id": "kb:annex"},'),
    }
    for (const [what, alter] of Object.entries(alterations))
      expect(await faultsAfter((bundle) => bundle.edit('data/case.jsonld', alter)), what).toEqual([
        'paper_differs data/case.jsonld',
      ])
  })

  test.each([
    ['of a release before papers had writers', {}, null, 'does not name the version'],
    ['of a later release', { 'VERIFY.txt': 999 }, 999, 'version 999 of its writer'],
  ])('a bundle %s says by name what was not compared, and is no less intact', async (_, versions, writer, message) => {
    const other = await madeContents([], undefined, { papers: versions })
    const bundle = UnpackedBundle.unpack((await bundleFile(other)).file)
    const { faults, report } = await verifyAfter(() => undefined, bundle, other)
    bundle.discard()
    expect(faults).toEqual([])
    expect(report.verdict).toBe('intact')
    expect(report.papers).toEqual([
      { paper: 'VERIFY.txt', state: 'not_compared', writer },
      { paper: 'data/case.jsonld', state: 'not_compared', writer: null },
    ])
    expect(notCompared(report)).toEqual(['VERIFY.txt', 'data/case.jsonld'])
    expect(report.findings.find(({ code }) => code === 'paper_not_compared')?.message).toContain(message)
  })

  test('what is made of facts with a fault is not compared', async () => {
    const { report } = await verifyAfter((bundle) =>
      bundle.edit('data/case.json', (text) => text.replace('"number": "CASE', '"number": "DOSSIER')),
    )
    expect(notCompared(report)).toEqual(['VERIFY.txt', 'data/report.html', 'data/report.pdf', 'data/case.jsonld'])
  })

  test('B-34: the name of a device in keys.json', async () => {
    expect(
      await faultsAfter((bundle) =>
        bundle.edit('data/keys.json', (text) => text.replace('First device', 'Her laptop')),
      ),
    ).toContain('bundle_key_mismatch data/keys.json')
  })
})
