import { notifications } from '@mantine/notifications'
import {
  IconAlertOctagon,
  IconArrowBackUp,
  IconArrowUpCircle,
  IconCircleHalf2,
  IconCircleMinus,
  IconCircleX,
  IconUserCheck,
  IconUserShare,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useMemo, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { isDisposed, type AlertDisposition, type AlertFull } from '../../../../shared/schema/alerts.ts'
import { useAssignAlert } from '../../../data/queries/alerts.ts'
import type { Me } from '../../../data/queries/session.ts'
import { useCommands, type PaletteCommand } from '../../../state/commands.ts'
import { openCase } from '../../../state/route.ts'
import { alertSelection } from '../../../state/selection.ts'
import { useDispose } from '../data/useDispose.tsx'
import { describeError } from '../../../ui/describeError.ts'
import { useStable } from '../../../ui/useStable.ts'

export type PaneDialog = AlertDisposition | 'in_review' | 'assign' | 'escalate'

/** Something that can be done with the alert at hand. */
export type AlertAction = {
  readonly id: string
  readonly label: string
  readonly shortcut: string
  readonly Icon: ComponentType<{ size: number; 'aria-hidden'?: boolean }>
  readonly main: boolean
  readonly pending: boolean
  readonly run: () => void
}

type Reach = {
  readonly alert: AlertFull
  readonly me: Me
  readonly writes: boolean
  readonly noteRequired: boolean
  readonly open: (dialog: PaneDialog) => void
}

/** Which of the actions the alert allows now. */
interface Offered extends Readonly<Record<'confirmed' | 'false_positive' | 'dismissed' | 'in_review', boolean>> {
  readonly take: boolean
  readonly escalate: boolean
}

interface Doing extends Pick<Reach, 'open'> {
  /** Whether the alert was disposed of, and a review opens it again. */
  readonly reopens: boolean
  readonly pending: boolean
  readonly taking: boolean
  readonly quick: (to: AlertDisposition) => void
  readonly review: () => void
  readonly take: () => void
}

const offeredActions = (
  t: TFunction,
  can: Offered,
  { reopens, pending, taking, open, quick, review, take }: Doing,
): readonly AlertAction[] => {
  return [
    ...(can.confirmed
      ? [
          {
            id: 'confirmed',
            label: t('alerts.action.confirmed'),
            shortcut: 'f',
            Icon: IconAlertOctagon,
            main: true,
            pending: false,
            run: () => open('confirmed'),
          },
        ]
      : []),
    ...(can.false_positive
      ? [
          {
            id: 'false_positive',
            label: t('alerts.action.false_positive'),
            shortcut: 'p',
            Icon: IconCircleX,
            main: true,
            pending,
            run: () => quick('false_positive'),
          },
        ]
      : []),
    ...(can.dismissed
      ? [
          {
            id: 'dismissed',
            label: t('alerts.action.dismissed'),
            shortcut: 'd',
            Icon: IconCircleMinus,
            main: true,
            pending,
            run: () => quick('dismissed'),
          },
        ]
      : []),
    ...(can.escalate
      ? [
          {
            id: 'escalate',
            label: t('alerts.action.escalate'),
            shortcut: 'e',
            Icon: IconArrowUpCircle,
            main: true,
            pending: false,
            run: () => open('escalate'),
          },
        ]
      : []),
    ...(can.in_review
      ? [
          {
            id: 'in_review',
            label: t(reopens ? 'alerts.action.reopen' : 'alerts.action.in_review'),
            shortcut: 's',
            Icon: reopens ? IconArrowBackUp : IconCircleHalf2,
            main: reopens,
            pending,
            run: review,
          },
        ]
      : []),
    ...(can.take
      ? [
          {
            id: 'take',
            label: t('alerts.action.take'),
            shortcut: 't',
            Icon: IconUserCheck,
            main: false,
            pending: taking,
            run: take,
          },
        ]
      : []),
    {
      id: 'assign',
      label: t('alerts.action.assign'),
      shortcut: 'a',
      Icon: IconUserShare,
      main: false,
      pending: false,
      run: () => open('assign'),
    },
  ]
}

/**
 * What can be done with the alert at hand, as buttons and as keys. Confirming fraud always asks for words: it says
 * something of a person.
 * The other dispositions take one key, and can be taken back, unless the policy asks for a note or the alert was
 * disposed of before.
 */
export const useAlertActions = ({ alert, me, writes, noteRequired, open }: Reach): readonly AlertAction[] => {
  const { t } = useTranslation()
  const { send, pending } = useDispose()
  const assign = useAssignAlert()
  const bulk = alertSelection.use((selection) => selection.ids.length > 0)
  const talks = noteRequired || isDisposed(alert.status)
  const may = (to: AlertFull['status']): boolean => alert.may_move_to.includes(to)
  const quick = useStable((to: AlertDisposition): void => (talks ? open(to) : send(alert, to)))
  const review = useStable((): void => (isDisposed(alert.status) ? open('in_review') : send(alert, 'in_review')))
  const take = useStable((): void =>
    assign.mutate(
      { id: alert.id, revision: alert.revision, body: { assignee_id: me.user.id } },
      { onError: (error) => notifications.show({ color: 'red', message: describeError(error, t).what }) },
    ),
  )
  const offered: Offered = {
    confirmed: may('confirmed'),
    false_positive: may('false_positive'),
    dismissed: may('dismissed'),
    in_review: may('in_review'),
    take: alert.assignee_id !== me.user.id,
    escalate: alert.case_id === null,
  }
  const offeredKey = JSON.stringify(offered)
  const reopens = isDisposed(alert.status)
  const taking = assign.isPending
  const actions = useMemo((): readonly AlertAction[] => {
    return offeredActions(t, JSON.parse(offeredKey) as Offered, { reopens, pending, taking, open, quick, review, take })
  }, [offeredKey, reopens, pending, taking, open, quick, review, take, t])
  const caseId = alert.case_id
  const commands = useMemo((): readonly PaletteCommand[] => {
    const own =
      writes && !bulk
        ? actions.map((action): PaletteCommand => ({
            id: `alert.${action.id}`,
            section: 'selection',
            title: t('alerts.command.act', { action: action.label }),
            shortcut: action.shortcut,
            keywords: 'alert',
            run: action.run,
          }))
        : []
    return [
      ...own,
      ...(caseId === null
        ? []
        : [
            {
              id: 'alert.case',
              section: 'selection',
              title: t('alerts.command.case'),
              shortcut: 'o',
              run: () => openCase(caseId),
            } as const,
          ]),
    ]
  }, [actions, writes, bulk, caseId, t])
  useCommands(commands)
  return actions
}
