import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { nodeKinds, type EntityRef } from '../../../shared/schema/network.ts'
import { hitDispositions, type HitDisposition, type ScreeningHitFull } from '../../../shared/schema/screening.ts'
import { useHit } from '../../data/queries/screening.ts'
import { useCommands, type Command } from '../../state/commands.ts'
import { detectionHref, entityHref, goToDetection, navigate, networkHref } from '../../state/route.ts'
import { score } from '../../ui/charts/format.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Keys } from '../../ui/Keys.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { BothSides } from './BothSides.tsx'
import { classes } from './classes.ts'
import { History } from './History.tsx'
import { dispositionKeys } from './dispositionKeys.ts'
import { Parts } from './Parts.tsx'
import { Qualifiers } from './Qualifiers.tsx'
import { StateMark } from './StateMark.tsx'

/** The element that Enter in the list goes to. */
export const paneId = 'hit-pane'

/** The subject as the network knows it; null for what is no entity there. */
const entityOf = ({ subject }: ScreeningHitFull): EntityRef | null => {
  const kind = nodeKinds.find((known) => known === subject.kind)
  return kind === undefined ? null : { kind, id: subject.id }
}

/** Where the subject leads: his network, all that is known of him, and the alert, each by a key. */
const Elsewhere = ({ hit }: { readonly hit: ScreeningHitFull }) => {
  const { t } = useTranslation()
  const { alert_id: alert } = hit
  const entityKey = JSON.stringify(entityOf(hit))
  const entity = useMemo(() => JSON.parse(entityKey) as EntityRef | null, [entityKey])
  const commands = useMemo(
    (): readonly Command[] => [
      ...(entity === null
        ? []
        : [
            { id: 'screening.network', section: 'selection', title: t('screening.toNetwork'), shortcut: 'e', run: () => goToDetection('network', `${entity.kind}:${entity.id}`) } as const,
            { id: 'screening.entity', section: 'selection', title: t('screening.toEntity'), shortcut: 'i', run: () => navigate({ name: 'entity', ...entity }) } as const,
          ]),
      ...(alert === null ? [] : [{ id: 'screening.alert', section: 'selection', title: t('screening.openAlert'), shortcut: 'o', run: () => goToDetection('alerts', String(alert)) } as const]),
    ],
    [t, entity, alert],
  )
  useCommands(commands)
  if (commands.length === 0) return null
  const hrefs: Readonly<Record<string, string>> = {
    ...(entity === null ? {} : { 'screening.network': networkHref(entity), 'screening.entity': entityHref(entity) }),
    ...(alert === null ? {} : { 'screening.alert': detectionHref('alerts', String(alert)) }),
  }
  return (
    <nav className={classes.links} aria-label={t('screening.elsewhere')}>
      {commands.map(({ id, title, shortcut = '' }) => (
        <span key={id}>
          <a href={hrefs[id]} aria-keyshortcuts={shortcut}>
            {title}
          </a>
          <Keys shortcut={shortcut} />
        </span>
      ))}
    </nav>
  )
}

type Props = { readonly id: string; readonly writes: boolean; readonly onDispose: (disposition: HitDisposition) => void }

const Content = ({ id, writes, onDispose }: Props) => {
  const { t, i18n } = useTranslation()
  const read = useHit(id)
  if (read.data === undefined) return read.error === null ? <LoadingRows rows={10} height={30} /> : <ErrorState error={read.error} onRetry={() => void read.refetch()} compact />
  const hit = read.data
  const { subject } = hit
  return (
    <>
      <div className={classes.marks}>
        <StateMark state={hit.state} />
        <span className={classes.score}>{score(hit.score, i18n.language)}</span>
        <span className="fs-muted">{t(`screening.mode.${hit.mode}`)}</span>
      </div>
      <h2>
        <bdi>{subject.name}</bdi> <span className="fs-muted">{t('screening.andListed')}</span> <bdi>{hit.listed_name}</bdi>
      </h2>
      <p className={classes.note}>{t('screening.where', { kind: t(`screening.kind.${subject.kind}`), id: subject.id, list: hit.list_title, version: hit.list_version, entry: hit.entry_id })}</p>
      {hit.reopened_because === null ? null : <p className={classes.reopened}>{t(`screening.reopened.${hit.reopened_because}`)}</p>}
      {writes && hit.state !== 'gone' ? (
        <div className={classes.actions} role="group" aria-label={t('screening.dispose.label')}>
          {hitDispositions.map((disposition) => (
            <Button
              key={disposition}
              size="compact-sm"
              variant={disposition === 'true_match' ? 'filled' : 'default'}
              color="red"
              disabled={hit.state === disposition}
              onClick={() => onDispose(disposition)}
              aria-keyshortcuts={dispositionKeys[disposition]}
              rightSection={<Keys shortcut={dispositionKeys[disposition]} />}
            >
              {t(`screening.state.${disposition}`)}
            </Button>
          ))}
        </div>
      ) : null}
      <Elsewhere hit={hit} />
      <section className={classes.section}>
        <h3>{t('screening.parts.title')}</h3>
        <Parts parts={hit.parts} />
      </section>
      <section className={classes.section}>
        <h3>{t('screening.qualifier.title')}</h3>
        <Qualifiers qualifiers={hit.qualifiers} />
      </section>
      <section className={classes.section}>
        <h3>{t('screening.fact.title')}</h3>
        <BothSides hit={hit} />
      </section>
      <section className={classes.section}>
        <h3>{t('screening.history.title')}</h3>
        <History subject={subject} />
      </section>
    </>
  )
}

/** One hit: the subject and the listed entry side by side, token by token, and what can be said of it. */
export const HitPane = (props: Props) => {
  const { t } = useTranslation()
  return (
    <aside
      id={paneId}
      tabIndex={0}
      className={classes.pane}
      aria-label={t('screening.pane')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        document.getElementById('hits-grid')?.focus()
      }}
    >
      <Content {...props} />
    </aside>
  )
}
