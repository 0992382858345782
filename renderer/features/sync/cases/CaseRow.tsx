import { IconAlertTriangle, IconClockUp, IconCloudCheck } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseSync } from '../../../../shared/schema/sync.ts'
import { Cell } from '../../../ui/grid/Cell.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import classes from './cases.module.css'

/** The columns of the list, in their order. */
export const caseSyncColumns = [
  { id: 'number', sort: null, width: 202 },
  { id: 'title', sort: null, width: 180, grow: 1 },
  { id: 'state', sort: null, width: 118 },
  { id: 'waiting', sort: null, width: 76 },
  { id: 'witnessed', sort: null, width: 230, leaves: 3 },
  { id: 'witnesses', sort: null, width: 92, leaves: 1 },
  { id: 'evidence', sort: null, width: 108, leaves: 2 },
] as const

/** The element id of a row, for aria-activedescendant. */
export const rowId = (index: number): string => `sync-case-${index}`

type Props = {
  readonly item: CaseSync | undefined
  readonly index: number
  readonly start: number
  readonly active: boolean
  readonly onPress: (index: number) => void
}

const State = ({ item }: { readonly item: CaseSync }) => {
  const { t } = useTranslation()
  if (item.stuck !== null) {
    return (
      <span className={classes.state} data-state="stuck" title={item.stuck.message}>
        <IconAlertTriangle size={14} stroke={2} aria-hidden />
        {t('sync.cases.stuck')}
      </span>
    )
  }
  const Icon = item.waiting > 0 ? IconClockUp : IconCloudCheck
  return (
    <span className={classes.state} data-state={item.waiting > 0 ? 'waiting' : 'fine'}>
      <Icon size={14} stroke={1.8} aria-hidden />
      {t(item.waiting > 0 ? 'sync.cases.waiting' : 'sync.cases.fine')}
    </span>
  )
}

const Cells = ({ item }: { readonly item: CaseSync }) => {
  const { t, i18n } = useTranslation()
  const number = (value: number): string => value.toLocaleString(i18n.language)
  const title = item.case_id === null ? t('sync.cases.workspace') : item.title
  return (
    <>
      <Cell column="number" className={`${classes.cell} ${classes.number}`} title={item.case_number}>
        {item.case_number}
      </Cell>
      <Cell column="title" className={`${classes.cell} ${classes.title}`} dir="auto" title={title}>
        {title}
      </Cell>
      <Cell column="state" className={classes.cell}>
        <State item={item} />
      </Cell>
      <Cell column="waiting" className={`${classes.cell} ${classes.figure}`}>
        {item.waiting === 0 ? '' : number(item.waiting)}
      </Cell>
      <Cell column="witnessed" className={classes.cell}>
        {item.witnessed === null ? (
          <span className="fs-muted">{t('sync.cases.never')}</span>
        ) : (
          <span className={classes.two}>
            <span>{t('sync.cases.entriesOf', { size: number(item.witnessed.size), count: item.entries })}</span>
            <Timestamp at={item.witnessed.at} style="ago" className="fs-muted" />
          </span>
        )}
      </Cell>
      <Cell column="witnesses" className={`${classes.cell} ${classes.figure}`}>
        {item.witnessed === null ? '' : number(item.witnessed.witnesses)}
      </Cell>
      <Cell column="evidence" className={classes.cell}>
        {item.evidence.pieces === 0 ? (
          <span className="fs-muted">{t('sync.cases.noEvidence')}</span>
        ) : (
          t('sync.cases.piecesOf', { here: number(item.evidence.here), pieces: number(item.evidence.pieces) })
        )}
      </Cell>
    </>
  )
}

/** One case and how it stands with the hub; a grey line until its page has come. */
export const CaseRow = memo(function CaseRow({ item, index, start, active, onPress }: Props) {
  return (
    <div
      role="row"
      id={rowId(index)}
      aria-rowindex={index + 2}
      aria-selected={active}
      data-active={active || undefined}
      className={classes.row}
      style={{ transform: `translateY(${start}px)` }}
      onClick={() => onPress(index)}
    >
      {item === undefined ? (
        caseSyncColumns.map(({ id }) => (
          <Cell key={id} column={id} className={classes.cell}>
            <span className={classes.bone} />
          </Cell>
        ))
      ) : (
        <Cells item={item} />
      )}
    </div>
  )
})
