import type { Refusal } from '../../../shared/api/errors.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { attachAlerts, detachAlerts } from '../alerts/attach.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import type { CaseStore, CommandOptions } from './case-store.ts'
import { changeCase } from './change-case.ts'
import type { ChangedCase, CommandFor } from './change-case.ts'
import { listsOf, readLinks } from './links.ts'
import type { CaseParts } from './parts.ts'

type LinkInput = Parameters<CaseStore['link']>[1]

const linking =
  (kind: 'link' | 'unlink', input: LinkInput): CommandFor =>
  async (state, tx) => {
    const present = await readLinks(tx.sql, state.id)
    return { kind, links: listsOf(input), present, sealedAt: present.sealedAt }
  }

/**
 * Adds links to a case within a transaction, or takes them away; of alerts that are known here the case gets what is
 * known of them, sealed.
 */
export const changeLinks = async (
  tx: LedgerTx,
  parts: Pick<CaseParts, 'policy'>,
  id: number,
  kind: 'link' | 'unlink',
  input: LinkInput,
  options: Pick<CommandOptions, 'actor' | 'ifRevision'>,
): Promise<Result<ChangedCase, Refusal>> => {
  const changed = await changeCase(tx, parts, id, linking(kind, input), options)
  if (!changed.ok) return changed
  const { state } = changed.value
  const alertIds = input.alert_ids ?? []
  await (kind === 'link' ? attachAlerts(tx, state, alertIds) : detachAlerts(tx, state, alertIds))
  return changed
}
