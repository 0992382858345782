import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayWithhold } from '../../../shared/entries/catalogue.ts'
import type { EntityRef } from '../../../shared/schema/network.ts'
import { useProposeMerge } from '../../data/queries/network.ts'
import { useDraft } from '../../state/drafts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { RationaleField } from '../../ui/RationaleField.tsx'
import { FindEntity } from './FindEntity.tsx'
import { KindMark } from './KindMark.tsx'
import { entityOfKey, keyOf } from './model/kinds.ts'
import classes from './network.module.css'

const fieldId = 'merge-find'

/**
 * Proposes that an entity and another one are the same, with the reason; somebody accepts or refuses it on the entity's
 * page.
 */
export const ProposeMerge = ({
  entity,
  label,
  onClose,
}: {
  readonly entity: EntityRef
  readonly label: string
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const own = keyOf(entity)
  const [otherKey, setOtherKey] = useState<string | null>(null)
  const [text, setText, clearText] = useDraft(`merge-proposal:${own}`, null)
  const write = useProposeMerge()
  const other = otherKey === null ? null : entityOfKey(otherKey)
  const isSame = otherKey === own
  const ready = other !== null && !isSame && mayWithhold('network.merge_settled', 'notes', text)
  const confirm = (): void => {
    if (other === null) return
    write.mutate(
      { a: { kind: entity.kind, id: entity.id }, b: { kind: other.kind, id: other.id }, notes: text },
      {
        onSuccess: () => {
          clearText()
          notifications.show({ message: t('entityPage.merge.proposedDone', { a: label, b: other.id }) })
          onClose()
        },
      },
    )
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('entityPage.merge.propose')}
      confirm={t('entityPage.merge.propose')}
      onConfirm={confirm}
      pending={write.isPending}
      disabled={!ready}
      error={write.error}
    >
      <p className={classes.plain} dir="auto">
        {t('entityPage.merge.proposeHint', { name: label })}
      </p>
      <FindEntity id={fieldId} width={400} autoFocus onFound={setOtherKey} />
      <p className={classes.plain} role="status">
        {other === null ? (
          <span className="fs-muted">{t('entityPage.merge.noneChosen')}</span>
        ) : isSame ? (
          <span className={classes.wrong}>{t('entityPage.merge.itself')}</span>
        ) : (
          <>
            <KindMark kind={other.kind} /> {t(`network.kind.${other.kind}`)} <bdi>{other.id}</bdi>
          </>
        )}
      </p>
      <RationaleField value={text} onChange={setText} />
    </ConfirmDialog>
  )
}
