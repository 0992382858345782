import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { StampCheck } from '../../main/bundle/check/hub-log.ts'
import { verifyBundle } from '../../main/bundle/check/verify-bundle.ts'
import type { BundleReport } from '../../main/bundle/check/verify-bundle.ts'
import type { BundleTrust } from '../../main/bundle/check/key-rules.ts'
import { manifestText } from '../../main/bundle/format/bagit-text.ts'
import { bundleNamespace, signSsh, type SshSigner } from '../../main/bundle/format/sshsig.ts'
import { comparePdf } from '../../main/bundle/read/report-pdf.ts'
import { openBagFolder } from '../../main/bundle/read/folder-source.ts'
import { nodeHasher } from '../../main/bundle/read/node-hasher.ts'

/** What a shell said. */
export interface Said {
  readonly code: number | null
  readonly output: string
}

/** Runs commands as a person would type them. */
export const shell = (commands: string, cwd: string): Said => {
  const run = spawnSync('sh', ['-c', commands], { cwd, encoding: 'utf8' })
  return { code: run.status, output: run.stdout + run.stderr }
}

const programs = ['unzip', 'sha256sum', 'openssl', 'ssh-keygen', 'jq']

/** Names what is missing of what a recipient is told to use. */
const requirePrograms = (): void => {
  const missing = programs.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0)
  if (missing.length > 0)
    throw new Error(`missing: ${missing.join(', ')}. Run scripts/desktop-deps.sh as root (Debian).`)
}

/** The commands of the Linux section of a VERIFY.txt, by step. */
export const linuxSteps = (verifyText: string): string[] => {
  const section = /^=== Linux ===$([\s\S]*?)^=== macOS ===$/m.exec(verifyText)?.[1] ?? ''
  const steps = section.split(/^\d+\. .*$/m).slice(1)
  return steps.map((step) =>
    step
      .split('\n')
      .flatMap((line) => (line.startsWith('    ') ? [line.slice(4)] : []))
      .join('\n'),
  )
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A bundle in a folder, for someone who alters it. */
export class UnpackedBundle {
  readonly dir: string

  private constructor(dir: string) {
    this.dir = dir
  }

  /** Unpacks a ZIP file with `unzip`; the top folder keeps its name. */
  static unpack(file: string): UnpackedBundle {
    requirePrograms()
    const folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-unpacked-'))
    const run = spawnSync('unzip', ['-q', file, '-d', folder], { encoding: 'utf8' })
    if (run.status !== 0) throw new Error(`unzip: ${run.stdout}${run.stderr}`)
    const [top = ''] = readdirSync(folder)
    return new UnpackedBundle(path.join(folder, top))
  }

  /** A copy to alter. */
  copy(): UnpackedBundle {
    const dir = path.join(mkdtempSync(path.join(tmpdir(), 'fieldseal-altered-')), path.basename(this.dir))
    cpSync(this.dir, dir, { recursive: true })
    return new UnpackedBundle(dir)
  }

  /** Every file, with `/` between the parts, sorted. */
  files(): string[] {
    const items = readdirSync(this.dir, { recursive: true, withFileTypes: true })
    return items
      .filter((item) => !item.isDirectory())
      .map((item) => path.relative(this.dir, path.join(item.parentPath, item.name)))
      .sort()
  }

  has(file: string): boolean {
    return existsSync(path.join(this.dir, file))
  }

  isLink(file: string): boolean {
    return lstatSync(path.join(this.dir, file)).isSymbolicLink()
  }

  bytes(file: string): Buffer {
    return readFileSync(path.join(this.dir, file))
  }

  text(file: string): string {
    return this.bytes(file).toString()
  }

  write(file: string, content: string | Uint8Array): void {
    mkdirSync(path.dirname(path.join(this.dir, file)), { recursive: true })
    writeFileSync(path.join(this.dir, file), content)
  }

  /** Changes a text; throws where that changes nothing. */
  edit(file: string, change: (text: string) => string): void {
    const before = this.text(file)
    const after = change(before)
    if (after === before) throw new Error(`nothing was altered in ${file}`)
    this.write(file, after)
  }

  remove(file: string): void {
    rmSync(path.join(this.dir, file))
  }

  /** Puts a link in the place of a file, to a file outside of the bundle that holds these bytes. */
  replaceByLink(file: string, content: Uint8Array): void {
    const outside = path.join(path.dirname(this.dir), `outside-${path.basename(file)}`)
    writeFileSync(outside, content)
    this.remove(file)
    symlinkSync(outside, path.join(this.dir, file))
  }

  rename(from: string, to: string): void {
    renameSync(path.join(this.dir, from), path.join(this.dir, to))
  }

  /** Flips one bit in the middle of a file. */
  flip(file: string): void {
    const bytes = this.bytes(file)
    const at = Math.floor(bytes.length / 2)
    bytes[at] = (bytes[at] ?? 0) ^ 0x01
    this.write(file, bytes)
  }

  /** Makes the manifests fit what is there. */
  fit(): void {
    const lines = this.files().map((file) => ({
      path: file,
      digest: sha256(this.bytes(file)),
      size: this.bytes(file).length,
    }))
    const payload = lines.filter((line) => line.path.startsWith('data/'))
    const octets = payload.reduce((sum, { size }) => sum + size, 0)
    this.write('manifest-sha256.txt', manifestText(payload))
    if (this.has('bag-info.txt'))
      this.write(
        'bag-info.txt',
        this.text('bag-info.txt').replace(/Payload-Oxum: .*/, `Payload-Oxum: ${octets}.${payload.length}`),
      )
    const tags = this.files().filter((file) => !file.startsWith('data/') && !file.startsWith('tagmanifest-sha256.txt'))
    this.write(
      'tagmanifest-sha256.txt',
      manifestText(tags.map((file) => ({ path: file, digest: sha256(this.bytes(file)) }))),
    )
  }

  /** Makes the manifests fit, and signs them. */
  sign(signer: SshSigner): void {
    this.fit()
    this.write('tagmanifest-sha256.txt.sig', signSsh(this.bytes('tagmanifest-sha256.txt'), bundleNamespace, signer))
  }

  verify(trust?: BundleTrust, openStamp?: StampCheck): Promise<BundleReport> {
    return openBagFolder(this.dir).then((source) =>
      verifyBundle(source, {
        createHasher: nodeHasher,
        comparePdf,
        trust,
        ...(openStamp === undefined ? {} : { openStamp }),
      }),
    )
  }

  /**
   * The steps of VERIFY.txt from the manifests to the key, as the recipient types them (from the untouched file:
   * whoever wants to deceive can rewrite the text too).
   *
   * @param work the folder in which the steps before have left what these need; default: an empty one
   */
  byHand(verifyText: string, steps: readonly number[], work?: string): Said {
    const commands = linuxSteps(verifyText)
    const folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-work-'))
    try {
      if (work !== undefined) cpSync(work, folder, { recursive: true })
      return shell([`work=${folder}`, ...steps.map((step) => commands[step - 1] ?? 'false')].join('\n'), this.dir)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  /** Removes the folder, once nobody looks at it any more. */
  discard(): void {
    rmSync(path.dirname(this.dir), { recursive: true })
  }
}

/** The codes of the faults of a report, each once, sorted. */
export const faultCodes = (report: Pick<BundleReport, 'findings'>): string[] =>
  [...new Set(report.findings.filter(({ severity }) => severity === 'fault').map(({ code }) => code))].sort()
