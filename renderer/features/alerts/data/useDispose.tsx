import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertFull, AlertStatus } from '../../../../shared/schema/alerts.ts'
import { isDisposed } from '../../../../shared/schema/alerts.ts'
import { useMoveAlert } from '../../../data/queries/alerts.ts'
import { useCommands, type PaletteCommand } from '../../../state/commands.ts'
import { describeError } from '../../../ui/describeError.ts'
import { useStable } from '../../../ui/useStable.ts'
import { rememberDisposition, useLastDisposition } from './lastDisposition.ts'

const noticeId = 'alert-disposed'

/** Takes the last disposition back by another sealed step, which says so. */
const useUndo = (): (() => void) => {
  const { t } = useTranslation()
  const { mutate } = useMoveAlert()
  return useStable((): void => {
    const { last } = useLastDisposition.getState()
    if (last === null) return
    rememberDisposition(null)
    notifications.hide(noticeId)
    mutate(
      {
        id: last.id,
        revision: last.revision,
        body: { status: 'in_review', notes: t('alerts.undo.note', { status: t(`alertStatus.${last.to}`) }) },
      },
      {
        onSuccess: () =>
          notifications.show({
            message: t('alerts.undo.done', { title: last.title, status: t('alertStatus.in_review') }),
          }),
        onError: (error) => {
          rememberDisposition(last)
          notifications.show({ color: 'red', message: describeError(error, t).what })
        },
      },
    )
  })
}

/** Offers to take the last disposition back, whichever alert is at hand by then. */
export const useUndoCommand = (writes: boolean): void => {
  const { t } = useTranslation()
  const undo = useUndo()
  const offered = useLastDisposition((state) => state.last !== null) && writes
  const commands = useMemo(
    (): readonly PaletteCommand[] =>
      offered
        ? [{ id: 'alert.undo', section: 'selection', title: t('alerts.undo.command'), shortcut: 'z', run: undo }]
        : [],
    [offered, undo, t],
  )
  useCommands(commands)
}

/** Sends moves that need no more words; a disposition can be taken back. */
export const useDispose = () => {
  const { t } = useTranslation()
  const { mutate, isPending } = useMoveAlert()
  const undo = useUndo()
  const send = useStable((alert: Pick<AlertFull, 'id' | 'revision' | 'title'>, to: AlertStatus): void =>
    mutate(
      { id: alert.id, revision: alert.revision, body: { status: to } },
      {
        onError: (error) => notifications.show({ color: 'red', message: describeError(error, t).what }),
        onSuccess: ({ data }) => {
          if (!isDisposed(to)) return
          notifications.hide(noticeId)
          rememberDisposition({ id: alert.id, revision: data.revision, title: alert.title, to })
          notifications.show({
            id: noticeId,
            autoClose: 12_000,
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
  return { send, pending: isPending }
}
