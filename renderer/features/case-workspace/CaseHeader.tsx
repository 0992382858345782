import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import {
  IconArrowLeft,
  IconChevronLeft,
  IconChevronRight,
  IconDots,
  IconEyeOff,
  IconFlag,
  IconGavel,
  IconLink,
  IconMessage,
  IconPackageExport,
  IconPencil,
  IconReportAnalytics,
  IconShieldCheck,
  IconSitemap,
  IconUserShare,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseFull } from '../../../shared/schema/case.ts'
import { useCaseAccess } from '../../data/queries/caseAccess.ts'
import { runCommand } from '../../state/commands.ts'
import { backFromCase, goToDetection, openCase } from '../../state/route.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Keys } from '../../ui/Keys.tsx'
import { PriorityMark } from '../../ui/PriorityMark.tsx'
import { SlaCountdown } from '../../ui/SlaCountdown.tsx'
import { RestrictedMark } from '../../ui/RestrictedMark.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { OpenDialog } from './dialogs/CaseDialogs.tsx'
import { EditableTitle } from './facts/EditableTitle.tsx'
import type { EditedFact } from './facts/FactsPane.tsx'
import classes from './workspace.module.css'

type Props = {
  readonly file: CaseFull
  readonly writes: boolean
  readonly supervises: boolean
  readonly previous: number | null
  readonly next: number | null
  readonly editing: boolean
  readonly onEdit: (editing: EditedFact) => void
  readonly onDialog: (dialog: OpenDialog) => void
  readonly onNote: () => void
  readonly onVerify: () => void
}

const Hint = ({
  label,
  shortcut,
  children,
}: {
  readonly label: string
  readonly shortcut: string
  readonly children: ReactNode
}) => (
  <Tooltip
    label={
      <span className={classes.hint}>
        {label} <Keys shortcut={shortcut} />
      </span>
    }
  >
    {children}
  </Tooltip>
)

const Neighbours = ({ previous, next }: Pick<Props, 'previous' | 'next'>) => {
  const { t } = useTranslation()
  return (
    <span className={classes.neighbours}>
      <Hint label={t('case.previous')} shortcut="[">
        <ActionIcon
          size={24}
          disabled={previous === null}
          onClick={() => previous !== null && openCase(previous)}
          aria-label={t('case.previous')}
        >
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
      </Hint>
      <Hint label={t('case.next')} shortcut="]">
        <ActionIcon
          size={24}
          disabled={next === null}
          onClick={() => next !== null && openCase(next)}
          aria-label={t('case.next')}
        >
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
      </Hint>
    </span>
  )
}

const MoreMenu = ({
  file,
  supervises,
  onDialog,
  onEdit,
}: Pick<Props, 'file' | 'supervises' | 'onDialog' | 'onEdit'>) => {
  const { t } = useTranslation()
  const maySet = useCaseAccess(file.id).data?.may_set === true
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={26} aria-label={t('case.more')}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPencil size={14} aria-hidden />}
          rightSection={<Keys shortcut="e" />}
          onClick={() => onEdit('title')}
        >
          {t('case.actions.edit')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFlag size={14} aria-hidden />}
          rightSection={<Keys shortcut="p" />}
          onClick={() => onDialog({ kind: 'priority' })}
        >
          {t('case.actions.priority')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLink size={14} aria-hidden />}
          rightSection={<Keys shortcut="l" />}
          onClick={() => onDialog({ kind: 'link' })}
        >
          {t('case.actions.link')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconSitemap size={14} aria-hidden />}
          rightSection={<Keys shortcut="shift+r" />}
          onClick={() => onDialog({ kind: 'relate' })}
        >
          {t('case.commands.relate')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconReportAnalytics size={14} aria-hidden />}
          rightSection={<Keys shortcut="shift+w" />}
          onClick={() => goToDetection('reports', null, { case_id: String(file.id) })}
        >
          {t('caseReport.write')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPackageExport size={14} aria-hidden />}
          rightSection={<Keys shortcut="shift+e" />}
          onClick={() => runCommand('evidence.export')}
        >
          {t('evidence.commands.export')}
        </Menu.Item>
        {maySet ? (
          <Menu.Item leftSection={<IconEyeOff size={14} aria-hidden />} onClick={() => onDialog({ kind: 'access' })}>
            {t('access.menu')}
          </Menu.Item>
        ) : null}
        {supervises ? (
          <Menu.Item
            leftSection={<IconGavel size={14} aria-hidden />}
            onClick={() => onDialog({ kind: file.hold === null ? 'hold' : 'release' })}
          >
            {file.hold === null ? t('case.actions.hold') : t('case.actions.release')}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}

const Actions = (
  props: Pick<Props, 'file' | 'writes' | 'supervises' | 'onDialog' | 'onEdit' | 'onNote' | 'onVerify'>,
) => {
  const { t } = useTranslation()
  const { writes, onDialog, onNote, onVerify } = props
  return (
    <div className={classes.actions}>
      {writes ? (
        <>
          <Hint label={t('case.commands.note')} shortcut="n">
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconMessage size={14} aria-hidden />}
              onClick={onNote}
            >
              {t('case.actions.note')}
            </Button>
          </Hint>
          <Hint label={t('case.commands.assign')} shortcut="a">
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconUserShare size={14} aria-hidden />}
              onClick={() => onDialog({ kind: 'assign' })}
            >
              {t('case.actions.assign')}
            </Button>
          </Hint>
        </>
      ) : null}
      <Hint label={t('case.commands.verify')} shortcut="v">
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconShieldCheck size={14} aria-hidden />}
          onClick={onVerify}
        >
          {t('case.actions.verify')}
        </Button>
      </Hint>
      {writes ? (
        <>
          <Hint label={t('case.commands.status')} shortcut="s">
            <Button size="compact-sm" onClick={() => onDialog({ kind: 'status' })}>
              {t('case.actions.status')}
            </Button>
          </Hint>
          <MoreMenu {...props} />
        </>
      ) : null}
    </div>
  )
}

/** The head of a case: where it stands in the queue, its number, state and title, and what can be done. */
export const CaseHeader = ({ file, editing, onEdit, previous, next, ...actions }: Props) => {
  const { t } = useTranslation()
  const rule = useCaseAccess(file.id).data?.rule
  const restricted = rule !== undefined && rule !== 'everyone'
  return (
    <div className={classes.header}>
      <div className={classes.headerTop}>
        <Hint label={t('case.back')} shortcut="escape">
          <ActionIcon size={24} onClick={backFromCase} aria-label={t('case.back')}>
            <IconArrowLeft size={16} aria-hidden />
          </ActionIcon>
        </Hint>
        <Neighbours previous={previous} next={next} />
        <span
          className={classes.number}
          title={
            file.former_numbers.length === 0
              ? undefined
              : t('case.formerNumbers', { numbers: file.former_numbers.join(', ') })
          }
        >
          {file.case_number}
        </span>
        <CopyButton value={file.case_number} label={t('case.copyNumber')} />
        <span className={classes.marks}>
          <StatusBadge status={file.status} />
          <PriorityMark priority={file.priority} />
          <SlaCountdown dueAt={file.sla_due_at} state={file.sla_state} />
          {restricted ? <RestrictedMark /> : null}
        </span>
        <Actions file={file} onEdit={onEdit} {...actions} />
      </div>
      <EditableTitle file={file} writes={actions.writes} editing={editing} onEdit={onEdit} />
    </div>
  )
}
