import { createPublicKey } from 'node:crypto'
import { openReadOnly } from '../../main/storage/ledger/open-read-only.ts'
import { entryPae } from '../../main/seal/entry.ts'
import { systemEnv } from '../../main/platform/env.ts'
import { createLog } from '../../main/platform/log.ts'
import { freshWorkspace, serve, v1Headers } from '../support/live-service.ts'
import { BenchConnection } from './http-client.ts'
import { rawVerifications } from './limits.ts'
import { alternate, type BenchLine } from './report.ts'
import { sealRates, sealRatesOnOneCore } from './seal-verification.ts'

const entryCount = 10_000
const rounds = 5

const line = (name: string, ours: number, limit: number, aim: number): BenchLine => ({
  name,
  unit: 'entries/s',
  ours,
  limit,
  limitName: 'raw Ed25519 verification on one core',
  ratio: ours / limit,
  aim: `>= ${aim}`,
  met: ours / limit >= aim,
})

/** Makes a folder with one case of 10,000 entries, through the API. */
const longCase = async (): Promise<{ dataDir: string; caseId: number }> => {
  const { dataDir, credentials } = freshWorkspace()
  const service = await serve(dataDir, { FIELDSEAL_LOG: 'error' })
  const headers = { host: service.url.host, ...v1Headers(credentials) }
  const connections = await Promise.all(Array.from({ length: 16 }, () => BenchConnection.open(service.url)))
  const [first] = connections
  if (first === undefined) throw new Error('no connection')
  const opened = await first.send({
    method: 'POST',
    path: '/v1/cases',
    headers,
    body: { title: 'A long case', description: 'Ten thousand entries.', priority: 'low' },
  })
  const caseId = (JSON.parse(opened.body) as { data: { id: number } }).data.id
  let left = entryCount - 1
  await Promise.all(
    connections.map(async (connection) => {
      while (left-- > 0) {
        const answer = await connection.send({
          method: 'POST',
          path: `/v1/cases/${caseId}/notes`,
          headers,
          body: { text: `Note ${left}: another payment of the same amount.` },
        })
        if (answer.status !== 201) throw new Error(answer.body)
      }
    }),
  )
  for (const connection of connections) connection.close()
  await service.stop()
  return { dataDir, caseId }
}

const wholeRates = async (dataDir: string, caseId: number): Promise<{ raw: number; ours: number }> => {
  const opened = await openReadOnly(dataDir, systemEnv(createLog('error')))
  if (!opened.ok) throw new Error(opened.error.message)
  const workspace = opened.value
  const rows = await workspace.db.selectFrom('entries').select(['payload', 'sig']).where('chain', '=', caseId).execute()
  const messages = rows.map((row) => ({ message: entryPae(row.payload), sig: row.sig }))
  const key = createPublicKey(workspace.keys.device.privateKey)
  const rates = await alternate(rounds, {
    raw: () => rawVerifications(messages, key),
    ours: async () => {
      const start = performance.now()
      const report = await workspace.verification.verifyCase(caseId)
      if (!report.ok || report.value.verdict !== 'intact')
        throw new Error(`the case of the benchmark is not intact: ${JSON.stringify(report).slice(0, 500)}`)
      return report.value.entries / ((performance.now() - start) / 1000)
    },
  })
  workspace.close()
  return rates
}

/**
 * Verification of one case beside raw signature checks of the same bytes: the seal alone, and with replay, disclosures
 * and rows.
 */
export const benchVerification = async (): Promise<BenchLine[]> => {
  const { dataDir, caseId } = await longCase()
  const what = `of a ${entryCount.toLocaleString('en')}-entry case`
  const oneCore = sealRatesOnOneCore(dataDir, caseId)
  const both = await sealRates(dataDir, caseId)
  const whole = await wholeRates(dataDir, caseId)
  return [
    ...(oneCore === null ? [] : [line(`seal verification ${what} on one core`, oneCore.ours, oneCore.raw, 0.8)]),
    line(`seal verification ${what} over all cores`, both.ours, both.raw, 1),
    line(`whole check ${what} (seal, disclosures, replay, rows) over all cores`, whole.ours, whole.raw, 0.8),
  ]
}
