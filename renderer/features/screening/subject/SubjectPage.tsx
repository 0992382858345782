import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconUserQuestion } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nodeKinds } from '../../../../shared/schema/network.ts'
import { hitDispositions, type HitDisposition, type ScreenedRef } from '../../../../shared/schema/screening.ts'
import type { ScreenedSubject } from '../../../../shared/api/screening.ts'
import { isRefusal } from '../../../data/errors.ts'
import { useScreenedSubject, useScreenSomebody } from '../../../data/queries/screening.ts'
import type { Me } from '../../../data/queries/session.ts'
import { useCommands, type PaletteCommand } from '../../../state/commands.ts'
import { detectionHref, entityHref, profileHref } from '../../../state/route.ts'
import { mayWrite } from '../../../state/session.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { DisposeDialog } from '../DisposeDialog.tsx'
import { dispositionKeys } from '../dispositionKeys.ts'
import { Dispositions } from './Dispositions.tsx'
import { Hits } from './Hits.tsx'
import { Screenings } from './Screenings.tsx'
import classes from './subject.module.css'

const everyStatus = 'new,in_review,escalated,confirmed,false_positive,dismissed'
/** Names told by activities that are shown; the newest. */
const toldShown = 20
const alertedKinds: readonly ScreenedRef['kind'][] = ['customer', 'counterparty', 'account']

const Elsewhere = ({ of: { kind, id } }: { readonly of: ScreenedRef }) => {
  const { t } = useTranslation()
  const node = nodeKinds.find((one) => one === kind)
  const profile = profileHref({ kind, id })
  return (
    <nav className={classes.links} aria-label={t('screenedSubject.links')}>
      <a href={detectionHref('screening', null, { q: id })}>{t('screenedSubject.toDesk')}</a>
      {node === undefined ? null : <a href={entityHref({ kind: node, id })}>{t('screenedSubject.toEntity')}</a>}
      {profile === null ? null : <a href={profile}>{t('screenedSubject.toCustomer')}</a>}
      {alertedKinds.includes(kind) ? (
        <a href={detectionHref('alerts', null, { entity_kind: kind, entity_id: id, status: everyStatus })}>
          {t('screenedSubject.toAlerts')}
        </a>
      ) : null}
    </nav>
  )
}

const Facts = ({ subject }: { readonly subject: ScreenedSubject }) => {
  const { t } = useTranslation()
  const known = [
    ['names', subject.names],
    ['dates', subject.dates],
    ['countries', subject.countries],
    ['identifiers', subject.identifiers],
  ] as const
  return (
    <dl className={classes.facts}>
      {known.map(([name, values]) =>
        values.length === 0 ? null : (
          <div key={name}>
            <dt>{t(`screening.fact.${name}`)}</dt>
            <dd dir="auto">{values.join('; ')}</dd>
          </div>
        ),
      )}
      {subject.told_names.length === 0 ? null : (
        <div>
          <dt>{t('screenedSubject.told')}</dt>
          <dd dir="auto">
            {subject.told_names.slice(0, toldShown).join('; ')}
            {subject.told_names.length > toldShown
              ? ` ${t('screenedSubject.toldMore', { count: subject.told_names.length - toldShown })}`
              : ''}
            {subject.names_left_out === 0 ? null : (
              <span className="fs-muted"> {t('screenedSubject.toldLeftOut', { count: subject.names_left_out })}</span>
            )}
          </dd>
        </div>
      )}
      <div>
        <dt>{t('screenedSubject.source')}</dt>
        <dd>{t(`screenedSubject.sources.${subject.source}`)}</dd>
      </div>
      <div>
        <dt>{t('screenedSubject.since')}</dt>
        <dd>
          <Timestamp at={subject.added_at} />
        </dd>
      </div>
      <div>
        <dt>{t('screenedSubject.last')}</dt>
        <dd>{subject.screened_at === null ? t('screenedSubject.waiting') : <Timestamp at={subject.screened_at} />}</dd>
      </div>
    </dl>
  )
}

/** Screens the subject once more, by all that is known of it. */
const Again = ({
  subject: { subject, kind, names, dates, countries, gender, identifiers },
}: {
  readonly subject: ScreenedSubject
}) => {
  const { t } = useTranslation()
  const screen = useScreenSomebody()
  const again = (): void =>
    screen.mutate(
      { subject, kind, names, dates, countries, gender, identifiers },
      {
        onSuccess: ({ data: { status } }) =>
          notifications.show({ message: t('screenedSubject.done', { outcome: t(`screening.outcome.${status}`) }) }),
      },
    )
  return (
    <div className={classes.again}>
      <Button size="compact-sm" variant="default" loading={screen.isPending} onClick={again}>
        {t('screenedSubject.again')}
      </Button>
      {screen.error === null ? null : <ErrorState error={screen.error} compact />}
    </div>
  )
}

interface Disposing {
  readonly id: string
  readonly disposition: HitDisposition
}

/**
 * Everything about the screening of one subject: its hits side by side, what people said of them, and every screening
 * with the lists it compared with.
 */
export const SubjectPage = ({ kind, id, me }: ScreenedRef & { readonly me: Me }) => {
  const { t } = useTranslation()
  const ref = useMemo((): ScreenedRef => ({ kind, id }), [kind, id])
  const read = useScreenedSubject(ref)
  const [chosen, setChosen] = useState<string | null>(null)
  const [disposing, setDisposing] = useState<Disposing | null>(null)
  const hits = read.data?.hits
  const shown = hits?.find((hit) => hit.id === chosen) ?? hits?.[0] ?? null
  const writes = mayWrite(me.role)
  const shownId = shown === null || shown.state === 'gone' ? null : shown.id
  const dispose = useCallback(
    (disposition: HitDisposition): void => {
      if (shownId !== null) setDisposing({ id: shownId, disposition })
    },
    [shownId],
  )
  const commands = useMemo(
    (): readonly PaletteCommand[] =>
      writes && shownId !== null
        ? hitDispositions.map((disposition): PaletteCommand => ({
            id: `screening.${disposition}`,
            section: 'selection',
            title: t(`screening.dispose.command.${disposition}`),
            shortcut: dispositionKeys[disposition],
            run: () => dispose(disposition),
          }))
        : [],
    [writes, shownId, dispose, t],
  )
  useCommands(commands)
  const subject = read.data?.subject
  const what = disposing === null || shown === null ? null : `${shown.subject.name} · ${shown.listed_name}`
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <span className={classes.kind}>
            {t(`screening.kind.${kind}`)} <bdi className="fs-mono">{id}</bdi>
          </span>
          <h1>
            <bdi>{subject?.names[0] ?? id}</bdi>
          </h1>
        </div>
        <Elsewhere of={ref} />
        {writes && subject !== undefined ? <Again subject={subject} /> : null}
      </header>
      {read.data !== undefined ? (
        <>
          <Facts subject={read.data.subject} />
          <Hits
            hits={read.data.hits}
            shown={shown?.id ?? null}
            onShow={setChosen}
            writes={writes}
            onDispose={dispose}
          />
          <Dispositions hits={read.data.hits} history={read.data.history} />
          <Screenings subject={ref} history={read.data.history} />
        </>
      ) : read.error === null ? (
        <LoadingRows rows={8} height={40} />
      ) : isRefusal(read.error, 'not_found') ? (
        <EmptyState
          icon={<IconUserQuestion size={30} stroke={1.4} />}
          title={t('screenedSubject.unknown', { id })}
          hint={t('screenedSubject.unknownHint')}
        />
      ) : (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      )}
      {disposing === null ? null : (
        <DisposeDialog
          ids={[disposing.id]}
          disposition={disposing.disposition}
          what={what}
          onClose={() => setDisposing(null)}
        />
      )}
    </div>
  )
}
