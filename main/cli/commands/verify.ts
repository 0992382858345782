import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import type { Finding } from '../../../shared/schema/findings.ts'
import type { VerificationReport } from '../../../shared/api/workspace.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { systemEnv } from '../../platform/env.ts'
import { createLog } from '../../platform/log.ts'
import { verdictOver } from '../../seal/findings.ts'
import type { ReadOnlyWorkspace } from '../../storage/ledger/workspace.ts'
import { damageIn, damageOf, damaged } from '../../storage/sqlite/damage.ts'
import { openFolder } from '../connection.ts'
import { exitCodes, failed, misused, type ExitCode, type Io, type Stop } from '../io.ts'
import { createProgress } from '../progress.ts'
import type { Registrar } from '../registrar.ts'
import { checkTrust, readTrust, type Trust } from '../trust.ts'
import { isBundle, runVerifyBundle } from '../verify-bundle.ts'

interface VerifyOptions {
  readonly case?: string
  readonly trust?: string
  readonly identity?: string
}

const caseIdOf = async (workspace: ReadOnlyWorkspace, given: string): Promise<Result<number, Stop>> => {
  const byId = /^\d{1,16}$/u.test(given)
  const found = byId ? await workspace.cases.read(Number(given)) : await workspace.cases.readByNumber(given)
  return found.ok ? ok(found.value.id) : fail(misused(`there is no case ${given}`))
}

const reportOf = async (
  workspace: ReadOnlyWorkspace,
  caseGiven: string | undefined,
  io: Io,
): Promise<Result<VerificationReport, Stop>> => {
  if (caseGiven !== undefined) {
    const id = await caseIdOf(workspace, caseGiven)
    if (!id.ok) return id
    const report = await workspace.verification.verifyCase(id.value)
    return report.ok ? report : fail(failed(report.error.message))
  }
  const progress = createProgress(io, 'cases')
  const report = await workspace.verification.verifyWorkspace((done, total) => progress.update(done, total))
  progress.end()
  return report === null ? fail(failed('the verification was stopped')) : ok(report)
}

/**
 * Prints a line for each finding, then the verdict over all of them. The report lists a thousand; that there are more
 * is told.
 */
export const printVerdict = (io: Io, report: VerificationReport, trustFindings: readonly Finding[]): ExitCode => {
  const findings = [...report.findings, ...trustFindings]
  for (const finding of findings) io.print(finding)
  // The report lists faults first: those that it does not list change no verdict.
  const verdict = verdictOver(findings)
  const { findings_total: total, findings: _listed, verdict: _verdict, conclusion: _conclusion, ...counts } = report
  const conclusion = verdict === 'intact' ? report.conclusion : verdict
  io.print({ verdict, conclusion, ...counts, findings_total: total + trustFindings.length })
  const unlisted = total - report.findings.length
  if (unlisted > 0)
    io.say(
      `${unlisted.toLocaleString('en')} more findings are not listed: of a folder ${report.findings.length.toLocaleString('en')} are, faults first. Mend these, or verify one case at a time with --case.`,
    )
  return verdict === 'intact' ? exitCodes.done : exitCodes.failed
}

/** A damaged database is a finding of its own: nothing can be said of what it held. */
const tellDamage = (io: Io, code: string): Result<never, Stop> => {
  io.print({ verdict: 'faults_found', conclusion: 'faults_found', error: code })
  return fail(failed(damaged(code).message))
}

const verifyWorkspace = async (
  dir: string,
  options: VerifyOptions,
  trust: Trust | undefined,
  io: Io,
): Promise<Result<ExitCode, Stop>> => {
  const { openReadOnly } = await import('../../storage/ledger/open-read-only.ts')
  const opened = await openReadOnly(dir, systemEnv(createLog('warn')))
  if (!opened.ok) {
    const damage = damageIn(opened.error)
    return damage === null ? fail(failed(opened.error.message)) : tellDamage(io, damage)
  }
  const workspace = opened.value
  try {
    if (options.case === undefined && workspace.pageProblems().length > 0) return tellDamage(io, 'SQLITE_CORRUPT')
    const report = await reportOf(workspace, options.case, io)
    if (!report.ok) return report
    return ok(printVerdict(io, report.value, trust === undefined ? [] : await checkTrust(workspace.db, trust)))
  } finally {
    workspace.close()
  }
}

const about = `
Prints one line for each finding with its code, then a line with the verdict, intact or faults_found, and the conclusion:
  intact_to_the_end (exit 0)         no fault, and somebody outside vouches for the newest entry
  intact_as_far_as_it_goes (exit 3)  no fault, but nothing outside vouches for the end: entries may have been cut off there
  faults_found (exit 1)
Of a data folder, whose newest entries no hub has seen before the next contact, the second is exit 0 as well. Works while a service runs on
the folder. Findings of severity "information" are no faults.

A bundle is a ZIP file, the folder into which it was unpacked, or one that age encrypted (.age, with --identity). It is read in place and
nothing is unpacked.

--trust names a text file with what you hold from elsewhere: public keys (PEM or ssh-ed25519) or fingerprints of keys, a line each, also as
ssh-keygen printed them, that the first key of the workspace (or the key that signed a bundle) must be one of, and checkpoints as the
service answered them earlier, separated by lines of ---, which every case must still begin with. Anything else in it is bad usage; what of
it nothing could be compared with is trust_unused.`

/** `verify`. */
export const addVerifyCommand = (program: Command, registrar: Registrar): void => {
  const verify = program
    .command('verify')
    .description('check every seal of a data folder or a case bundle')
    .argument('<path>', 'the data folder, or the bundle')
    .option('--case <case>', 'check one case only: its id or its number')
    .option('--trust <file>', 'keys and checkpoints held from elsewhere')
    .option('--identity <file>', 'identity of age that opens an encrypted bundle')
    .addHelpText('after', about)
  registrar.runs<VerifyOptions>(verify, async (options, [path = '']) => {
    const trust = options.trust === undefined ? undefined : await readTrust(options.trust)
    if (trust?.ok === false) return trust
    if (isBundle(path)) {
      if (options.case !== undefined) return fail(misused('--case is for data folders; a bundle holds one case'))
      return await runVerifyBundle(path, options.identity, trust?.value, registrar.io)
    }
    if (!existsSync(path))
      return fail(
        misused(
          `there is no file or folder ${path}: nothing was checked, and nothing was changed. Give the path of a data folder or of a bundle.`,
        ),
      )
    const folder = openFolder(
      path,
      'it is no bundle either, and nothing was changed. Give the path of a data folder, or of a bundle: a ZIP file, or the folder with bagit.txt into which it was unpacked.',
    )
    if (!folder.ok) return folder
    try {
      return await verifyWorkspace(path, options, trust?.value, registrar.io)
    } catch (error) {
      const damage = damageOf(error)
      if (damage === null) throw error
      return tellDamage(registrar.io, damage)
    }
  })
}
