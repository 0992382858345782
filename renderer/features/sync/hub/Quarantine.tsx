import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QuarantinedEntry } from '../../../../shared/schema/hub.ts'
import { useQuarantine } from '../../../data/queries/hub.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { PlainTable } from '../../../ui/PlainTable.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import shared from '../sync.module.css'
import classes from './hub.module.css'

const Row = ({ entry }: { readonly entry: QuarantinedEntry }) => {
  const { t } = useTranslation()
  return (
    <tr>
      <td>
        <Timestamp at={entry.at} style="seconds" />
      </td>
      <td dir="auto" className="fs-ellipsis" title={entry.device_id}>
        {entry.device_name ?? entry.device_id}
      </td>
      <td className={shared.number}>
        {entry.case === 'workspace' ? t('sync.hub.quarantine.workspace') : (entry.case_number ?? entry.case)}
      </td>
      <td>
        {entry.code === 'device_fork' ? (
          t('sync.hub.quarantine.codes.device_fork')
        ) : (
          <code className={shared.code}>{entry.code}</code>
        )}
      </td>
      <td className={shared.number} title={entry.entry_id}>
        {entry.entry_id.slice(0, 12)}…
      </td>
    </tr>
  )
}

/** What the hub keeps aside, a page at a time. */
export const Quarantine = () => {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const list = useQuarantine(page)
  const data = list.data
  return (
    <section className={shared.block} aria-labelledby="hub-quarantine">
      <div className={shared.blockHead}>
        <h2 id="hub-quarantine">{t('sync.hub.quarantine.title')}</h2>
        <p className={shared.note}>{t('sync.hub.quarantine.lead')}</p>
      </div>
      {list.error !== null && data === undefined ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} compact />
      ) : null}
      {list.isPending ? <LoadingRows rows={2} height={36} /> : null}
      {data?.total === 0 ? <p className={shared.note}>{t('sync.hub.quarantine.none')}</p> : null}
      {data === undefined || data.total === 0 ? null : (
        <PlainTable
          heads={(['at', 'device', 'case', 'code', 'entry'] as const).map((column) => ({
            text: t(`sync.hub.quarantine.${column}`),
          }))}
        >
          {data.entries.map((entry) => (
            <Row key={entry.entry_id} entry={entry} />
          ))}
        </PlainTable>
      )}
      {data === undefined || data.pages <= 1 ? null : (
        <div className={classes.pager}>
          <Button variant="default" size="compact-xs" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('sync.hub.quarantine.previous')}
          </Button>
          <span role="status">{t('sync.hub.quarantine.page', { page, pages: data.pages })}</span>
          <Button variant="default" size="compact-xs" disabled={page >= data.pages} onClick={() => setPage(page + 1)}>
            {t('sync.hub.quarantine.next')}
          </Button>
        </div>
      )}
    </section>
  )
}
