import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyBundle } from '../../../main/bundle/check/verify-bundle.ts'
import type { BundleReport } from '../../../main/bundle/check/verify-bundle.ts'
import type { BundleContents } from '../../../main/bundle/contents.ts'
import { nodeHasher } from '../../../main/bundle/read/node-hasher.ts'
import { openBundle } from '../../../main/bundle/read/open-bundle.ts'
import { openBagFolder } from '../../../main/bundle/read/folder-source.ts'
import type { DeviceKey } from '../../../main/platform/key-files.ts'
import { reportFile } from '../../support/bundle-papers.ts'
import { bundleFile, madeContents } from '../../support/case-bundle.ts'
import { alterArchive } from '../../support/drawn-archives.ts'
import { alterFile, drawBy } from '../../support/drawn-files.ts'
import type { Draw } from '../../support/drawn-files.ts'
import { byHub, bySealing } from '../../support/drawn-seals.ts'
import { giveLog } from '../../support/log-bundle.ts'
import { startPageWorker } from '../../support/page-worker.ts'
import type { PageWorker } from '../../support/page-worker.ts'
import { seededRandom } from '../../support/random.ts'
import { seedOfRun } from '../../support/seed-of-run.ts'
import { contestedCase, exportedFrom } from '../../support/synced-bundle.ts'
import type { ContestedCase } from '../../support/synced-bundle.ts'
import { tries } from '../../support/tries.ts'
import { linuxSteps, shell, UnpackedBundle } from '../../support/unpacked-bundle.ts'
import { makeDevice } from '../../unit/seal/support.ts'
import { examplePieces } from './pieces.ts'

/** A bundle that is altered. */
interface Base {
  readonly contents: BundleContents
  readonly key: DeviceKey
  readonly file: string
  readonly original: UnpackedBundle
  /** What the steps by hand say of it, unpacked and as an archive. */
  readonly said: { readonly bundle: () => string; readonly archive: () => string }
}

let alone: Base
let shared: Base
let made: ContestedCase
let page: PageWorker
let work: string

/** Computes at the first call. */
const once = (compute: () => string): (() => string) => {
  let known: string | null = null
  return () => (known ??= compute())
}

const baseOf = async (contents: BundleContents, key: DeviceKey): Promise<Base> => {
  const { file } = await bundleFile({ contents, key }, { extraFiles: [reportFile(contents)] })
  const original = UnpackedBundle.unpack(file)
  const steps = linuxSteps(original.text('VERIFY.txt'))
  const said = {
    bundle: once(() => saidOf(original.dir, steps)),
    archive: once(() => saidOfArchive(file, path.basename(original.dir), steps)),
  }
  return { contents, key, file, original, said }
}

beforeAll(async () => {
  page = await startPageWorker()
  work = mkdtempSync(path.join(tmpdir(), 'fieldseal-drawn-'))
  const one = await madeContents(examplePieces)
  alone = await baseOf(one.contents, one.key)
  made = await contestedCase()
  const { a, b, field, uid, caseId } = made
  const witness = { ...makeDevice(51), name: 'witness.example/known' }
  await a.workspace.sync.settings.trustWitness(witness, 1)
  const seconds = Math.ceil(Math.max(a.clock.nowMs(), b.clock.nowMs()) / 1_000) + 10
  await giveLog(field, a, uid, [witness], seconds, null)
  const other = await exportedFrom(a, field, caseId)
  shared = await baseOf(other.contents, other.key)
}, 600_000)

afterAll(async () => {
  await page.close()
  for (const { original } of [alone, shared]) original.discard()
  rmSync(work, { recursive: true })
  await made.field.remove()
})

/** An altered bundle: unpacked, or as an archive. */
type Altered = { readonly what: string } & (
  | { readonly bundle: UnpackedBundle; readonly archive: null }
  | { readonly bundle: null; readonly archive: string }
)

/** Whose key whoever alters a bundle has. */
const holders = ['nobody', 'exporter', 'device', 'hub'] as const
type Holder = (typeof holders)[number]

const written = async (what: string, contents: BundleContents, { key }: Base): Promise<Altered> => {
  const { file } = await bundleFile({ contents, key }, { extraFiles: [reportFile(contents)] })
  return { what, bundle: UnpackedBundle.unpack(file), archive: null }
}

/** Whether anything is left of an alteration: who signs a bundle makes lists and sizes fit again. */
const isOther = (bundle: UnpackedBundle, original: UnpackedBundle): boolean =>
  bundle.files().join('\n') !== original.files().join('\n') ||
  bundle.files().some((file) => bundle.isLink(file) || !bundle.bytes(file).equals(original.bytes(file)))

const alter: Readonly<Record<Holder, (base: Base, draw: Draw) => Promise<Altered> | Altered>> = {
  nobody: (base, draw) => {
    if (draw.below(3) > 0) {
      const bundle = base.original.copy()
      return { what: alterFile(bundle, draw, false), bundle, archive: null }
    }
    const archive = path.join(work, 'altered.zip')
    const { bytes, what } = alterArchive(readFileSync(base.file), draw)
    writeFileSync(archive, bytes)
    return { what, bundle: null, archive }
  },
  exporter: (base, draw) => {
    for (;;) {
      const bundle = base.original.copy()
      const what = alterFile(bundle, draw, true)
      bundle.sign(base.key)
      if (isOther(bundle, base.original)) return { what, bundle, archive: null }
      bundle.discard()
    }
  },
  device: (base, draw) => {
    const { contents, what } = bySealing(base.contents, base.key, draw)
    return written(what, contents, base)
  },
  hub: (base, draw) => {
    const { contents, what } = byHub(base.contents, made.field.order.key, draw)
    return written(what, contents, base)
  },
}

const byProgram = async ({ bundle, archive }: Altered): Promise<BundleReport> => {
  if (bundle !== null) return await verifyBundle(await openBagFolder(bundle.dir), { createHasher: nodeHasher })
  const opened = await openBundle(archive)
  if (!opened.ok) throw new Error(opened.error)
  const report = await verifyBundle(opened.value.source, { createHasher: nodeHasher })
  await opened.value.close()
  return report
}

const byPage = ({ bundle, archive }: Altered): Promise<BundleReport> =>
  bundle === null ? page.archive(archive) : page.folder(bundle)

const trouble =
  /\b(?:NOT|NOTHING|NEVER|ANOTHER|REVOKED|FAILED|NAMES|TWICE|LINK|NO PART)\b|No such file|rror|^[<>] |^caution|skipping|warning/m

/** What the steps of an untouched VERIFY.txt say in an unpacked bundle. */
const saidOf = (dir: string, steps: readonly string[]): string =>
  shell(['work=$(mktemp -d)', ...steps.slice(1)].join('\n'), dir).output

/** What they say of an archive, which is unpacked as a person does who wants all of it. */
const saidOfArchive = (file: string, name: string, steps: readonly string[]): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-by-hand-'))
  copyFileSync(file, path.join(folder, `${name}.zip`))
  const { output } = shell([`unzip -qo ${name}.zip`, ...steps].join('\n'), folder)
  rmSync(folder, { recursive: true })
  return output
}

const marks = (text: string): number => text.match(/: OK\b|^Good |Verified Successfully|^No errors/gm)?.length ?? 0

/** Whether by hand nothing speaks of trouble, and every mark is there that the untouched bundle has. */
const byHand = ({ bundle, archive }: Altered, { original, said }: Base): boolean => {
  const steps = linuxSteps(original.text('VERIFY.txt'))
  const [before, now] =
    bundle === null
      ? [said.archive(), saidOfArchive(archive, path.basename(original.dir), steps)]
      : [said.bundle(), saidOf(bundle.dir, steps)]
  return !trouble.test(now) && marks(now) >= marks(before)
}

/** What people and programs read in a bundle; all else serves to check it. */
const isRead = (file: string): boolean =>
  /^(?:VERIFY\.txt$|data\/(?:case\.|report\.|evidence\/|entries\/|disclosures\/|workspace-))|(?:^|\/)(?:\._)?(?:report|case)\.\w+$/i.test(
    file,
  )

/** The files that a reader of the altered bundle sees and that nobody sealed so. */
const wrongIn = (bundle: UnpackedBundle, original: UnpackedBundle): string[] =>
  bundle
    .files()
    .filter((file) => isRead(file) && !(original.has(file) && original.bytes(file).equals(bundle.bytes(file))))

/** The documents that a reader of the altered bundle misses, although no bundle is without them. */
const missingIn = (bundle: UnpackedBundle, original: UnpackedBundle): string[] =>
  original
    .files()
    .filter((file) => /^(?:VERIFY\.txt$|data\/(?:case\.|evidence\/|entries\/))/.test(file) && !bundle.has(file))

const sorted = ({ findings }: BundleReport): string[] => findings.map((finding) => JSON.stringify(finding)).sort()

/** Of whom how many are drawn. */
const shares: readonly Holder[] = [
  'nobody',
  'nobody',
  'nobody',
  'exporter',
  'exporter',
  'exporter',
  'exporter',
  'device',
  'hub',
]

/**
 * Whether a reader is deceived: a bundle that is called intact, and what is read in it is another; by who can seal, one
 * that is called intact to its end.
 */
const isWrong = (holder: Holder, { bundle }: Altered, base: Base, report: BundleReport): boolean => {
  if (holder === 'device' || holder === 'hub') return report.conclusion === 'intact_to_the_end'
  if (report.verdict !== 'intact') return false
  return bundle === null || wrongIn(bundle, base.original).length > 0 || missingIn(bundle, base.original).length > 0
}

/** Chooses so many of `count`, evenly. */
const oneIn =
  (count: number, chosen: number): ((n: number) => boolean) =>
  (n) =>
    Math.floor(((n + 1) * chosen) / count) > Math.floor((n * chosen) / count)

const handWords = (passes: boolean | null): string => {
  if (passes === null) return ''
  return passes ? 'passes' : 'trouble'
}

const tableHead = '| | key of | altered | fieldseal verify | verify.html | by hand |\n|---|---|---|---|---|---|'

/** What each way says of an alteration, as a line more in the file that `FIELDSEAL_DRAWN_TABLE` names. */
const tell = (row: string): void => {
  const file = process.env['FIELDSEAL_DRAWN_TABLE']
  if (file !== undefined) appendFileSync(file, `${row}\n`)
}

describe('The mutation kit: alterations that are drawn', () => {
  test('untouched, both bundles pass, and the page and the command say the same', async () => {
    for (const base of [alone, shared]) {
      const untouched: Altered = { what: '', bundle: base.original, archive: null }
      const report = await byProgram(untouched)
      expect(report.verdict).toBe('intact')
      if (base === shared) expect(sorted(await page.archive(base.file))).toEqual(sorted(report))
    }
  })

  test('B-80: none gives a reader a wrong document and is intact; the page and the command find the same', async () => {
    const count = tries('FIELDSEAL_DRAWN', { everyday: 9, full: 500 })
    const onPage = oneIn(count, tries('FIELDSEAL_DRAWN_BY_PAGE', { everyday: 3, full: 200 }))
    const hand = oneIn(count, tries('FIELDSEAL_DRAWN_BY_HAND', { everyday: 0, full: 25 }))
    const draw = drawBy(seededRandom(seedOfRun()))
    tell(tableHead)
    const through: string[] = []
    const apart: string[] = []
    for (let n = 0; n < count; n += 1) {
      const holder = shares[n % shares.length] as Holder
      const base = holder === 'device' || holder === 'hub' || draw.below(4) > 0 ? shared : alone
      const altered = await alter[holder](base, draw)
      const name = `${n} | ${holder} | ${altered.what}`
      const program = await byProgram(altered)
      const shown = onPage(n) ? await byPage(altered) : null
      // A browser does not tell a page that a file is a link (B-72).
      const isHidden = altered.bundle?.files().some((file) => altered.bundle?.isLink(file)) === true
      if (shown !== null && !isHidden && JSON.stringify(sorted(program)) !== JSON.stringify(sorted(shown)))
        apart.push(name)
      const passes = hand(n) ? byHand(altered, base) : null
      for (const report of [program, shown])
        if (report !== null && isWrong(holder, altered, base, report)) through.push(name)
      tell(`| ${name} | ${program.conclusion} | ${shown?.conclusion ?? ''} | ${handWords(passes)} |`)
      altered.bundle?.discard()
    }
    expect({ through, apart }).toEqual({ through: [], apart: [] })
  }, 7_200_000)
})
