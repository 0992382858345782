import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconBuildingBank, IconChecklist } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { BusinessPage as Page, CheckSummary } from '../../../shared/schema/kyb.ts'
import { isRefusal } from '../../data/errors.ts'
import { useBusiness, useBusinessCheck, useCheckBusiness } from '../../data/queries/businesses.ts'
import type { Me } from '../../data/queries/session.ts'
import { useCommands, type PaletteCommand } from '../../state/commands.ts'
import { detectionHref, goToDetection, type DetectionQuery } from '../../state/route.ts'
import { mayWrite } from '../../state/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { useIsHere } from '../../ui/useIsHere.ts'
import classes from './businesses.module.css'
import { CheckReport } from './CheckReport.tsx'
import { Addresses, Identifiers, Interests } from './Facts.tsx'
import { CheckOutcomeMark } from './CheckOutcomeMark.tsx'
import { Ownership } from './Ownership.tsx'

const History = ({
  id,
  checks,
  shown,
}: {
  readonly id: string
  readonly checks: readonly CheckSummary[]
  readonly shown: string | null
}) => {
  const { t } = useTranslation()
  if (checks.length < 2) return null
  return (
    <section className={classes.block} aria-labelledby="business-history">
      <h2 id="business-history">{t('businesses.history')}</h2>
      <ol className={classes.plainList}>
        {checks.map((check, at) => (
          <li key={check.id}>
            <a
              href={detectionHref('businesses', id, at === 0 ? {} : { check: check.id })}
              aria-current={check.id === shown ? 'true' : undefined}
            >
              <Timestamp at={check.at} />
            </a>{' '}
            <CheckOutcomeMark outcome={check.outcome} />{' '}
            {check.changes > 0 ? (
              <span className={classes.quiet}>{t('businesses.changes', { count: check.changes })}</span>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  )
}

const LastCheck = ({
  page,
  query,
  writes,
  onCheck,
}: {
  readonly page: Page
  readonly query: DetectionQuery
  readonly writes: boolean
  readonly onCheck: () => void
}) => {
  const { t } = useTranslation()
  const shown = query['check'] ?? page.checks[0]?.id ?? null
  const check = useBusinessCheck(shown)
  if (shown === null) {
    return (
      <section className={classes.block}>
        <EmptyState
          icon={<IconChecklist size={28} stroke={1.4} />}
          title={t('businesses.notYet')}
          hint={t('businesses.notYetHint')}
        >
          {writes ? <Button onClick={onCheck}>{t('businesses.run')}</Button> : null}
        </EmptyState>
      </section>
    )
  }
  if (check.data === undefined)
    return check.error === null ? (
      <LoadingRows rows={7} height={28} />
    ) : (
      <ErrorState error={check.error} onRetry={() => void check.refetch()} compact />
    )
  return (
    <>
      <CheckReport check={check.data} writes={writes} />
      <History id={page.business.id} checks={page.checks} shown={shown} />
    </>
  )
}

const Head = ({
  page,
  writes,
  pending,
  onCheck,
}: {
  readonly page: Page
  readonly writes: boolean
  readonly pending: boolean
  readonly onCheck: () => void
}) => {
  const { t } = useTranslation()
  const { business, dataset, aliases } = page
  const facts = [
    t(`businesses.kind.${business.kind}`),
    business.jurisdiction,
    business.founded === null
      ? null
      : t(business.kind === 'person' ? 'businesses.bornOn' : 'businesses.foundedOn', { date: business.founded }),
    business.dissolved === null ? null : t('businesses.dissolvedOn', { date: business.dissolved }),
  ]
  return (
    <header className={classes.head}>
      <div className={classes.title}>
        <span className={classes.quiet}>{facts.filter((fact) => fact !== null).join(' · ')}</span>
        <h1>
          <bdi>{business.name}</bdi>
        </h1>
        {aliases.length === 0 ? null : (
          <span className={classes.quiet}>{t('businesses.aliases', { names: aliases.join(', ') })}</span>
        )}
        <span className={classes.quiet} data-stale={dataset.stale || undefined}>
          {t('businesses.madeFrom', { key: dataset.key, version: dataset.version, count: dataset.age_days })}
          {dataset.stale ? ` · ${t('businesses.staleData')}` : ''}
        </span>
      </div>
      {writes ? (
        <Button
          size="xs"
          leftSection={<IconChecklist size={14} aria-hidden />}
          loading={pending}
          onClick={onCheck}
          aria-keyshortcuts="c"
        >
          {t('businesses.run')}
        </Button>
      ) : null}
    </header>
  )
}

/** A business: its check, its owners, and everything that the data says of it. */
export const BusinessScreen = ({
  id,
  query,
  me,
}: {
  readonly id: string
  readonly query: DetectionQuery
  readonly me: Me
}) => {
  const { t } = useTranslation()
  const page = useBusiness(id)
  const run = useCheckBusiness()
  const writes = mayWrite(me.role)
  const { mutate } = run
  const isHere = useIsHere()
  const commands = useMemo((): readonly PaletteCommand[] => {
    const check: PaletteCommand = {
      id: 'business.check',
      section: 'selection',
      title: t('businesses.run'),
      shortcut: 'c',
      keywords: 'kyb',
      run: () =>
        mutate(
          { business_id: id },
          {
            onSuccess: ({ data }) => {
              notifications.show({
                message: t('businesses.checked', { outcome: t(`businesses.outcome.${data.outcome}`) }),
              })
              if (isHere()) goToDetection('businesses', id)
            },
          },
        ),
    }
    const back: PaletteCommand = {
      id: 'business.back',
      section: 'navigate',
      title: t('businesses.command.back'),
      shortcut: 'escape',
      hidden: true,
      run: () => goToDetection('businesses'),
    }
    return writes ? [check, back] : [back]
  }, [id, t, mutate, writes, isHere])
  useCommands(commands)
  const onCheck = (): void => commands.find((command) => command.id === 'business.check')?.run()
  if (page.data === undefined) {
    if (page.error === null) return <LoadingRows rows={10} height={32} />
    if (isRefusal(page.error, 'not_found'))
      return (
        <EmptyState
          icon={<IconBuildingBank size={30} stroke={1.4} />}
          title={t('businesses.unknown', { id })}
          hint={t('businesses.unknownHint')}
        />
      )
    return <ErrorState error={page.error} onRetry={() => void page.refetch()} />
  }
  const { data } = page
  const isOwnable = data.business.kind === 'company' || data.business.kind === 'trust'
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={data.business.name}>
      <Head page={data} writes={writes && isOwnable} pending={run.isPending} onCheck={onCheck} />
      {run.error === null ? null : <ErrorState error={run.error} compact />}
      <div className={classes.columns}>
        <div>
          {isOwnable ? <LastCheck page={data} query={query} writes={writes} onCheck={onCheck} /> : null}
          {isOwnable ? <Ownership id={id} name={data.business.name} /> : null}
        </div>
        <div>
          <Identifiers page={data} />
          <Addresses page={data} />
          {isOwnable ? (
            <Interests title={t('businesses.officers')} empty={t('businesses.noOfficers')} interests={data.officers} />
          ) : null}
          {isOwnable ? (
            <Interests title={t('businesses.directOwners')} empty={t('businesses.noOwners')} interests={data.owners} />
          ) : null}
          <Interests title={t('businesses.holdings')} empty={t('businesses.noHoldings')} interests={data.owned} />
        </div>
      </div>
    </div>
  )
}
