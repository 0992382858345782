import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { LoggedAccess } from '../../data/queries/accessLog.ts'
import { caseHref } from '../../state/route.ts'
import cells from '../../ui/plain-table.module.css'
import { PersonName } from '../../ui/PersonName.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import type { ChosenCase } from './access-log-filters.ts'
import classes from './settings.module.css'

const Terms = ({ row: { terms, terms_erased: erased } }: { readonly row: LoggedAccess }) => {
  const { t } = useTranslation()
  if (erased) return <div className={classes.note}>{t('settings.accessLog.erased')}</div>
  if (terms === null) return null
  return (
    <div className={classes.terms} dir="auto">
      {Object.values(terms).join(' · ')}
    </div>
  )
}

const What = ({ row }: { readonly row: LoggedAccess }) => {
  const { t } = useTranslation()
  const { kind, result, cases_in_hour: count } = row
  if (kind === 'unusual_reading')
    return (
      <span className={classes.unusual}>
        <IconAlertTriangle size={14} stroke={1.7} aria-hidden />
        {t('settings.accessLog.unusual', { count: count ?? 0 })}
      </span>
    )
  return (
    <>
      {t(`settings.accessLog.kinds.${kind}`)}
      {result === 'refused' ? <span className={classes.refused}> · {t('settings.accessLog.refused')}</span> : null}
      <Terms row={row} />
    </>
  )
}

const Case = ({ row, onCase }: { readonly row: LoggedAccess; readonly onCase: (chosen: ChosenCase) => void }) => {
  const { t } = useTranslation()
  const { case: about, relation } = row
  if (about === null) return null
  const { id, number } = about
  if (id === null || number === null || about.uid === null)
    return (
      <span className={classes.note}>
        {t('settings.accessLog.notHere', { name: number ?? String(id ?? about.uid) })}
      </span>
    )
  return (
    <>
      <a href={caseHref(id)} dir="ltr">
        {number}
      </a>
      {relation === null ? null : <div className={classes.note}>{t(`settings.accessLog.relation.${relation}`)}</div>}
      <Button
        variant="subtle"
        size="compact-xs"
        px={0}
        onClick={() => onCase({ id, number })}
        aria-label={t('settings.accessLog.onlyCase', { number })}
      >
        {t('settings.accessLog.only')}
      </Button>
    </>
  )
}

/** A row of the access log. */
export const AccessLogRow = (props: { readonly row: LoggedAccess; readonly onCase: (chosen: ChosenCase) => void }) => {
  const { row } = props
  const { t } = useTranslation()
  const { person } = row
  return (
    <tr data-unusual={row.kind === 'unusual_reading' || undefined}>
      <td className={cells.figure}>{row.n}</td>
      <td>
        <Timestamp at={row.at} style="seconds" />
      </td>
      <td>
        {person === null ? t('settings.accessLog.service') : <PersonName name={person.name ?? person.uid} plain />}
      </td>
      <td>
        <What row={row} />
      </td>
      <td>
        <Case {...props} />
      </td>
      <td>{t(`settings.accessLog.via.${row.via}`)}</td>
    </tr>
  )
}
