import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCloudCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { TakeableCaseView } from '../../../../shared/schema/sync.ts'
import { useTakeable, useTakeOffline } from '../../../data/queries/sync.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import shared from '../sync.module.css'
import classes from './cases.module.css'

const Row = ({ item, steers }: { readonly item: TakeableCaseView; readonly steers: boolean }) => {
  const { t } = useTranslation()
  const take = useTakeOffline()
  // A hub that projects nothing yet cannot name a case; its uid can.
  const number = item.case_number === '' ? item.case_uid : item.case_number
  return (
    <li>
      <span className={classes.atHubNumber}>{number}</span>
      <span dir="auto" className="fs-ellipsis">
        {item.title}
      </span>
      <span className={classes.pieceSize}>{t('sync.carry.entries', { count: item.entries })}</span>
      <span className={classes.pieceEnd}>
        {steers ? (
          <Button
            variant="default"
            size="compact-xs"
            aria-label={t('sync.atHub.takeLabel', { number })}
            loading={take.isPending}
            onClick={() =>
              take.mutate(
                { uid: item.case_uid, offline: true },
                { onSuccess: () => notifications.show({ message: t('sync.atHub.taken', { number }) }) },
              )
            }
          >
            {t('sync.atHub.take')}
          </Button>
        ) : null}
      </span>
      {take.error === null ? null : (
        <div className={classes.atHubError}>
          <ErrorState error={take.error} compact />
        </div>
      )}
    </li>
  )
}

/** Cases that this device gave back and may take again; the hub is asked for them. */
export const AtHub = ({ q, steers }: { readonly q: string; readonly steers: boolean }) => {
  const { t } = useTranslation()
  const takeable = useTakeable(steers)
  const wanted = q.trim().toLocaleLowerCase()
  const found = (takeable.data ?? []).filter(
    (item) => wanted === '' || `${item.case_number} ${item.title}`.toLocaleLowerCase().includes(wanted),
  )
  if (takeable.error !== null) return <ErrorState error={takeable.error} onRetry={() => void takeable.refetch()} />
  if (takeable.isPending && steers) return <LoadingRows rows={4} />
  if (found.length === 0)
    return (
      <EmptyState
        icon={<IconCloudCheck size={30} stroke={1.4} />}
        title={t(wanted === '' ? 'sync.atHub.none' : 'sync.cases.noMatch')}
        hint={wanted === '' ? t('sync.atHub.noneHint') : undefined}
      />
    )
  return (
    <section className={classes.atHub} aria-labelledby="sync-at-hub">
      <h2 id="sync-at-hub">{t('sync.atHub.label')}</h2>
      <p className={shared.note}>{t('sync.atHub.lead')}</p>
      <ul className={classes.atHubList}>
        {found.map((item) => (
          <Row key={item.case_uid} item={item} steers={steers} />
        ))}
      </ul>
    </section>
  )
}
