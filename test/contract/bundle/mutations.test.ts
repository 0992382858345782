import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceKeyOf } from '../../../main/platform/key-files.ts'
import { allowedSigners, sshFingerprint } from '../../../main/bundle/format/sshsig.ts'
import type { FindingCode } from '../../../shared/schema/findings.ts'
import { createAlterations, verifySteps } from '../../support/bundle-alterations.ts'
import { appleDouble } from '../../support/apple-double.ts'
import { reportFile } from '../../support/bundle-papers.ts'
import { bundleFile, madeContents, type MadeContents } from '../../support/case-bundle.ts'
import { someOf } from '../../support/tries.ts'
import { faultCodes, linuxSteps, shell, UnpackedBundle } from '../../support/unpacked-bundle.ts'
import { examplePieces } from './pieces.ts'

const { manifests, listOfFiles, signature, oneKey, keyFiles, entries, enrolment, evidence, checkpoint } = verifySteps

/** What a step says where all is well, a line each. */
const passes: Readonly<Record<number, readonly RegExp[]>> = {
  [manifests]: [/^files beside the payload: OK$/m, /^payload: OK$/m],
  [listOfFiles]: [/^no file added: OK$/m],
  [signature]: [/^Good "fieldseal-bundle@fieldseal\.example" signature/m],
  [oneKey]: [/^key id: OK$/m, /^one key: OK$/m],
  [keyFiles]: [/^keys: OK$/m],
  [entries]: [/^entries and disclosed values: OK$/m],
  [enrolment]: [/^enrolment and steps of each device: OK$/m],
  [evidence]: [/^evidence: OK$/m],
  [checkpoint]: [/^Signature Verified Successfully$/m, /^number of entries: OK$/m],
}

const everyStep = [manifests, listOfFiles, signature, oneKey, keyFiles, entries, enrolment, evidence, checkpoint]

let made: MadeContents
let original: UnpackedBundle
let verifyText: string
/** What the steps have left that passed on the untouched bundle. */
let work: string
let untouched: string

beforeAll(async () => {
  made = await madeContents(examplePieces)
  const { file } = await bundleFile(made, {
    extraFiles: [reportFile(made.contents)],
  })
  original = UnpackedBundle.unpack(file)
  verifyText = original.text('VERIFY.txt')
  work = mkdtempSync(path.join(tmpdir(), 'fieldseal-work-'))
  const commands = linuxSteps(verifyText)
  untouched = shell(
    [`work=${work}`, ...everyStep.map((step) => commands[step - 1] ?? 'false')].join('\n'),
    original.dir,
  ).output
}, 600_000)

afterAll(() => {
  original.discard()
  rmSync(work, { recursive: true })
})

const strangers = deviceKeyOf(generateKeyPairSync('ed25519').privateKey)

const says = (output: string, step: number): boolean => (passes[step] ?? []).every((mark) => mark.test(output))

const isEntry = (file: string): boolean => /^data\/(?:workspace-)?entries\//.test(file)
const isUnchanged = (bundle: UnpackedBundle, file: string): boolean =>
  bundle.has(file) && original.has(file) && bundle.bytes(file).equals(original.bytes(file))
const disclosuresOf = (file: string): string =>
  file.replace('data/entries/', 'data/disclosures/').replace('.dsse.json', '.txt')

/**
 * A copy without the entries that are as they were, but for one of each kind. The step of the entries looks at one
 * after the other, and what it says of those is what it said of the untouched bundle.
 */
const withChangedEntries = (bundle: UnpackedBundle): UnpackedBundle => {
  const copy = bundle.copy()
  const kept = ['data/entries/000000.dsse.json', 'data/workspace-entries/000000.dsse.json']
  for (const file of copy.files().filter((name) => isEntry(name) && !kept.includes(name))) {
    const shown = disclosuresOf(file)
    const same = isUnchanged(copy, file) && (isUnchanged(copy, shown) || (!copy.has(shown) && !original.has(shown)))
    if (same) copy.remove(file)
  }
  return copy
}

/** What the step of the entries has left of each in a folder, by the entry's file. */
const linesIn = (folder: string): Map<string, string> =>
  new Map(
    readFileSync(path.join(folder, 'all'), 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [[(JSON.parse(line) as { file: string }).file, `${line}\n`]])),
  )

/**
 * A folder as the steps up to that of the entries leave it: of the entries that are as they were, what they left of the
 * untouched bundle.
 */
const workOf = (bundle: UnpackedBundle): string => {
  const narrowed = withChangedEntries(bundle)
  const folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-work-'))
  const commands = linuxSteps(verifyText)
  shell(
    [`work=${folder}`, ...[keyFiles, entries].map((step) => commands[step - 1] ?? 'false')].join('\n'),
    narrowed.dir,
  )
  const [before, now] = [linesIn(work), linesIn(folder)]
  writeFileSync(
    path.join(folder, 'all'),
    bundle
      .files()
      .filter(isEntry)
      .map((file) => (narrowed.has(file) ? now : before).get(file) ?? '')
      .join(''),
  )
  narrowed.discard()
  return folder
}

/** Whether a step of VERIFY.txt passes on an altered bundle. */
const passed = (bundle: UnpackedBundle, step: number): boolean => {
  if (step === checkpoint) return says(bundle.byHand(verifyText, [oneKey, checkpoint]).output, step)
  if (step === evidence) {
    // What the step of the entries leaves for this one is at hand, from the same entries.
    expect(bundle.files().filter(isEntry)).toEqual(original.files().filter(isEntry))
    expect(bundle.files().filter((file) => isEntry(file) && !isUnchanged(bundle, file))).toEqual([])
    return says(bundle.byHand(verifyText, [evidence], work).output, step)
  }
  if (step === enrolment) {
    const left = workOf(bundle)
    const { output } = bundle.byHand(verifyText, [enrolment], left)
    rmSync(left, { recursive: true })
    return says(output, step)
  }
  if (step !== entries) return says(bundle.byHand(verifyText, [step]).output, step)
  const narrowed = withChangedEntries(bundle)
  const { output } = narrowed.byHand(verifyText, [keyFiles, step])
  narrowed.discard()
  return says(output, step)
}

/** What is like a file: what lies in its folder. Each file at the top is of its own kind. */
const kindOf = (file: string): string => (file.includes('/') ? path.dirname(file) : file)

const isSignatureFile = (file: string): boolean => file === 'tagmanifest-sha256.txt.sig'
const isTagManifest = (file: string): boolean => file === 'tagmanifest-sha256.txt'

describe('The mutation matrix: each file', { timeout: 300_000 }, () => {
  let bundle: UnpackedBundle
  beforeAll(() => {
    bundle = original.copy()
  })
  afterAll(() => bundle.discard())

  test('B-82: changed: fieldseal names the file, and sha256sum or ssh-keygen fails', async () => {
    for (const file of someOf(original.files(), 12, kindOf)) {
      // An empty file has no bit to flip.
      if (bundle.bytes(file).length === 0) bundle.write(file, 'x')
      else bundle.flip(file)
      const report = await bundle.verify()
      const code = isSignatureFile(file) || isTagManifest(file) ? 'bundle_signature_invalid' : 'bundle_file_altered'
      expect(
        report.findings.filter((finding) => finding.code === code).map((finding) => finding.file),
        file,
      ).toContain(isTagManifest(file) ? 'tagmanifest-sha256.txt.sig' : file)
      expect(report.verdict).toBe('faults_found')
      expect(passed(bundle, isSignatureFile(file) || isTagManifest(file) ? signature : manifests), file).toBe(false)
      bundle.write(file, original.bytes(file))
    }
  })

  test('B-83: removed: fieldseal names the file, and sha256sum or ssh-keygen fails', async () => {
    for (const file of someOf(original.files(), 12, kindOf)) {
      bundle.remove(file)
      const report = await bundle.verify()
      const code = isSignatureFile(file) ? 'bundle_signature_invalid' : 'bundle_file_missing'
      expect(
        report.findings.filter((finding) => finding.code === code).map((finding) => finding.file),
        file,
      ).toContain(file)
      expect(passed(bundle, isSignatureFile(file) || isTagManifest(file) ? signature : manifests), file).toBe(false)
      bundle.write(file, original.bytes(file))
    }
  })

  test('B-83, B-84: renamed: fieldseal names the file that is missing and the one that is not listed', async () => {
    for (const file of someOf(original.files(), 12, kindOf)) {
      bundle.rename(file, `${file}.bak`)
      const found = (await bundle.verify()).findings.map(({ code, file: named }) => `${code} ${named ?? ''}`)
      expect(found, file).toContain(
        isSignatureFile(file) ? `bundle_signature_invalid ${file}` : `bundle_file_missing ${file}`,
      )
      expect(found, file).toContain(`bundle_file_added ${file}.bak`)
      bundle.rename(`${file}.bak`, file)
    }
  })

  test('B-74: what systems drop, and another normalisation, alters nothing; by hand it is named, and anything else is added', async () => {
    const copy = original.copy()
    const doubles = ['._bagit.txt', '__MACOSX/._x']
    const dropped = ['.DS_Store', 'data/evidence/.DS_Store', ...doubles, 'Thumbs.db', 'desktop.ini']
    for (const file of dropped) copy.write(file, doubles.includes(file) ? appleDouble : 'of a system')
    const accented = copy.files().find((file) => file.normalize('NFD') !== file) ?? ''
    copy.rename(accented, accented.normalize('NFD'))
    const report = await copy.verify()
    expect(faultCodes(report)).toEqual([])
    const told = (code: string) => report.findings.filter((finding) => finding.code === code).map(({ file }) => file)
    expect(told('system_file').sort()).toEqual(dropped.sort())
    expect(told('name_normalised')).toEqual([accented])
    copy.rename(accented.normalize('NFD'), accented)
    const byHand = copy.byHand(verifyText, [listOfFiles]).output
    for (const file of dropped) expect(byHand).toContain(`made by a system: ${file}`)
    expect(says(byHand, listOfFiles)).toBe(true)
    const planted = ['data/evidence/.hidden', '__MACOSX/report.html', '__MACOSX/._report.html', '._report.pdf']
    for (const file of planted) {
      copy.write(file, '<p>Certified by the court</p>')
      const found = (await copy.verify()).findings.map(({ code, file: named }) => `${code} ${named ?? ''}`)
      expect(found).toContain(`bundle_file_added ${file}`)
      expect(passed(copy, listOfFiles)).toBe(false)
      copy.remove(file)
    }
    expect(passed(copy, listOfFiles)).toBe(true)
    copy.discard()
  })

  test('by hand, a file that no bundle has is named, although the exporter has listed and signed it', () => {
    const copy = original.copy()
    for (const file of ['annex.html', 'data/annex.html', 'data/report.html.', 'data/entries/certified.html']) {
      copy.write(file, '<p>Certified by the court</p>')
      copy.sign(made.key)
      expect(passed(copy, signature)).toBe(true)
      expect(passed(copy, listOfFiles)).toBe(false)
      expect(copy.byHand(verifyText, [listOfFiles]).output).toContain(`${file}: NO PART OF A BUNDLE`)
      copy.remove(file)
    }
    copy.sign(made.key)
    expect(passed(copy, listOfFiles)).toBe(true)
    copy.discard()
  })

  test('by hand, a link in the place of a file is named, although what it leads to has the hash that is listed', async () => {
    const copy = original.copy()
    copy.replaceByLink('data/report.html', copy.bytes('data/report.html'))
    expect(faultCodes(await copy.verify())).toContain('bundle_malformed')
    expect(passed(copy, manifests)).toBe(true)
    expect(passed(copy, listOfFiles)).toBe(false)
    expect(copy.byHand(verifyText, [listOfFiles]).output).toContain('data/report.html: A LINK')
    copy.discard()
  })

  test('B-11, B-84: added, in every folder: fieldseal names it, sha256sum says nothing, and the comparison of the lists shows it', async () => {
    const folders = new Set(original.files().map((file) => file.slice(0, file.lastIndexOf('/') + 1)))
    expect(folders.size).toBeGreaterThan(8)
    for (const folder of folders) {
      bundle.write(`${folder}added.txt`, 'nobody signed for this')
      const report = await bundle.verify()
      expect(
        report.findings.filter(({ code }) => code === 'bundle_file_added').map(({ file }) => file),
        folder,
      ).toEqual([`${folder}added.txt`])
      expect(passed(bundle, manifests)).toBe(true)
      expect(passed(bundle, listOfFiles), folder).toBe(false)
      bundle.remove(`${folder}added.txt`)
    }
  })

  test('B-85: changed or added, and the manifests made to fit: the signature no longer holds, for fieldseal and for ssh-keygen', async () => {
    for (const alter of [
      (altered: UnpackedBundle) => altered.flip('data/report.html'),
      (altered: UnpackedBundle) => altered.write('data/evidence/planted.txt', 'x'),
    ]) {
      const altered = original.copy()
      alter(altered)
      altered.fit()
      expect(faultCodes(await altered.verify())).toContain('bundle_signature_invalid')
      expect([passed(altered, manifests), passed(altered, listOfFiles), passed(altered, signature)]).toEqual([
        true,
        true,
        false,
      ])
      altered.discard()
    }
  })
})

const alterations = createAlterations(() => ({ made, original, strangers }))

/** Which are looked at by hand too: some for each step that fails. */
const seenByHand = new Set(
  someOf(
    alterations.filter(({ fails }) => fails !== undefined),
    3,
    ({ fails }) => String(fails),
  ),
)

describe('The mutation matrix: what only the entries speak against', { timeout: 300_000 }, () => {
  test.for(alterations.map((alteration) => [alteration.code, alteration.what, alteration] as const))(
    '%s: %s',
    async ([code, , alteration]) => {
      const { alter, besides, fails } = alteration
      const bundle = original.copy()
      alter(bundle)
      bundle.sign(made.key)
      const report = await bundle.verify()
      const codes = faultCodes(report)
      expect(codes).toContain(code)
      expect(codes.filter((found) => found !== code && besides?.includes(found as FindingCode) !== true)).toEqual([])
      expect(report.verdict).toBe('faults_found')
      if (fails !== undefined && seenByHand.has(alteration)) expect(passed(bundle, fails)).toBe(false)
      bundle.discard()
    },
  )

  test('untouched, and signed once more by the same key, it is intact', async () => {
    const bundle = original.copy()
    bundle.sign(made.key)
    expect(faultCodes(await bundle.verify())).toEqual([])
    for (const step of everyStep)
      expect([passed(bundle, step), says(untouched, step)], String(step)).toEqual([true, true])
    bundle.discard()
  })
})

describe('The mutation matrix: another key', () => {
  test('B-21, B-86: a changed report, signed anew with another key: the key is not that of the export', async () => {
    const bundle = original.copy()
    bundle.edit('data/report.html', (text) => text.replace('Case report', 'Another report'))
    bundle.write('allowed_signers', allowedSigners(strangers.spki))
    bundle.sign(strangers)
    expect(faultCodes(await bundle.verify())).toEqual(['bundle_key_mismatch'])
    // By hand the files and the signature pass; that the key is another shows the comparison with the entries' key, and
    // the fingerprint.
    expect([
      passed(bundle, manifests),
      passed(bundle, listOfFiles),
      passed(bundle, signature),
      passed(bundle, oneKey),
    ]).toEqual([true, true, true, false])
    expect(bundle.byHand(verifyText, [signature]).output).toContain(sshFingerprint(strangers.spki))
    bundle.discard()
  })

  test('a signature that says another purpose does not count', async () => {
    const bundle = original.copy()
    bundle.edit('tagmanifest-sha256.txt.sig', (text) => text.replace('BEGIN SSH', 'BEGIN  SSH'))
    expect(faultCodes(await bundle.verify())).toEqual(['bundle_signature_invalid'])
    expect(passed(bundle, signature)).toBe(false)
    bundle.discard()
  })
})
