import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import type { AlertFull, AlertStatus } from '../../../../shared/schema/alerts.ts'
import { isDisposed } from '../../../../shared/schema/alerts.ts'
import { useMoveAlert } from '../../../data/queries/alerts.ts'
import { describeError } from '../../../ui/describeError.ts'
import { useStable } from '../../../ui/useStable.ts'
import { rememberDisposition, useLastDisposition } from './lastDisposition.ts'

const noticeId = 'alert-disposed'

/** Moves alerts, and takes the last disposition back by another sealed step. */
export const useDispose = () => {
  const { t } = useTranslation()
  const move = useMoveAlert()
  const { mutate } = move
  const failed = (error: unknown): void => void notifications.show({ color: 'red', message: describeError(error, t).what })

  const undo = useStable((): void => {
    const { last } = useLastDisposition.getState()
    if (last === null) return
    rememberDisposition(null)
    notifications.hide(noticeId)
    mutate(
      { id: last.id, revision: last.revision, body: { status: 'in_review', notes: t('alerts.undo.note', { status: t(`alertStatus.${last.to}`) }) } },
      { onSuccess: () => notifications.show({ message: t('alerts.undo.done', { title: last.title, status: t('alertStatus.in_review') }) }), onError: failed },
    )
  })

  /** Sends a move that needs no more words; a disposition can be taken back. */
  const send = useStable((alert: Pick<AlertFull, 'id' | 'revision' | 'title' | 'status'>, to: AlertStatus): void =>
    mutate(
      { id: alert.id, revision: alert.revision, body: { status: to } },
      {
        onError: failed,
        onSuccess: ({ data }) => {
          if (!isDisposed(to)) return
          rememberDisposition({ id: alert.id, revision: data.revision, title: alert.title, to })
          notifications.hide(noticeId)
          notifications.show({
            id: noticeId,
            autoClose: 12_000,
            onClose: () => rememberDisposition(null),
            message: (
              <span>
                {t('alerts.undo.disposed', { title: alert.title, status: t(`alertStatus.${to}`) })}{' '}
                <Button variant="subtle" size="compact-xs" onClick={undo}>
                  {t('alerts.undo.action')}
                </Button>
              </span>
            ),
          })
        },
      },
    ),
  )
  return { send, undo, pending: move.isPending }
}
