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

/** Which links are added, or taken away. */
interface LinkChange {
  readonly kind: 'link' | 'unlink'
  readonly input: LinkInput
}

const linking =
  ({ kind, input }: LinkChange): CommandFor =>
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
  change: LinkChange,
  options: Pick<CommandOptions, 'actor' | 'ifRevision'>,
): Promise<Result<ChangedCase, Refusal>> => {
  const changed = await changeCase(tx, parts, id, linking(change), options)
  if (!changed.ok) return changed
  const { state } = changed.value
  const alertIds = change.input.alert_ids ?? []
  await (change.kind === 'link' ? attachAlerts(tx, state, alertIds) : detachAlerts(tx, state, alertIds))
  return changed
}
