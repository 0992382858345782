import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { fail, ok, type Result } from '../../shared/schema/result.ts'
import { verifyBundle, type BundleReport } from '../bundle/check/verify-bundle.ts'
import type { BundleTrust } from '../bundle/check/key-rules.ts'
import { nodeHasher } from '../bundle/read/node-hasher.ts'
import { comparePdf } from '../bundle/read/report-pdf.ts'
import { openBundle } from '../bundle/read/open-bundle.ts'
import { conclusionWords } from '../bundle/check/conclusion-words.ts'
import type { Conclusion } from '../seal/findings.ts'
import { openTimestamp } from '../seal/timestamp.ts'
import { exitCodes, misused, type ExitCode, type Io, type Stop } from './io.ts'
import { createProgress } from './progress.ts'
import type { Trust } from './trust.ts'

/** Whether a path is that of a bundle: any file, or a folder with a bag in it. */
export const isBundle = (given: string): boolean => {
  const found = statSync(given, { throwIfNoEntry: false })
  return found?.isFile() === true || (found?.isDirectory() === true && existsSync(path.join(given, 'bagit.txt')))
}

const trustOf = ({ authorities, ...trust }: Trust): BundleTrust => ({ ...trust, authorities: authorities.length })

const exitOf: Readonly<Record<Conclusion, ExitCode>> = {
  intact_to_the_end: exitCodes.done,
  intact_as_far_as_it_goes: exitCodes.unwitnessed,
  faults_found: exitCodes.failed,
}

const printReport = (
  io: Io,
  { findings, verdict, conclusion, caseNumber, signingKey, keyConfirmed, witnessed, counts, coverage }: BundleReport,
): ExitCode => {
  for (const finding of findings) io.print({ ...finding })
  io.print({
    verdict,
    conclusion,
    scope: 'bundle',
    case_number: caseNumber,
    signing_key: signingKey?.kid ?? null,
    ssh_fingerprint: signingKey?.sshFingerprint ?? null,
    key_confirmed: keyConfirmed,
    files: counts.files,
    bytes: counts.bytes,
    entries: counts.entries,
    checkpoints: counts.checkpoints,
    disclosures: counts.disclosures,
    evidence: counts.evidence,
    values_left_out: counts.valuesLeftOut,
    pieces_left_out: counts.piecesLeftOut,
    ...(witnessed === null
      ? {}
      : {
          witnessed: {
            by: witnessed.origin,
            size: witnessed.size,
            entries: witnessed.entries,
            cosigned_by: witnessed.cosignedBy,
            last_receipt_at: witnessed.lastReceiptAt,
            witnesses: witnessed.log.cosigned,
            time_stamp: witnessed.log.stamped,
          },
        }),
    covers: coverage.covers,
    does_not_cover: coverage.doesNotCover,
    findings_total: findings.length,
  })
  io.say('It covers:')
  for (const one of coverage.covers) io.say(`  ${one}`)
  io.say('It does not cover:')
  for (const one of coverage.doesNotCover) io.say(`  ${one}`)
  io.say(conclusionWords[conclusion])
  if (keyConfirmed === null && signingKey !== null) {
    io.say(
      `Compare the fingerprint of the key with one that you got by another way: ${signingKey.kid} (${signingKey.sshFingerprint}).`,
    )
  }
  return exitOf[conclusion]
}

/** Verifies a bundle and prints what it found: a line for each finding, then the verdict. */
export const runVerifyBundle = async (
  given: string,
  identity: string | undefined,
  trust: Trust | undefined,
  io: Io,
): Promise<Result<ExitCode, Stop>> => {
  const opened = await openBundle(given, identity)
  if (!opened.ok) return fail(misused(`${given}: ${opened.error}`))
  const progress = createProgress(io, 'bytes')
  try {
    const report = await verifyBundle(opened.value.source, {
      createHasher: nodeHasher,
      ...(trust === undefined ? {} : { trust: trustOf(trust) }),
      openStamp: (token, message) =>
        openTimestamp(
          token,
          message,
          (trust?.authorities ?? []).length === 0 ? {} : { authorities: trust?.authorities ?? [] },
        ),
      comparePdf,
      onProgress: (done, total) => progress.update(done, total),
    })
    progress.end()
    return ok(printReport(io, report))
  } finally {
    await opened.value.close()
  }
}
