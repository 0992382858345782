import { SegmentedControl } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { timelineBuckets, type EntityProfile } from '../../../shared/api/entity-profiles.ts'
import { isRefusal } from '../../data/errors.ts'
import { useEntityPage, type ProfiledKind, type ProfileQuery } from '../../data/queries/transactions.ts'
import { withFilter } from '../../state/filters.ts'
import {
  detectionHref,
  entityHref,
  goToDetection,
  navigate,
  networkHref,
  screenedHref,
  type DetectionRoute,
} from '../../state/route.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FindField } from '../../ui/FindField.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import classes from './customer.module.css'
import { CustomerFigures } from './CustomerFigures.tsx'
import { MoneyView } from './money/MoneyView.tsx'
import { Related } from './Related.tsx'
import { Timeline } from './Timeline.tsx'
import { Usual } from './Usual.tsx'

const allStates = 'new,in_review,escalated,confirmed,false_positive,dismissed'

const bucketOf = (value: string | undefined): ProfileQuery['bucket'] =>
  timelineBuckets.find((bucket) => bucket === value) ?? 'day'

const Body = ({ profile }: { readonly profile: EntityProfile }) => {
  const { t } = useTranslation()
  return (
    <>
      {profile.complete ? null : (
        <p className={classes.notice}>{t('customer.newestOnly', { count: profile.activities })}</p>
      )}
      <CustomerFigures profile={profile} />
      <Timeline profile={profile} />
      <Related profile={profile} />
      <Usual profile={profile} />
    </>
  )
}

/** Everything that activities say of a customer or of an account. */
export const CustomerPage = ({ route }: { readonly route: DetectionRoute }) => {
  const { t } = useTranslation()
  const kind: ProfiledKind = route.query['kind'] === 'account' ? 'account' : 'customer'
  const bucket = bucketOf(route.query['bucket'])
  const id = route.open ?? ''
  const page = useEntityPage(kind, id, { bucket })
  const view = kind === 'account' && route.query['view'] === 'money' ? 'money' : 'overview'
  const set = (name: string, value: string): void =>
    navigate({ name: 'customers', open: route.open, query: withFilter(route.query, name, value) }, 'replace')
  const open = (next: string): void => {
    if (next !== '') goToDetection('customers', next, kind === 'account' ? { kind } : {})
  }
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <span className={classes.kind}>{t(`entity.${kind}`)}</span>
          <h1>
            <bdi>{id}</bdi>
          </h1>
        </div>
        <nav className={classes.links} aria-label={t('customer.links')}>
          <a href={detectionHref('transactions', null, { [`${kind}_id`]: id })}>{t('customer.allTransactions')}</a>
          <a href={detectionHref('alerts', null, { entity_kind: kind, entity_id: id, status: allStates })}>
            {t('customer.allAlerts')}
          </a>
          <a href={entityHref({ kind, id })}>{t('network.toPage')}</a>
          <a href={screenedHref({ kind, id })}>{t('screenedSubject.toPage')}</a>
          <a href={networkHref({ kind, id })}>{t('entityPage.toNetwork')}</a>
        </nav>
        <div className={classes.tools}>
          {kind === 'account' ? (
            <SegmentedControl
              size="xs"
              aria-label={t('customer.view')}
              data={(['overview', 'money'] as const).map((one) => ({ value: one, label: t(`customer.views.${one}`) }))}
              value={view}
              onChange={(next) => set('view', next === 'overview' ? '' : next)}
            />
          ) : null}
          {view === 'overview' ? (
            <SegmentedControl
              size="xs"
              aria-label={t('customer.bucket')}
              data={timelineBuckets.map((one) => ({ value: one, label: t(`customer.buckets.${one}`) }))}
              value={bucket}
              onChange={(next) => set('bucket', next === 'day' ? '' : next)}
            />
          ) : null}
          <FindField label={t(`customer.find.${kind}`)} value="" onFind={open} whole />
        </div>
      </header>
      {view === 'money' ? (
        <MoneyView account={id} route={route} />
      ) : page.data !== undefined && page.data.id === id ? (
        <Body profile={page.data} />
      ) : page.error === null ? (
        <LoadingRows rows={8} height={40} />
      ) : isRefusal(page.error, 'not_found') ? (
        <EmptyState
          icon={<IconUserQuestion size={30} stroke={1.4} />}
          title={t('customer.unknown', { id })}
          hint={t('customer.unknownHint')}
        />
      ) : (
        <ErrorState error={page.error} onRetry={() => void page.refetch()} />
      )}
    </div>
  )
}
