import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBusinessOwners, type OwnersQuery } from '../../data/queries/businesses.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import classes from './businesses.module.css'
import { OwnersTable, TreeTable } from './OwnersTable.tsx'
import { OwnershipTree } from './OwnershipTree.tsx'
import { shareRangeText } from '../../ui/shares.ts'

const thresholds = [
  { value: 'over 25', query: { threshold: '25', comparator: 'over' } },
  { value: 'at_least 25', query: { threshold: '25', comparator: 'at_least' } },
  { value: 'over 10', query: { threshold: '10', comparator: 'over' } },
  { value: 'at_least 50', query: { threshold: '50', comparator: 'at_least' } },
] as const satisfies readonly { readonly value: string; readonly query: OwnersQuery }[]

type Chosen = (typeof thresholds)[number]['value']

/** Who owns a business: the tree, the same as a table, and who stands at the ends of it. */
export const Ownership = ({ id, name }: { readonly id: string; readonly name: string }) => {
  const { t, i18n } = useTranslation()
  const [chosen, setChosen] = useState<Chosen>('over 25')
  const [view, setView] = useState<'tree' | 'table'>('tree')
  const owners = useBusinessOwners(id, thresholds.find(({ value }) => value === chosen)?.query ?? {})
  if (owners.data === undefined)
    return owners.error === null ? (
      <LoadingRows rows={6} height={28} />
    ) : (
      <ErrorState error={owners.error} onRetry={() => void owners.refetch()} compact />
    )
  const { data } = owners
  return (
    <section className={classes.block} aria-labelledby="business-owners">
      <div className={classes.blockHead}>
        <h2 id="business-owners">{t('businesses.owners')}</h2>
        <SegmentedControl
          size="xs"
          aria-label={t('businesses.threshold')}
          data={thresholds.map(({ value }) => ({ value, label: t(`businesses.thresholds.${value}`) }))}
          value={chosen}
          onChange={(value) => setChosen(value)}
        />
      </div>
      <OwnersTable owners={data.owners} />
      {data.undisclosed.max > 0 ? (
        <p className={classes.notice}>
          {t('businesses.undisclosed', { share: shareRangeText(data.undisclosed, i18n.language) })}
        </p>
      ) : null}
      {data.findings
        .filter(({ code }) => code !== 'undisclosed')
        .map((finding) => (
          <p key={finding.message} className={classes.notice} data-code={finding.code}>
            {finding.message}
          </p>
        ))}
      <div className={classes.blockHead}>
        <h3>{t('businesses.tree')}</h3>
        <SegmentedControl
          size="xs"
          aria-label={t('businesses.view')}
          data={(['tree', 'table'] as const).map((value) => ({ value, label: t(`businesses.views.${value}`) }))}
          value={view}
          onChange={(value) => setView(value)}
        />
      </div>
      {view === 'tree' ? (
        <OwnershipTree nodes={data.tree} label={t('businesses.treeOf', { name })} />
      ) : (
        <TreeTable nodes={data.tree} />
      )}
    </section>
  )
}
