import { generateKeyPairSync } from 'node:crypto'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { crc32, deflateRawSync } from 'node:zlib'
import { expect, test as base, type Browser, type Page } from '@playwright/test'
import { inRoot } from '../../scripts/lib/paths.ts'
import type { BundleReport } from '../../main/bundle/check/verify-bundle.ts'
import { verifyBundle } from '../../main/bundle/check/verify-bundle.ts'
import { sshFingerprint } from '../../main/bundle/format/sshsig.ts'
import { nodeHasher } from '../../main/bundle/read/node-hasher.ts'
import { openBundle } from '../../main/bundle/read/open-bundle.ts'
import { verifyPage } from '../../main/bundle/write/verify-page.ts'
import { deviceKeyOf } from '../../main/platform/key-files.ts'
import { examplePieces } from '../contract/bundle/pieces.ts'
import { createAlterations } from '../support/bundle-alterations.ts'
import { reportFile } from '../support/bundle-papers.ts'
import { bundleFile, madeContents, type BundleFile, type MadeContents } from '../support/case-bundle.ts'
import { rawZip } from '../support/raw-zip.ts'
import { contestedCase, exportedFrom } from '../support/synced-bundle.ts'
import { launchChromium } from '../support/served.ts'
import { UnpackedBundle } from '../support/unpacked-bundle.ts'
import { someOf } from '../support/tries.ts'
import { axeFaults } from './looks.ts'

/** The verifier page, open in Chromium from a file, as its reader has it. */
class VerifyPage {
  readonly page: Page
  /** Addresses that the page asked for, besides itself and its own worker. */
  readonly asked: string[] = []
  /** What the browser complained about. */
  readonly complaints: string[] = []

  private constructor(page: Page) {
    this.page = page
  }

  static async open(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}): Promise<VerifyPage> {
    const opened = new VerifyPage(await (await browser.newContext(options)).newPage())
    const file = pathToFileURL(inRoot('dist/service/verify.html')).href
    opened.page.on('request', (request) => {
      if (request.url() !== file && !request.url().startsWith('blob:null/')) opened.asked.push(request.url())
    })
    opened.page.on('console', (message) => opened.complaints.push(message.text()))
    opened.page.on('pageerror', (error) => opened.complaints.push(error.message))
    await opened.page.goto(file)
    return opened
  }

  async give(kind: 'archive' | 'folder', file: string): Promise<void> {
    const again = this.page.getByRole('button', { name: 'Check another bundle' })
    if (await again.isVisible()) await again.click()
    await this.page.locator(`[data-pick=${kind}]`).setInputFiles(file)
  }

  /** Checks a bundle to its end. */
  async check(kind: 'archive' | 'folder', file: string): Promise<void> {
    await this.give(kind, file)
    await this.page.locator('body[data-state=result]').waitFor()
  }

  verdict(): Promise<string | null> {
    return this.page.locator('.banner').getAttribute('data-verdict')
  }

  stateOf(check: string): Promise<string | null> {
    return this.page.locator(`[data-check=${check}]`).getAttribute('data-state')
  }

  /** What the page found, by the file that it saves. */
  async findings(): Promise<unknown[]> {
    const [saved] = await Promise.all([
      this.page.waitForEvent('download'),
      this.page.getByRole('button', { name: 'Save findings' }).click(),
    ])
    return (JSON.parse(readFileSync(await saved.path(), 'utf8')) as { findings: unknown[] }).findings
  }
}

interface Fixtures {
  readonly verifier: VerifyPage
}

interface WorkerFixtures {
  readonly browserOfTheReader: Browser
  readonly bundle: { readonly made: MadeContents; readonly written: BundleFile; readonly original: UnpackedBundle }
}

const test = base.extend<Fixtures, WorkerFixtures>({
  browserOfTheReader: [
    async ({}, use) => {
      const browser = await launchChromium()
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  bundle: [
    async ({}, use) => {
      const made = await madeContents(examplePieces)
      const written = await bundleFile(made, {
        extraFiles: [reportFile(made.contents)],
      })
      await use({ made, written, original: UnpackedBundle.unpack(written.file) })
    },
    { scope: 'worker' },
  ],
  verifier: async ({ browserOfTheReader }, use) => {
    const verifier = await VerifyPage.open(browserOfTheReader)
    await use(verifier)
    expect(verifier.asked, 'the page asks the network for nothing').toEqual([])
    expect(verifier.complaints, 'nothing breaks, and nothing is refused by the policy').toEqual([])
    await verifier.page.context().close()
  },
})

const strangers = deviceKeyOf(generateKeyPairSync('ed25519').privateKey)

/** What `fieldseal verify` finds. */
const byNode = async (file: string): Promise<BundleReport> => {
  const opened = await openBundle(file)
  if (!opened.ok) throw new Error(opened.error)
  try {
    return await verifyBundle(opened.value.source, { createHasher: nodeHasher })
  } finally {
    await opened.value.close()
  }
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Files in the order of a folder, which a browser and Node may give differently, must not matter. */
const sorted = (findings: readonly unknown[]): string[] => findings.map((finding) => JSON.stringify(finding)).sort()

test.describe('verify.html', () => {
  // Each test has a page of its own, and together they take longer than any other file.
  test.describe.configure({ mode: 'parallel' })

  test('an untouched bundle passes, as a ZIP file and unpacked; the fingerprint is for the reader to compare', async ({
    verifier,
    bundle,
  }) => {
    for (const [kind, file] of [
      ['archive', bundle.written.file],
      ['folder', bundle.original.dir],
    ] as const) {
      await verifier.check(kind, file)
      expect(await verifier.verdict()).toBe('unconfirmed')
      for (const check of [
        'container',
        'files',
        'signature',
        'entries',
        'chain',
        'checkpoints',
        'proofs',
        'evidence',
        'disclosures',
        'facts',
      ])
        expect(await verifier.stateOf(check), check).toBe('ok')
      expect(await verifier.stateOf('key')).toBe('open')
      await expect(verifier.page.getByText(sshFingerprint(bundle.made.key.spki))).toBeVisible()
      expect(sorted(await verifier.findings())).toEqual(sorted(plain((await byNode(file)).findings) as unknown[]))
    }
  })

  test('a case that two devices worked on apart passes, with what the hub vouches for; its order changed, the page names what the command names', async ({
    verifier,
  }) => {
    const contested = await contestedCase()
    const exported = await exportedFrom(contested.b, contested.field, contested.caseId)
    await contested.field.remove()
    const { file } = await bundleFile(exported)
    await verifier.check('archive', file)
    expect(await verifier.verdict()).toBe('unconfirmed')
    await expect(verifier.page.locator('[data-check=checkpoints]')).toContainText(
      'last witnessed by the hub: 5 of 6 entries',
    )
    await expect(verifier.page.getByText('1, 1 not settled')).toBeVisible()
    expect(sorted(await verifier.findings())).toEqual(sorted(plain((await byNode(file)).findings) as unknown[]))
    const altered = UnpackedBundle.unpack(file)
    altered.edit('data/hub/order.json', (text) => text.replace(/ {4}3,\n {4}4,/, '    4,\n    3,'))
    altered.sign(exported.key)
    await verifier.check('folder', altered.dir)
    expect(await verifier.verdict()).toBe('faults')
    expect(await verifier.stateOf('checkpoints')).toBe('fault')
    expect(sorted(await verifier.findings())).toEqual(sorted(plain((await byNode(altered.dir)).findings) as unknown[]))
  })

  test('a fingerprint is compared as it is typed: the right one in both forms, another one, and what is none', async ({
    verifier,
    bundle,
  }) => {
    await verifier.check('archive', bundle.written.file)
    const field = verifier.page.getByLabel('Fingerprint that you got by another way')
    for (const right of [
      bundle.made.key.kid,
      `  ${sshFingerprint(bundle.made.key.spki)}\n`,
      `256 ${sshFingerprint(bundle.made.key.spki)} device (ED25519)`,
    ]) {
      await field.fill(right)
      expect(await verifier.verdict()).toBe('confirmed')
      expect(await verifier.stateOf('key')).toBe('ok')
    }
    for (const wrong of [strangers.kid, sshFingerprint(strangers.spki)]) {
      await field.fill(wrong)
      expect(await verifier.verdict()).toBe('other_key')
      expect(await verifier.stateOf('key')).toBe('fault')
    }
    await field.fill('SHA256:too-short')
    expect(await verifier.verdict()).toBe('unconfirmed')
    await expect(verifier.page.getByText('This is no fingerprint, and it was compared with nothing.')).toBeVisible()
    await field.fill(`${bundle.made.key.kid} ${strangers.kid}`)
    expect(await verifier.verdict()).toBe('unconfirmed')
    expect(await verifier.stateOf('key')).toBe('open')
    await expect(verifier.page.getByText('Not all of these are fingerprints')).toBeVisible()
  })

  test('the mutation matrix, what only the entries speak against: the very findings of fieldseal verify', async ({
    verifier,
    bundle,
  }) => {
    test.setTimeout(400_000)
    for (const { code, what, alter } of someOf(
      createAlterations(() => ({ ...bundle, strangers })),
      6,
    )) {
      const altered = bundle.original.copy()
      alter(altered)
      altered.sign(bundle.made.key)
      await verifier.check('folder', altered.dir)
      expect(await verifier.verdict(), what).toBe('faults')
      await expect(verifier.page.locator(`.group[data-code=${code}]`), what).toBeVisible()
      expect(sorted(await verifier.findings()), what).toEqual(
        sorted(plain((await byNode(altered.dir)).findings) as unknown[]),
      )
    }
  })

  test('B-111: papers that their exporter altered and signed anew are named, as fieldseal verify names them', async ({
    verifier,
    bundle,
  }) => {
    const changes: Readonly<Record<string, (text: string) => string>> = {
      'VERIFY.txt': (text) => text.replace('You need none', 'You need some'),
      'data/report.html': (text) => text.replaceAll('EX-1', 'EX-9'),
      'data/case.jsonld': (text) => text.replaceAll('EX-1', 'EX-9'),
    }
    for (const [file, change] of Object.entries(changes)) {
      const altered = bundle.original.copy()
      altered.edit(file, change)
      altered.sign(bundle.made.key)
      await verifier.check('folder', altered.dir)
      expect(await verifier.verdict(), file).toBe('faults')
      await expect(verifier.page.locator('.group[data-code=paper_differs]'), file).toBeVisible()
      expect(sorted(await verifier.findings()), file).toEqual(
        sorted(plain((await byNode(altered.dir)).findings) as unknown[]),
      )
      altered.discard()
    }
  })

  test('the mutation matrix, a file of each kind: changed, removed, renamed and added, the very findings of fieldseal verify', async ({
    verifier,
    bundle,
  }) => {
    test.setTimeout(400_000)
    const kinds = new Map(
      bundle.original.files().map((file) => [file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : file, file]),
    )
    const changes: readonly ((altered: UnpackedBundle, file: string) => void)[] = [
      (altered, file) => altered.flip(file),
      (altered, file) => altered.remove(file),
      (altered, file) => altered.rename(file, `${file}.bak`),
      (altered, file) =>
        altered.write(path.posix.join(path.posix.dirname(file), 'added.txt'), 'nobody signed for this'),
    ]
    const mutations = [...kinds.values()].flatMap((file) => changes.map((change, n) => ({ file, change, n })))
    for (const { file, change, n } of someOf(mutations, 5)) {
      const altered = bundle.original.copy()
      change(altered, file)
      await verifier.check('folder', altered.dir)
      expect(await verifier.verdict(), `${n} ${file}`).toBe('faults')
      expect(sorted(await verifier.findings()), `${n} ${file}`).toEqual(
        sorted(plain((await byNode(altered.dir)).findings) as unknown[]),
      )
    }
  })

  test('a ZIP file that is hostile, cut off, damaged or none: findings as those of fieldseal verify, and no word of what was not checked', async ({
    verifier,
    bundle,
  }) => {
    const whole = readFileSync(bundle.written.file)
    const at = whole.indexOf('PK\u0001\u0002')
    const hello = Buffer.from('hello')
    const bagit = {
      name: 'CASE/bagit.txt',
      data: Buffer.from('BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n'),
    }
    const listed = { name: 'CASE/manifest-sha256.txt', data: Buffer.from(`${'0'.repeat(64)}  data/a\n`) }
    const damaged: Readonly<Record<string, Uint8Array>> = {
      'cut-off.zip': whole.subarray(0, whole.length - 2000),
      'half.zip': whole.subarray(0, whole.length / 2),
      'trailing.zip': Buffer.concat([whole, Buffer.from('more')]),
      'leading.zip': Buffer.concat([Buffer.from('more'), whole]),
      'directory.zip': Buffer.concat([whole.subarray(0, at), Buffer.from('PK\u0001\u0003'), whole.subarray(at + 4)]),
      'data.zip': Buffer.from(whole.map((byte, index) => (index >= 4000 && index < 4010 ? byte ^ 0xff : byte))),
      'bomb.zip': rawZip([
        bagit,
        listed,
        { name: 'CASE/data/a', data: Buffer.alloc(50_000_000), deflate: true, size: 10_000, localSize: 10_000 },
      ]),
      'hidden.zip': rawZip([
        bagit,
        listed,
        {
          name: 'CASE/data/a',
          data: Buffer.concat([deflateRawSync(hello), Buffer.from('hidden')]),
          method: 8,
          size: 5,
          localSize: 5,
          crc: crc32(hello),
        },
      ]),
      'slip.zip': rawZip([bagit, { name: 'CASE/../../owned', data: hello }]),
      'twice.zip': rawZip([bagit, { name: 'CASE/data/a', data: hello }, { name: 'CASE/data/A', data: hello }]),
      'link.zip': rawZip([bagit, { name: 'CASE/link', data: Buffer.from('/etc/passwd'), mode: 0o120777 }]),
      'other-name.zip': rawZip([bagit, { name: 'CASE/a', localName: 'CASE/b', data: hello }]),
      'zip64.zip': rawZip([bagit], { zip64Offset: 0xffff_ffff_ffff_ffffn }),
      'empty.zip': Buffer.alloc(0),
      'picture.zip': Buffer.from('\u0089PNG\r\n'),
    }
    for (const [name, bytes] of Object.entries(damaged)) {
      const file = path.join(bundle.written.folder, name)
      writeFileSync(file, bytes)
      await verifier.check('archive', file)
      expect(await verifier.verdict(), name).toMatch(/^(?:faults|no_bundle)$/)
      const codes = async (): Promise<string[]> =>
        sorted(
          (await verifier.findings()).map(
            (finding) =>
              (finding as { code: string; file: string | null }).code +
              String((finding as { file: string | null }).file),
          ),
        )
      expect(await codes(), name).toEqual(
        sorted((await byNode(file)).findings.map((finding) => finding.code + String(finding.file))),
      )
    }
    await verifier.check('archive', path.join(bundle.written.folder, 'picture.zip'))
    expect(await verifier.verdict()).toBe('no_bundle')
    expect(await verifier.page.locator('.checks [data-state=ok]').count()).toBe(0)
  })

  test('what a hostile bundle says is only ever text', async ({ verifier, bundle }) => {
    const altered = bundle.original.copy()
    const markup = '<img src=x onerror=\\"document.title=1\\"><script>document.title=1</script>'
    altered.edit('data/case.json', (text) =>
      text
        .replace('"title": "Mule account network', `"title": "${markup}`)
        .replace('"name": "Transfers März.csv"', `"name": "${markup}"`),
    )
    altered.write('data/<b>bold<b>.html', '<script>parent.document.title=1</script>')
    await verifier.check('folder', altered.dir)
    await expect(verifier.page.getByText('<script>document.title=1</script>').first()).toBeVisible()
    await expect(verifier.page).toHaveTitle(/^Faults found/)
    expect(await verifier.page.locator('main img, main script, main b').count()).toBe(0)
  })

  test('an encrypted bundle is not opened, and the page says how it is', async ({ verifier, bundle }) => {
    const file = path.join(bundle.written.folder, 'bundle.zip.age')
    writeFileSync(file, 'age-encryption.org/v1\n-> X25519 x\n')
    await verifier.give('archive', file)
    await expect(verifier.page.getByRole('alert')).toContainText(
      'age --decrypt -i YOUR-KEY.txt -o bundle.zip bundle.zip.age',
    )
    // The name does not decide: what was renamed is still encrypted.
    copyFileSync(file, `${file}.zip`)
    await verifier.give('archive', `${file}.zip`)
    await expect(verifier.page.getByRole('alert')).toContainText('encrypted for a recipient')
  })

  test('a check can be cancelled, and begun again', async ({ verifier, bundle }) => {
    const large = path.join(bundle.written.folder, 'large.zip')
    writeFileSync(large, Buffer.alloc(0))
    await verifier.page.evaluate(() => {
      // A worker that never answers stands for a bundle that takes long.
      Worker.prototype.postMessage = () => undefined
    })
    await verifier.give('archive', large)
    await expect(verifier.page.getByRole('heading', { name: 'Checking' })).toBeFocused()
    await verifier.page.getByRole('button', { name: 'Cancel' }).click()
    await expect(verifier.page.getByRole('button', { name: 'Choose ZIP file' })).toBeVisible()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing, in the ${colorScheme}, before, after, with faults and on a narrow screen`, async ({
      browserOfTheReader,
      bundle,
    }) => {
      const verifier = await VerifyPage.open(browserOfTheReader, { colorScheme })
      const expectAccessible = async (where: string): Promise<void> => {
        expect(await axeFaults(verifier.page.mainFrame()), where).toEqual([])
      }
      await expectAccessible('start')
      await verifier.check('archive', bundle.written.file)
      await expectAccessible('intact')
      const altered = bundle.original.copy()
      altered.flip('data/report.html')
      await verifier.check('folder', altered.dir)
      await expectAccessible('faults')
      await verifier.page.setViewportSize({ width: 390, height: 800 })
      await expectAccessible('narrow')
      expect(await verifier.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await verifier.page.context().close()
    })
  }

  test('it is one file, which asks for no other and allows none; and it is what an export puts into a bundle', async () => {
    const html = readFileSync(inRoot('dist/service/verify.html'), 'utf8')
    expect(Buffer.from(await verifyPage()).toString('utf8')).toBe(html)
    expect(html.length).toBeLessThan(540_000)
    expect(html).toMatch(
      /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; worker-src blob:; img-src data:; connect-src 'none'; base-uri 'none'; form-action 'none'">/,
    )
    expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<style>'))
    expect(html.match(/<script/g)).toHaveLength(1)
  })
})
