import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listChangeKinds, type ListChange } from '../../../shared/schema/lists.ts'
import { useListDiff } from '../../data/queries/lists.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { HeadedTable } from '../../ui/HeadedTable.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { fieldChange } from './entry-words.ts'
import classes from './lists.module.css'

const fields = [
  'kind',
  'names',
  'dates',
  'birth_places',
  'countries',
  'gender',
  'identifiers',
  'addresses',
  'positions',
  'programmes',
  'remarks',
  'listed_on',
] as const
type Field = (typeof fields)[number]
const isField = (field: string): field is Field => fields.some((one) => one === field)

const Fields = ({ change: { before, after, fields: changed } }: { readonly change: ListChange }) => {
  const { t } = useTranslation()
  if (before === null || after === null) return null
  return (
    <ul className={classes.changes}>
      {changed.filter(isField).map((field) => {
        const { lost, gained } = fieldChange(before, after, field)
        return (
          <li key={field}>
            {t(`lists.field.${field}`)}:{' '}
            {lost.length === 0 ? null : <del className={classes.before}>{lost.join('; ')}</del>}{' '}
            <bdi>{gained.join('; ')}</bdi>
          </li>
        )
      })}
    </ul>
  )
}

/**
 * What a version changed against the one before it: who was added, who was removed, and in whom which fields changed.
 */
export const ListDiff = ({ listKey, version }: { readonly listKey: string; readonly version: number }) => {
  const { t } = useTranslation()
  const [shown, setShown] = useState<'all' | ListChange['change']>('all')
  const [page, setPage] = useState(1)
  const diff = useListDiff(listKey, { to: version, page, ...(shown === 'all' ? {} : { change: shown }) })
  if (diff.error !== null && diff.data === undefined)
    return <ErrorState error={diff.error} onRetry={() => void diff.refetch()} compact />
  const answer = diff.data
  const pages = answer?.pagination.total_pages ?? 1
  return (
    <section className={classes.block} aria-label={t('lists.diff.title', { from: answer?.from ?? '', to: version })}>
      <div className={classes.diffTools}>
        <h3>{t('lists.diff.title', { from: answer?.from ?? '…', to: version })}</h3>
        <SegmentedControl
          size="xs"
          aria-label={t('lists.diff.show')}
          value={shown}
          onChange={(value) => {
            setShown(value)
            setPage(1)
          }}
          data={[
            { value: 'all', label: t('lists.diff.all') },
            ...listChangeKinds.map((kind) => ({
              value: kind,
              label: t(`lists.diff.${kind}`, { count: answer?.counts[kind] ?? 0 }),
            })),
          ]}
        />
      </div>
      {answer === undefined ? (
        <LoadingRows rows={4} />
      ) : answer.data.length === 0 ? (
        <p className="fs-muted">{t('lists.diff.none')}</p>
      ) : (
        <div className={classes.frame}>
          <HeadedTable
            className={classes.table}
            heads={(['id', 'name', 'change', 'what'] as const).map((column) => ({
              text: t(`lists.diff.columns.${column}`),
            }))}
          >
            {answer.data.map((change) => (
              <tr key={change.id}>
                <td>{change.id}</td>
                <td className={classes.wrap} dir="auto">
                  {(change.after ?? change.before)?.names[0]?.text}
                </td>
                <td>{t(`lists.diff.one.${change.change}`)}</td>
                <td className={classes.wrap}>
                  <Fields change={change} />
                </td>
              </tr>
            ))}
          </HeadedTable>
        </div>
      )}
      {pages > 1 ? (
        <div className={classes.diffTools}>
          <Button size="compact-xs" variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('lists.diff.earlier')}
          </Button>
          <span>{t('lists.diff.page', { page, pages })}</span>
          <Button size="compact-xs" variant="default" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t('lists.diff.later')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}
