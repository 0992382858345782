import type { ReactNode } from 'react'
import type { CaseFull } from '../../../../shared/schema/case.ts'
import { isRefusal } from '../../../data/errors.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { StaleNotice, type DecidedOn } from './StaleNotice.tsx'

type Props = {
  readonly file: CaseFull
  readonly decided: DecidedOn
  readonly title: string
  readonly confirm: string
  readonly ready: boolean
  readonly write: { readonly isPending: boolean; readonly error: Error | null }
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly danger?: boolean
  readonly size?: number
  readonly children: ReactNode
}

/**
 * A dialog that decides something about a case: it will not send what was decided on an older view of the case. While
 * it is sent, what comes is what it did itself.
 */
export const CaseDecisionDialog = ({
  file,
  decided,
  title,
  confirm,
  ready,
  write,
  onConfirm,
  onClose,
  danger,
  size,
  children,
}: Props) => (
  <ConfirmDialog
    opened
    onClose={onClose}
    title={title}
    confirm={confirm}
    onConfirm={onConfirm}
    danger={danger}
    size={size}
    pending={write.isPending}
    disabled={!ready || decided.stale}
    error={isRefusal(write.error, 'stale_revision') ? null : write.error}
  >
    {decided.stale && !write.isPending ? <StaleNotice file={file} decided={decided} /> : null}
    {children}
  </ConfirmDialog>
)
