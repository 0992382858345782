import { refusal } from '../../../shared/api/errors.ts'
import type { VerificationReport } from '../../../shared/api/workspace.ts'
import type { Finding } from '../../../shared/schema/findings.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { openBlobs } from '../../blobs/file-store.ts'
import type { DataFolder } from '../../platform/data-folder.ts'
import type { Env } from '../../platform/env.ts'
import type { FolderKeys } from '../../platform/key-files.ts'
import { conclusionOf, isFault, makeFinding, verdictOver } from '../../seal/findings.ts'
import type { FindingChain } from '../../seal/findings.ts'
import { isWitnessedToTheEnd } from '../../seal/verify-types.ts'
import { verifyDeviceSequence } from '../../seal/sequences.ts'
import type { DevicePoint } from '../../seal/sequences.ts'
import { appliers } from '../areas.ts'
import { createEvidenceKeys } from '../evidence/keys.ts'
import { readDirectories } from '../ledger/key-directory.ts'
import { readHub } from '../sync/hub-relation.ts'
import type { DeviceTable, KeysTable } from '../ledger/tables.ts'
import type { Vault } from '../ledger/vault.ts'
import type { Verification } from '../ledger/workspace.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { checkAccessLog } from './access-log-check.ts'
import { caseRowSets, workspaceRowSets } from './case-rows.ts'
import { checkChain } from './check-chain.ts'
import type { ChainCheck, CheckParts } from './check-chain.ts'
import { hasSealedHub, hubFindings, hubStandingOf } from './hub-proofs.ts'
import { createReplica } from './replica.ts'
import { sealedCopyProblems } from './sealed-copies.ts'
import { openSnapshots } from './snapshot.ts'
import type { SnapshotReader } from './snapshot.ts'
import { beforeAllChains, checkWhole, knownChains } from './whole-checks.ts'
import type { KnownChain } from './whole-checks.ts'

/** What verification stands on. */
export interface VerificationParts {
  /** Reads what is committed. */
  readonly sql: SyncStatements
  readonly env: Env
  readonly folder: DataFolder
  readonly keys: FolderKeys
  readonly vault: Vault
  /** Called before a chain is checked; a live service signs its newest entries. */
  readonly beforeCase?: (chainId: number) => Promise<void>
}

const findingsMax = 1_000
const chainBatch = 200
const workspaceSubject: FindingChain = { caseUid: 'workspace', caseNumber: null }

/** Adds up what checks find. */
const createTally = () => {
  const faults: Finding[] = []
  const notices: Finding[] = []
  let total = 0
  let isWitnessed = true
  const counts = { cases: 0, entries: 0, signatures: 0, rows: 0, disclosures: 0, checkpoints: 0 }
  const addFindings = (findings: readonly Finding[]): void => {
    total += findings.length
    for (const finding of findings) {
      const list = isFault(finding) ? faults : notices
      if (list.length < findingsMax) list.push(finding)
    }
  }
  return {
    addFindings,
    addRows: (rows: number) => {
      counts.rows += rows
    },
    add: (check: ChainCheck, isCase: boolean) => {
      addFindings(check.findings)
      isWitnessed &&= isWitnessedToTheEnd(check.report)
      counts.cases += isCase ? 1 : 0
      counts.entries += check.report.entries
      counts.signatures += check.report.entries
      counts.rows += check.rows
      counts.disclosures += check.disclosures
      counts.checkpoints += check.checkpoints
    },
    hasFaults: () => faults.length > 0,
    report: (scope: 'case' | 'workspace', startedMs: number, finishedMs: number): VerificationReport => ({
      verdict: verdictOver(faults),
      conclusion: conclusionOf(verdictOver(faults), isWitnessed),
      scope,
      started_at: toTimestamp(startedMs),
      finished_at: toTimestamp(finishedMs),
      ...counts,
      findings: [...faults, ...notices].slice(0, findingsMax),
      findings_total: total,
    }),
  }
}

type Tally = ReturnType<typeof createTally>

/** The places of this device's entries over all chains, up to those that were there when the check began. */
const createSequence = (deviceId: string, upTo: number) => {
  const points: DevicePoint[] = []
  let accountedFor = 0
  return {
    add: (subject: FindingChain, { report }: ChainCheck) => {
      accountedFor += report.accountedFor
      for (const { dseq, id } of report.sequences.get(deviceId) ?? []) {
        if (dseq <= upTo) points.push({ dseq, id, caseUid: subject.caseUid, caseNumber: subject.caseNumber })
      }
    },
    findings: (): Finding[] => {
      const gaps = verifyDeviceSequence(points, accountedFor)
      const last = points.reduce((highest, { dseq }) => Math.max(highest, dseq), 0)
      const tail = upTo - last > accountedFor && gaps.length === 0
      return tail
        ? [
            makeFinding(
              workspaceSubject,
              'missing_entry',
              `the device has sealed ${upTo} entries, and the newest ${upTo - last} of them are in no case`,
            ),
          ]
        : gaps
    },
    /**
     * Of a device with a hub: cases that were given back took entries along, and nothing that is signed here tells them
     * from others that are gone (L-85).
     */
    elsewhere: (): Finding[] => {
      const lacking = upTo - new Set(points.map(({ dseq }) => dseq)).size - accountedFor
      const message = `${lacking} of the ${upTo} entries that this device sealed are in no case here: they went with cases that were given back to the hub, were set aside, or were removed; only the hub can tell`
      return lacking > 0 ? [makeFinding(workspaceSubject, 'entries_elsewhere', message)] : []
    },
  }
}

/** A case whose row is there but not one entry of it; of one that is hidden while it comes, that is told (L-85). */
const emptyFindings = (chain: KnownChain, { report, findings }: ChainCheck): Finding[] =>
  report.entries > 0 || findings.some(({ code }) => code === 'case_incomplete')
    ? []
    : [makeFinding(chain, 'missing_entry', 'the case has rows but not one entry')]

/** Makes what runs checks over snapshots of their own, which are closed when they end. */
const createChecks = ({ env, folder, keys: folderKeys, vault }: VerificationParts) => {
  const evidenceKeys = createEvidenceKeys(folderKeys.workspace, env.random)

  return async <T>(
    run: (snapshots: SnapshotReader, check: CheckParts, device: DeviceTable) => Promise<T>,
  ): Promise<T> => {
    const snapshots = openSnapshots(folder.database, folderKeys.database)
    const replica = createReplica(appliers)
    try {
      const { sql } = snapshots
      const device = sql.get<DeviceTable>('select * from device where id = 1')
      if (device === undefined) throw new Error('the data folder has no device')
      const { keys, actors } = readDirectories(sql)
      const hub = hubStandingOf(readHub(sql), keys)
      const check: CheckParts = {
        sql,
        vault,
        replica,
        deviceId: device.device_id,
        keys,
        // A folder that joined and has not heard from its hub knows nobody of the workspace yet (L-85).
        ...(hub.kind === 'unconfirmed' ? {} : { actors }),
        hub,
        sealed: device.dseq,
        blobs: openBlobs(folder.blobs, env.random),
        blobKey: (sha256, caseId) => evidenceKeys.blobKey(sql, sha256, caseId),
      }
      return await run(snapshots, check, device)
    } finally {
      replica.close()
      snapshots.close()
    }
  }
}

/** Makes the checks of a workspace. They read by connections of their own and write nothing. */
export const createVerification = (parts: VerificationParts): Verification => {
  const { env, beforeCase } = parts
  const withChecks = createChecks(parts)

  const checkCase = async (
    snapshots: SnapshotReader,
    check: CheckParts,
    chain: KnownChain,
    onProgress?: (entries: number) => void,
  ): Promise<ChainCheck> => {
    if (chain.chainId > 0) await beforeCase?.(chain.chainId)
    check.replica.clearCases()
    return await snapshots.at(() => checkChain(check, { ...chain, rows: caseRowSets(chain.chainId) }, onProgress))
  }

  const checkCases = async (
    snapshots: SnapshotReader,
    check: CheckParts,
    tally: Tally,
    onChain: (chain: KnownChain, found: ChainCheck) => void,
    signal?: AbortSignal,
  ): Promise<boolean> => {
    let after = beforeAllChains
    for (;;) {
      const chains = knownChains(check.sql, after, chainBatch)
      for (const chain of chains) {
        if (signal?.aborted === true) return false
        const found = await checkCase(snapshots, check, chain)
        tally.add(found, true)
        tally.addFindings(emptyFindings(chain, found))
        onChain(chain, found)
      }
      const last = chains.at(-1)
      if (last === undefined) return true
      after = last.chainId
    }
  }

  return {
    verifyCase: async (caseId, onProgress) => {
      const startedMs = env.clock.nowMs()
      const chain = knownChains(parts.sql, caseId - 1, 1).find(({ chainId }) => chainId === caseId)
      if (chain === undefined) return fail(refusal('not_found', 'There is no case with this id.'))
      return await withChecks(async (snapshots, check) => {
        check.replica.bringKeys(check.sql.all<KeysTable>('select * from keys'))
        const tally = createTally()
        tally.addFindings(hubFindings(check.hub, workspaceSubject))
        const found = await checkCase(snapshots, check, chain, onProgress)
        tally.add(found, true)
        tally.addFindings(emptyFindings(chain, found))
        return ok(tally.report('case', startedMs, env.clock.nowMs()))
      })
    },
    verifyWorkspace: (onProgress, signal) =>
      withChecks(async (snapshots, check, device) => {
        const startedMs = env.clock.nowMs()
        const total = check.sql.get<{ total: number }>('select count(*) as total from cases')?.total ?? 0
        const tally = createTally()
        const sequence = createSequence(device.device_id, device.dseq)
        await beforeCase?.(0)
        check.replica.bringKeys(check.sql.all<KeysTable>('select * from keys where enrolled_at < 0'))
        const own = await snapshots.at(() =>
          checkChain(check, { ...workspaceSubject, chainId: 0, rows: workspaceRowSets }),
        )
        tally.add(own, false)
        tally.addFindings(hubFindings(check.hub, workspaceSubject))
        sequence.add(workspaceSubject, own)
        let done = 0
        const finished = await checkCases(
          snapshots,
          check,
          tally,
          (chain, found) => {
            sequence.add(chain, found)
            onProgress?.((done += 1), Math.max(total, done))
          },
          signal,
        )
        if (!finished) return null
        tally.addFindings(hasSealedHub(check.hub) ? sequence.elsewhere() : sequence.findings())
        const whole = checkWhole(check.sql, check.hub)
        tally.addRows(whole.rows)
        tally.addFindings(whole.findings)
        const log = await snapshots.at(() =>
          Promise.resolve(checkAccessLog({ sql: check.sql, vault: check.vault, deviceId: check.deviceId })),
        )
        tally.addRows(log.rows)
        tally.addFindings(log.findings)
        const copies = await snapshots.at(() => sealedCopyProblems(check.sql, check.deviceId, hasSealedHub(check.hub)))
        tally.addFindings(copies.map((message) => makeFinding(workspaceSubject, 'row_differs', message)))
        return tally.report('workspace', startedMs, env.clock.nowMs())
      }),
  }
}
