import type { LedgerTx } from '../ledger/ledger.ts'
import { projectAnew } from './project.ts'
import type { ChainProjectionParts } from './project.ts'

const differingSql = `select h.joined_dseq as expected, k.joined_dseq as sealed, d.kid as kid from hub h join device d join keys k on k.kid = d.kid
  where h.joined_dseq is not null and k.joined_dseq is not null and k.joined_dseq <> h.joined_dseq`

const betweenSql = `select distinct chain from entries where chain > 0 and kid = ? and json_valid(cast(payload as text))
  and json_extract(cast(payload as text), '$.dseq') > ? and json_extract(cast(payload as text), '$.dseq') <= ?`

/**
 * Y-89: where the chain of the workspace enrols this folder by an earlier joining than the one that it remembers, the
 * sealed one holds. What was sealed between the two is read otherwise then (Y-14), so the cases that hold
 * some of it are projected anew. Nothing else of them changes: the hub refuses it, and it is listed as refused.
 */
export const followOwnJoining = async (tx: LedgerTx, parts: ChainProjectionParts): Promise<void> => {
  const { sql } = parts
  const differing = sql.get<{ expected: number; sealed: number; kid: string }>(differingSql)
  if (differing === undefined) return
  const { expected, sealed, kid } = differing
  sql.run('update hub set joined_dseq = ? where id = 1', sealed)
  for (const { chain } of sql.all<{ chain: number }>(
    betweenSql,
    kid,
    Math.min(expected, sealed),
    Math.max(expected, sealed),
  ))
    await projectAnew(tx, parts, chain)
}
