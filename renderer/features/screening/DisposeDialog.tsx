import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { mayWithhold } from '../../../shared/entries/catalogue.ts'
import type { HitDisposition } from '../../../shared/schema/screening.ts'
import { useDisposeHits, useScreeningStatus } from '../../data/queries/screening.ts'
import { useDraft } from '../../state/drafts.ts'
import { hitSelection } from '../../state/selection.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { RationaleField } from '../../ui/RationaleField.tsx'
import { hitClasses } from './classes.ts'

type Props = {
  readonly ids: readonly string[]
  readonly disposition: HitDisposition
  readonly what: string | null
  /** After it was sealed. */ readonly onDone?: () => void
  readonly onClose: () => void
}

/** Says of hits whether the subject is whom the list names, with the reason that is sealed. */
export const DisposeDialog = ({ ids, disposition, what, onDone, onClose }: Props) => {
  const { t } = useTranslation()
  const [text, setText, clearText] = useDraft(`hits:${ids.length === 1 ? ids[0] : 'several'}:${disposition}`, null)
  const write = useDisposeHits()
  const days = useScreeningStatus().data?.policy.false_match_days
  const confirm = (): void =>
    write.mutate(
      { hit_ids: [...ids], disposition, reason: text },
      {
        onSuccess: ({ data: { changed, refused, results } }) => {
          clearText()
          hitSelection.only(results.flatMap(({ id, ok }) => (ok || ids.length === 1 ? [] : [id])))
          notifications.show({
            message:
              refused === 0
                ? t('screening.dispose.done', { count: changed })
                : t('screening.dispose.some', { changed, refused }),
            ...(refused === 0 ? {} : { color: 'yellow' }),
          })
          onDone?.()
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(`screening.dispose.title.${disposition}`, { count: ids.length })}
      confirm={t(`screening.dispose.confirm.${disposition}`)}
      onConfirm={confirm}
      pending={write.isPending}
      disabled={!mayWithhold('screening.disposed', 'reason', text)}
      error={write.error}
    >
      {what === null ? null : (
        <p className={hitClasses.plain} dir="auto">
          <strong>{what}</strong>
        </p>
      )}
      <p className={hitClasses.plain}>
        {disposition === 'true_match'
          ? t('screening.dispose.means.true_match')
          : t('screening.dispose.means.false_match', { count: days ?? 0 })}
      </p>
      <RationaleField
        value={text}
        onChange={setText}
        label={t('screening.dispose.reason')}
        hint={t('screening.dispose.hint')}
        autoFocus
      />
    </ConfirmDialog>
  )
}
