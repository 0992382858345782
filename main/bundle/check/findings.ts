import type { Finding, FindingCode } from '../../../shared/schema/findings.ts'
import { makeFinding } from '../../seal/findings.ts'
import type { FindingEntry, FindingChain } from '../../seal/findings.ts'

/** A finding about a bundle. */
export interface BundleFinding extends Finding {
  /** The file below the top folder, where one is concerned. */
  readonly file: string | null
}

/** What a finding is about besides its code. */
export interface About {
  readonly file?: string | null
  readonly place?: FindingEntry | null
}

/** Collects findings; the same one about the same file is kept once. */
export interface BundleFindings {
  readonly all: readonly BundleFinding[]
  add(code: FindingCode, message: string, about?: About): void
  /** Takes over what the seal's verifier found. */
  addSealed(findings: readonly Finding[], fileOf: (position: number) => string | null): void
  /** Whether a file has a finding already. */
  concerns(file: string): boolean
}

/** @param subject the case, as far as it is known when a finding is made */
export const createBundleFindings = (subject: () => FindingChain): BundleFindings => {
  const all: BundleFinding[] = []
  const known = new Set<string>()
  const keep = (finding: BundleFinding): void => {
    const key = [
      finding.code,
      finding.file,
      finding.entry_id,
      finding.position,
      finding.file === null ? finding.message : '',
    ].join('\n')
    if (known.has(key)) return
    known.add(key)
    all.push(finding)
  }
  return {
    all,
    add: (code, message, { file = null, place = null } = {}) =>
      keep({ ...makeFinding(subject(), code, message, place), file }),
    addSealed: (findings, fileOf) => {
      for (const finding of findings)
        keep({ ...finding, file: finding.position === null ? null : fileOf(finding.position) })
    },
    concerns: (file) => all.some((finding) => finding.file === file),
  }
}
