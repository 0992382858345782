import {
  IconArchive,
  IconBan,
  IconCheck,
  IconChecks,
  IconPencil,
  IconPencilExclamation,
  IconSend,
  IconUserSearch,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportState } from '../../../../shared/schema/reports.ts'
import classes from '../reports.module.css'

const icons: Readonly<Record<ReportState, ComponentType<{ size: number; stroke: number; 'aria-hidden': boolean }>>> = {
  draft: IconPencil,
  in_review: IconUserSearch,
  approved: IconCheck,
  filed: IconSend,
  acknowledged: IconChecks,
  rejected: IconBan,
  corrected: IconPencilExclamation,
  withdrawn: IconArchive,
}

/** The state of a report: a sign and a word. */
export const ReportStateMark = ({ state }: { readonly state: ReportState }) => {
  const { t } = useTranslation()
  const Icon = icons[state]
  return (
    <span className={classes.state} data-state={state}>
      <Icon size={14} stroke={1.8} aria-hidden />
      {t(`reports.state.${state}`)}
    </span>
  )
}
