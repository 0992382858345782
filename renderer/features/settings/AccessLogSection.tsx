import { ActionIcon, Button, Select, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exportAccessLog } from '../../../shared/api/access-log.ts'
import { accessKinds } from '../../../shared/schema/access-log.ts'
import { addressOf } from '../../data/client.ts'
import { useAccessLog } from '../../data/queries/accessLog.ts'
import { useUsers } from '../../data/queries/session.ts'
import { DayField } from '../../ui/DayField.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { PlainTable } from '../../ui/PlainTable.tsx'
import { saveFrom } from '../../ui/saveFile.ts'
import { AccessLogRow } from './AccessLogRow.tsx'
import { filtersOfChoice, isRange, nothingChosen, type AccessLogChoice } from './access-log-filters.ts'
import classes from './settings.module.css'

const columns = ['n', 'at', 'who', 'what', 'case', 'how'] as const

const Filters = ({
  choice,
  onChange,
}: {
  readonly choice: AccessLogChoice
  readonly onChange: (change: Partial<AccessLogChoice>) => void
}) => {
  const { t } = useTranslation()
  const users = useUsers()
  const wrong = !isRange(choice)
  return (
    <div className={classes.filters} role="toolbar" aria-label={t('settings.accessLog.filters')}>
      <Select
        size="xs"
        aria-label={t('settings.accessLog.who')}
        value={choice.person ?? 'all'}
        onChange={(value) => onChange({ person: value === 'all' ? null : value })}
        data={[
          { value: 'all', label: t('settings.accessLog.everyone') },
          ...(users.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        allowDeselect={false}
        searchable
      />
      <Select
        size="xs"
        aria-label={t('settings.accessLog.what')}
        value={choice.kind ?? 'all'}
        onChange={(value) => onChange({ kind: accessKinds.find((kind) => kind === value) ?? null })}
        data={[
          { value: 'all', label: t('settings.accessLog.everything') },
          ...accessKinds.map((kind) => ({ value: kind, label: t(`settings.accessLog.kinds.${kind}`) })),
        ]}
        allowDeselect={false}
      />
      {(['from', 'to'] as const).map((end) => (
        <DayField
          key={end}
          size="xs"
          w={124}
          aria-label={t(`settings.accessLog.${end}`)}
          value={choice[end]}
          error={wrong}
          onDay={(day) => onChange({ [end]: day })}
        />
      ))}
      {wrong ? <span role="alert">{t('settings.accessLog.wrongDays')}</span> : null}
      {choice.case === null ? null : (
        <Button variant="default" size="compact-xs" onClick={() => onChange({ case: null })}>
          {t('settings.accessLog.allCases', { number: choice.case.number })}
        </Button>
      )}
    </div>
  )
}

/** Who opened, searched, looked up and exported what at this service. */
export const AccessLogSection = () => {
  const { t } = useTranslation()
  const [choice, setChoice] = useState(nothingChosen)
  const [page, setPage] = useState(1)
  const filters = filtersOfChoice(isRange(choice) ? choice : { ...choice, from: '', to: '' })
  const list = useAccessLog(filters, page)
  const { total_pages: pages, total } = list.data?.pagination ?? { total_pages: 1, total: 0 }
  const change = (part: Partial<AccessLogChoice>): void => {
    setChoice({ ...choice, ...part })
    setPage(1)
  }
  if (list.error !== null && list.data === undefined)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  return (
    <section className={classes.block} aria-label={t('settings.accessLog.title')}>
      <div className={classes.blockHead}>
        <h2>{t('settings.accessLog.title')}</h2>
        <p>{t('settings.accessLog.lead')}</p>
        <Tooltip label={t('settings.accessLog.export')}>
          <ActionIcon
            aria-label={t('settings.accessLog.export')}
            onClick={() => saveFrom(addressOf(exportAccessLog, { query: filters }), 'access-log.csv')}
          >
            <IconDownload size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </div>
      <Filters choice={choice} onChange={change} />
      {list.data !== undefined && list.data.waiting > 0 ? (
        <p role="status">{t('settings.accessLog.waiting', { count: list.data.waiting })}</p>
      ) : null}
      {list.data === undefined ? <LoadingRows rows={6} height={36} /> : null}
      {list.data?.data.length === 0 ? <EmptyState title={t('settings.accessLog.none')} /> : null}
      {list.data === undefined || list.data.data.length === 0 ? null : (
        <PlainTable heads={columns.map((column) => ({ text: t(`settings.accessLog.${column}`), end: column === 'n' }))}>
          {list.data.data.map((row) => (
            <AccessLogRow key={row.n} row={row} onCase={(chosen) => change({ case: chosen })} />
          ))}
        </PlainTable>
      )}
      {pages <= 1 ? null : (
        <div className={classes.blockHead}>
          <Button variant="default" size="compact-sm" onClick={() => setPage(page - 1)} disabled={page === 1}>
            {t('settings.webhooks.newer')}
          </Button>
          <p role="status">{t('settings.webhooks.page', { page, pages, count: total })}</p>
          <Button variant="default" size="compact-sm" onClick={() => setPage(page + 1)} disabled={page >= pages}>
            {t('settings.webhooks.older')}
          </Button>
        </div>
      )}
    </section>
  )
}
