import { originOf } from '../../../shared/schema/origin.ts'
import { originBy } from '../../../shared/text/origin-words.ts'
import { conclusionOf, isFault, verdictOver } from '../../seal/findings.ts'
import type { Conclusion, FindingChain } from '../../seal/findings.ts'
import { keyId, rawFromSpki } from '../../seal/signature.ts'
import type { BundleContents } from '../contents.ts'
import { caseFile } from '../format/case-file.ts'
import type { CaseFile } from '../format/case-file.ts'
import { isWhollyKnown } from '../format/json-text.ts'
import { bundlePaths, isRecord } from '../format/layout.ts'
import { sshFingerprint } from '../format/sshsig.ts'
import { checkBagInfo } from './bag-info.ts'
import { checkBag, checkContainer } from './bag-rules.ts'
import { readBag } from './bag.ts'
import type { BagOptions } from './bag.ts'
import { contentsOf } from './contents-of.ts'
import { coverageOf } from './coverage.ts'
import type { Coverage } from './coverage.ts'
import { createBundleFindings } from './findings.ts'
import type { BundleFinding, BundleFindings } from './findings.ts'
import { inEffect } from './hub.ts'
import { noLog } from './hub-log.ts'
import type { StampCheck } from './hub-log.ts'
import { checkKeyList, sealedNames } from './key-list.ts'
import type { ListedKey } from './key-list.ts'
import { checkKeyFiles, checkManifestSignature, checkSigningKey, confirmKey } from './key-rules.ts'
import type { BundleTrust, ExportEntry, SigningKey } from './key-rules.ts'
import { checkPapers } from './papers.ts'
import type { PaperCheck, PdfCheck } from './papers.ts'
import { parseJson, readFiled } from './read-chain.ts'
import { noRecords } from './checked-records.ts'
import type { CheckedRecords, RecordCounts, WitnessedRecord } from './checked-records.ts'
import { checkRecords } from './records.ts'
import { listMax } from './source.ts'
import { tidied } from './tidied.ts'
import type { BundleSource } from './source.ts'
import { reportUnused } from './unused.ts'

/** How a bundle is verified. */
export interface VerifyBundleOptions extends BagOptions {
  /** What the recipient got by another way. */
  readonly trust?: BundleTrust
  /** Checks a time stamp (main/seal/timestamp.ts); absent: they are told and not checked. */
  readonly openStamp?: StampCheck
  /** Makes `report.pdf` again (main/bundle/read/report-pdf.ts); absent: it is told as not compared. */
  readonly comparePdf?: PdfCheck
  /** Entries whose seals were checked, and how many there are. */
  readonly onEntries?: (done: number, total: number) => void
}

/** What verifying a bundle found. */
export interface BundleReport {
  readonly verdict: 'intact' | 'faults_found'
  /** The verdict, and whether anything outside vouches for the end (S-115). */
  readonly conclusion: Conclusion
  /** Faults first. */
  readonly findings: readonly BundleFinding[]
  readonly caseNumber: string | null
  /** null: no signature holds. */
  readonly signingKey: SigningKey | null
  /** Whether that key was found to be one from outside, directly or by what it enrols; null: none was given. */
  readonly keyConfirmed: boolean | null
  /** The first key of the workspace's chain: the other one that a key from outside may be (B-60). */
  readonly firstKey: SigningKey | null
  /** What `case.json` says; null: it cannot be read. Findings say where it is not what was sealed. */
  readonly facts: CaseFile | null
  /** What came of each paper that the bundle has (B-111). */
  readonly papers: readonly PaperCheck[]
  /** What the verdict speaks for, and what it does not (B-112). */
  readonly coverage: Coverage
  /** What opened the case, as its entry says: `by detection policy 4, ...`; null: no entry opens it. */
  readonly opening: string | null
  /** How far a hub vouches for the case; null: the bundle holds nothing of a hub. */
  readonly witnessed: WitnessedRecord | null
  readonly counts: RecordCounts & { readonly files: number; readonly bytes: number }
}

const readFacts = async (source: BundleSource, findings: BundleFindings): Promise<CaseFile | null> => {
  if (!source.files.some(({ path }) => path === bundlePaths.caseFile)) return null
  const text = await readFiled(source, bundlePaths.caseFile, findings, listMax)
  if (text === null) return null
  const parsed = caseFile.safeParse(parseJson(text))
  if (parsed.success) {
    if (!isWhollyKnown(text, parsed.data))
      findings.add('bundle_facts_differ', 'it has members that no rule knows, or one twice, or is spelled otherwise', {
        file: bundlePaths.caseFile,
      })
    return parsed.data
  }
  const [issue] = parsed.error.issues
  findings.add(
    'bundle_malformed',
    `it is not of the form of case.json${issue === undefined ? '' : ` (${issue.path.join('.')}: ${issue.message})`}`,
    { file: bundlePaths.caseFile },
  )
  return null
}

const exportEntryOf = (facts: CaseFile | null, { opened }: CheckedRecords): ExportEntry | null => {
  const found = opened.find(({ id, payload }) => id === facts?.exported.entry && payload.type === 'case.exported')
  return found === undefined ? null : { kid: found.payload.kid, payload: found.payload }
}

const openingOf = (facts: CaseFile | null, { opened }: CheckedRecords): string | null => {
  const payload = opened.find((entry) => entry.payload.type === 'case.opened')?.payload
  return payload === undefined
    ? null
    : originBy(originOf(payload.pub), facts?.people[payload.actor] ?? 'a person who is not named')
}

const firstKeyOf = ({ keys }: CheckedRecords): SigningKey | null => {
  const [first] = keys.values()
  return first === undefined || rawFromSpki(first.spki) === null
    ? null
    : { kid: keyId(first.spki), spki: first.spki, sshFingerprint: sshFingerprint(first.spki) }
}

const namesIn = ({ filed }: CheckedRecords): ReadonlyMap<string, string> =>
  filed === null ? new Map() : sealedNames(inEffect(filed.workspace.entries, filed.hub?.order.workspace))

/** Whether papers are made of what a file holds; null: of the bundle as a whole. */
const tellsContents = (file: string | null): boolean =>
  file === null || isRecord(file) || file === bundlePaths.caseFile || file === bundlePaths.keyList

/** What the bundle was made from; null where what tells it has faults, so that what follows from it is not known. */
const contentsIn = (
  facts: CaseFile | null,
  { filed, isWhole, keys }: CheckedRecords,
  listed: readonly ListedKey[] | null,
  findings: BundleFindings,
): BundleContents | null => {
  const isFaulty = findings.all.some((finding) => isFault(finding) && tellsContents(finding.file))
  return facts === null || filed === null || listed === null || !isWhole || isFaulty
    ? null
    : contentsOf(facts, filed, listed, keys)
}

/**
 * Verifies a case bundle (docs/spec/bundle.md, B-80): the container, the bag, the signature and its key, every entry,
 * and what the bundle says about them. It reads the source and writes nothing; whatever the source holds, the answer is
 * findings.
 */
export const verifyBundle = async (given: BundleSource, options: VerifyBundleOptions): Promise<BundleReport> => {
  const { source, traces } = await tidied(given)
  let subject: FindingChain = { caseUid: 'unknown', caseNumber: null }
  const findings = createBundleFindings(() => subject)
  const mayRead = checkContainer(source, findings)
  const facts = mayRead ? await readFacts(source, findings) : null
  if (facts !== null) subject = { caseUid: facts.case.uid, caseNumber: facts.case.number }
  const bag = await readBag(source, options)
  checkBag(source, bag, findings)
  if (facts !== null) checkBagInfo(bag, facts, findings)
  const signingKey = await checkManifestSignature(source, findings)
  const records = mayRead
    ? await checkRecords({
        source,
        bag,
        facts,
        trust: options.trust,
        findings,
        openStamp: options.openStamp,
        onEntries: options.onEntries,
      })
    : noRecords
  const exportEntry = exportEntryOf(facts, records)
  checkSigningKey(signingKey, { keys: records.keys, exportEntry, facts, bag }, findings)
  await checkKeyFiles(source, signingKey, records.keys, findings)
  const listed = await checkKeyList(source, records.keys, namesIn(records), findings)
  const keyConfirmed = confirmKey(signingKey, records.keys, options.trust, findings)
  for (const { code, message, file } of traces) findings.add(code, message, { file })
  const { cosigned, stamped } = records.witnessed?.log ?? noLog
  const hasStamp =
    stamped !== null || findings.all.some(({ code }) => code === 'timestamp_invalid' || code === 'log_time_too_early')
  reportUnused(
    options.trust,
    { chainUids: records.chainUids, signing: signingKey, keys: records.keys, cosigned: cosigned?.by ?? [], hasStamp },
    findings,
  )
  const papers = await checkPapers({
    source,
    sha256: bag.sha256,
    createHasher: options.createHasher,
    stated: exportEntry?.payload.pub['papers'],
    contents: contentsIn(facts, records, listed, findings),
    files: new Map(facts?.evidence.map(({ uid, file }) => [uid, file])),
    signing: signingKey,
    comparePdf: options.comparePdf,
    findings,
  })
  const report = {
    verdict: verdictOver(findings.all),
    conclusion: conclusionOf(verdictOver(findings.all), records.isWitnessedToTheEnd),
    findings: [...findings.all.filter(isFault), ...findings.all.filter((finding) => !isFault(finding))],
    caseNumber: subject.caseNumber,
    signingKey,
    keyConfirmed,
    firstKey: firstKeyOf(records),
    facts,
    papers,
    opening: openingOf(facts, records),
    witnessed: records.witnessed,
    counts: {
      files: source.files.length,
      bytes: source.files.reduce((sum, { size }) => sum + size, 0),
      ...records.counts,
    },
  }
  return {
    ...report,
    coverage: coverageOf({
      ...report,
      provesNames: records.provesNames,
      paths: source.files.map(({ path }) => path),
      hidesLinks: source.hidesLinks === true,
    }),
  }
}
