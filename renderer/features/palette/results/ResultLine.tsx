import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconBuildingBank,
  IconBuildingStore,
  IconCreditCard,
  IconDeviceDesktop,
  IconFileDescription,
  IconFolder,
  IconListDetails,
  IconListSearch,
  IconNetwork,
  IconPaperclip,
  IconShip,
  IconTextScan2,
  IconUser,
  IconWorld,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SearchReason, SearchResult, SoughtEntityKind } from '../../../../shared/schema/search.ts'
import { AlertStatusMark } from '../../../ui/AlertStatusMark.tsx'
import { money } from '../../../ui/charts/format.ts'
import { MarkedText } from '../../../ui/MarkedText.tsx'
import { RiskMark } from '../../../ui/RiskMark.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import classes from './results.module.css'

type Icon = ComponentType<{ size: number; stroke?: number; className?: string }>

const icons: Readonly<Record<Exclude<SearchResult['kind'], 'entity'>, Icon>> = {
  case: IconFolder,
  alert: IconAlertTriangle,
  transaction: IconArrowsExchange,
  evidence: IconPaperclip,
  evidence_text: IconTextScan2,
  report: IconFileDescription,
  list_entry: IconListSearch,
  list: IconListDetails,
  business: IconBuildingStore,
}
const entityIcons: Readonly<Record<SoughtEntityKind, Icon>> = {
  customer: IconUser,
  person: IconUser,
  account: IconBuildingBank,
  counterparty: IconArrowsExchange,
  device: IconDeviceDesktop,
  ip: IconWorld,
  terminal: IconCreditCard,
  company: IconBuildingStore,
  vessel: IconShip,
}

/** Fields whose passage the first line shows, where it can be marked at once. */
const marked = (text: string, { text: passage, marks }: SearchReason): ReactNode =>
  passage === text ? <MarkedText text={text} marks={marks} /> : text

/** What a result is called, what else is told of it, and its state. */
const partsOf = (
  result: SearchResult,
  t: TFunction,
  language: string,
): { readonly id?: string; readonly name: string; readonly facts: ReactNode; readonly state: ReactNode } => {
  switch (result.kind) {
    case 'case':
      return {
        id: result.case_number,
        name: result.title,
        facts: null,
        state: <StatusBadge status={result.status} />,
      }
    case 'entity':
      return {
        id: result.id,
        name: result.name ?? '',
        facts: [
          t(`search.entity.${result.entity_kind}`),
          ...(result.open_alerts > 0 ? [t('search.openAlerts', { count: result.open_alerts })] : []),
          ...(result.open_hits > 0 ? [t('search.openHits', { count: result.open_hits })] : []),
        ].join(' · '),
        state: result.risk_level === null ? null : <RiskMark level={result.risk_level} />,
      }
    case 'alert':
      return {
        id: String(result.id),
        name: result.title,
        facts: <Timestamp at={result.raised_at} />,
        state: (
          <>
            <RiskMark level={result.risk_level} />
            <AlertStatusMark status={result.status} />
          </>
        ),
      }
    case 'transaction':
      return {
        id: result.transaction_id,
        name: result.amount === null ? result.event_type : money(result.amount, result.currency, language),
        facts: <Timestamp at={result.at} />,
        state: <RiskMark level={result.risk_level} />,
      }
    case 'evidence':
    case 'evidence_text':
      return { name: result.name, facts: result.case_number, state: null }
    case 'report':
      return {
        name: result.title,
        facts: `${t(`reports.kind.${result.report_kind}`)} · ${result.case_number}`,
        state: t(`reports.state.${result.state}`),
      }
    case 'list_entry':
      return {
        id: result.id,
        name: result.name,
        facts: `${t(`listEntries.kind.${result.entry_kind}`)} · ${result.list_title}`,
        state: null,
      }
    case 'list':
      return { name: result.title, facts: t(`search.holds.${result.holds}`), state: null }
    case 'business':
      return {
        name: result.name,
        facts: [t(`businesses.kind.${result.party_kind}`), result.jurisdiction].filter(Boolean).join(' · '),
        state: null,
      }
  }
}

/** Whether the first line shows already what fits. */
const isInSight = (reason: SearchReason, shown: readonly (string | undefined)[]): boolean =>
  reason.text !== null && shown.includes(reason.text)

/** Why something was found, where its name and number do not say it: the field, and the passage with its marks. */
const Reason = ({ reason }: { readonly reason: SearchReason }) => {
  const { t } = useTranslation()
  return (
    <>
      <span>{t(`search.field.${reason.field}`)}</span>
      {reason.text === null ? null : (
        <span dir="auto" className={`${classes.passage} fs-ellipsis`}>
          <MarkedText text={reason.text} marks={reason.marks} />
        </span>
      )}
    </>
  )
}

/** A result: what it is, why it was found, and its state. */
export const ResultLine = ({ result }: { readonly result: SearchResult }) => {
  const { t, i18n } = useTranslation()
  const Shape = (result.kind === 'entity' ? entityIcons[result.entity_kind] : icons[result.kind]) ?? IconNetwork
  const { id, name, facts, state } = partsOf(result, t, i18n.language)
  const { reason } = result
  return (
    <>
      <Shape size={16} stroke={1.6} className={classes.icon ?? ''} aria-hidden />
      <span className={classes.what}>
        <span className={classes.first}>
          {id === undefined ? null : (
            <bdi className={`${classes.id} fs-mono`} title={id}>
              {marked(id, reason)}
            </bdi>
          )}
          {name === '' ? null : (
            <span dir="auto" className={`${classes.name} fs-ellipsis`} title={name}>
              {marked(name, reason)}
            </span>
          )}
        </span>
        <span className={classes.second}>
          {facts === null ? null : <span className={classes.facts}>{facts}</span>}
          {isInSight(reason, [id, name]) ? null : <Reason reason={reason} />}
        </span>
      </span>
      {state === null ? null : <span className={classes.state}>{state}</span>}
    </>
  )
}
