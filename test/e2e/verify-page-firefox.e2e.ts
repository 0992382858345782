import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test as base } from '@playwright/test'
import type { Page } from 'puppeteer-core'
import { inRoot } from '../../scripts/lib/paths.ts'
import { verifyBundle } from '../../main/bundle/check/verify-bundle.ts'
import { nodeHasher } from '../../main/bundle/read/node-hasher.ts'
import { openBundle } from '../../main/bundle/read/open-bundle.ts'
import { deviceKeyOf } from '../../main/platform/key-files.ts'
import { examplePieces } from '../contract/bundle/pieces.ts'
import { createAlterations } from '../support/bundle-alterations.ts'
import { reportFile } from '../support/bundle-papers.ts'
import { bundleFile, madeContents, type MadeContents } from '../support/case-bundle.ts'
import { hasFirefox, launchFirefox } from '../support/firefox.ts'
import { giveLog } from '../support/log-bundle.ts'
import { rawZip } from '../support/raw-zip.ts'
import { contestedCase, exportedFrom } from '../support/synced-bundle.ts'
import { makeAuthority } from '../support/timestamp-authority.ts'
import { someOf } from '../support/tries.ts'
import { UnpackedBundle } from '../support/unpacked-bundle.ts'
import { makeDevice } from '../unit/seal/support.ts'

/** The verifier page, open in Firefox from a file, as its reader has it. */
class VerifyPage {
  readonly #page: Page
  /** Addresses that the page asked for, besides itself and its own worker. */
  readonly asked: string[] = []
  /** What the browser complained about. */
  readonly complaints: string[] = []

  private constructor(page: Page) {
    this.#page = page
  }

  static async open(page: Page): Promise<VerifyPage> {
    const opened = new VerifyPage(page)
    const file = pathToFileURL(inRoot('dist/service/verify.html')).href
    page.on('request', (request) => {
      if (request.url() !== file && !/^(?:blob|data):/u.test(request.url())) opened.asked.push(request.url())
    })
    page.on('console', (message) => opened.complaints.push(message.text()))
    page.on('pageerror', (error) => opened.complaints.push(String(error)))
    await page.goto(file)
    // What the page would save is kept at hand; where Firefox puts a download is its own affair.
    await page.evaluate(() => {
      const make = URL.createObjectURL.bind(URL)
      URL.createObjectURL = (content) => {
        if (content instanceof Blob && content.type.includes('json'))
          void content.text().then((text) => document.body.setAttribute('data-saved', text))
        return make(content)
      }
    })
    return opened
  }

  /** Checks a bundle to its end; answers the verdict, and the findings by the file that the page saves. */
  async check(file: string): Promise<{ readonly verdict: string | null; readonly findings: readonly unknown[] }> {
    const again = await this.#page.$('aria/Check another bundle[role="button"]')
    await again?.click()
    const input = await this.#page.waitForSelector('input[data-pick=archive]')
    await input?.uploadFile(file)
    await this.#page.waitForSelector('body[data-state=result]', { timeout: 120_000 })
    const verdict = await this.#page.$eval('.banner', (banner) => banner.getAttribute('data-verdict'))
    await this.#page.evaluate(() => document.body.removeAttribute('data-saved'))
    await (await this.#page.waitForSelector('aria/Save findings[role="button"]'))?.click()
    const body = await this.#page.waitForSelector('body[data-saved]')
    const saved = await body?.evaluate((element) => element.getAttribute('data-saved'))
    return { verdict, findings: (JSON.parse(saved ?? '{}') as { findings: unknown[] }).findings }
  }
}

interface WorkerFixtures {
  readonly verifier: VerifyPage
  readonly folder: string
}

const test = base.extend<object, WorkerFixtures>({
  verifier: [
    async ({}, use) => {
      const browser = await launchFirefox()
      const verifier = await VerifyPage.open(await browser.newPage())
      await use(verifier)
      await browser.close()
      expect(verifier.asked, 'the page asks the network for nothing').toEqual([])
      expect(verifier.complaints, 'nothing breaks, and nothing is refused by the policy').toEqual([])
    },
    { scope: 'worker' },
  ],
  folder: [
    async ({}, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-firefox-'))
      await use(folder)
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
})

/** What `fieldseal verify` finds in an archive. */
const byNode = async (file: string): Promise<readonly string[]> => {
  const opened = await openBundle(file)
  if (!opened.ok) throw new Error(opened.error)
  try {
    return sorted((await verifyBundle(opened.value.source, { createHasher: nodeHasher })).findings)
  } finally {
    await opened.value.close()
  }
}

const sorted = (findings: readonly unknown[]): readonly string[] =>
  findings.map((finding) => JSON.stringify(finding)).sort()

/** The same bundle as an archive again. */
const zipped = (bundle: UnpackedBundle, file: string): string => {
  const top = path.basename(bundle.dir)
  writeFileSync(file, rawZip(bundle.files().map((name) => ({ name: `${top}/${name}`, data: bundle.bytes(name) }))))
  return file
}

test.describe('verify.html in Firefox', () => {
  test.skip(!hasFirefox, 'this machine has no Firefox: run scripts/desktop-deps.sh as root')

  test('bundles of every shape pass as fieldseal verify finds them: of a laptop alone, of two at a hub, cosigned and stamped', async ({
    verifier,
  }) => {
    const contested = await contestedCase()
    const authority = makeAuthority()
    try {
      const alone = await madeContents(examplePieces)
      const atHub = await exportedFrom(contested.b, contested.field, contested.caseId)
      const { a, field, uid, caseId } = contested
      const witness = { ...makeDevice(51), name: 'witness.example/known' }
      await a.workspace.sync.settings.trustWitness(witness, 1)
      const seconds = Math.ceil(Math.max(a.clock.nowMs(), contested.b.clock.nowMs()) / 1_000) + 10
      await giveLog(field, a, uid, [witness], seconds, authority)
      const logged = await exportedFrom(a, field, caseId)
      const shapes: readonly (readonly [string, Pick<MadeContents, 'contents' | 'key'>])[] = [
        ['alone', alone],
        ['at a hub', atHub],
        ['cosigned and stamped', logged],
      ]
      for (const [shape, made] of shapes) {
        const { file } = await bundleFile(made, { extraFiles: [reportFile(made.contents)] })
        const { verdict, findings } = await verifier.check(file)
        expect(verdict, shape).toBe('unconfirmed')
        expect(sorted(findings), shape).toEqual(await byNode(file))
      }
    } finally {
      authority.remove()
      await contested.field.remove()
    }
  })

  test('the mutation matrix: the very findings of fieldseal verify', async ({ verifier, folder }) => {
    const made = await madeContents(examplePieces)
    const { file } = await bundleFile(made, { extraFiles: [reportFile(made.contents)] })
    const original = UnpackedBundle.unpack(file)
    const strangers = deviceKeyOf(generateKeyPairSync('ed25519').privateKey)
    const again = zipped(original, path.join(folder, 'original.zip'))
    expect(await verifier.check(again)).toMatchObject({ verdict: 'unconfirmed' })
    for (const { what, alter } of someOf(
      createAlterations(() => ({ made, original, strangers })),
      8,
    )) {
      const altered = original.copy()
      alter(altered)
      altered.sign(made.key)
      const archive = zipped(altered, path.join(folder, 'altered.zip'))
      const { verdict, findings } = await verifier.check(archive)
      expect(verdict, what).toBe('faults')
      expect(sorted(findings), what).toEqual(await byNode(archive))
      altered.discard()
    }
    original.discard()
  })

  test('an archive that is cut off, grown or none is called so', async ({ verifier, folder }) => {
    const { file } = await bundleFile(await madeContents(examplePieces))
    const whole = readFileSync(file)
    const damaged: Readonly<Record<string, Uint8Array>> = {
      'cut-off.zip': whole.subarray(0, whole.length - 2_000),
      'trailing.zip': Buffer.concat([whole, Buffer.from('more')]),
      'data.zip': Buffer.from(whole.map((byte, index) => (index >= 4_000 && index < 4_010 ? byte ^ 0xff : byte))),
      'empty.zip': Buffer.alloc(0),
    }
    for (const [name, bytes] of Object.entries(damaged)) {
      const archive = path.join(folder, name)
      writeFileSync(archive, bytes)
      const { verdict, findings } = await verifier.check(archive)
      expect(verdict, name).toMatch(/^(?:faults|no_bundle)$/)
      expect(findings.map((finding) => (finding as { code: string }).code).sort(), name).toEqual(
        (await byNode(archive)).map((finding) => (JSON.parse(finding) as { code: string }).code).sort(),
      )
    }
  })
})
