import { ActionIcon } from '@mantine/core'
import {
  IconAffiliate,
  IconAlertTriangle,
  IconArrowsLeftRight,
  IconBellRinging,
  IconBookmark,
  IconBrain,
  IconBuildingBank,
  IconChartBar,
  IconFileImport,
  IconGavel,
  IconHome,
  IconInbox,
  IconListDetails,
  IconReceipt,
  IconReportAnalytics,
  IconSettings,
  IconShieldCheck,
  IconSitemap,
  IconTrash,
  IconUserCircle,
  IconUsers,
  IconUserSearch,
} from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlertStats } from '../../data/queries/alerts.ts'
import { useCaseStats } from '../../data/queries/cases.ts'
import { useWorkspace, type Me } from '../../data/queries/session.ts'
import { useScreeningStatus } from '../../data/queries/screening.ts'
import { useSyncState } from '../../data/queries/sync.ts'
import { useDeleteView, useViews, type SavedView } from '../../data/queries/views.ts'
import { usePreferences } from '../../state/preferences.ts'
import { hrefOf, isImportPlace, useRoute, type DetectionPlace, type QueueQuery, type Route } from '../../state/route.ts'
import { mayWrite } from '../../state/session.ts'
import { offeredGroups } from './detectionScreens.ts'
import classes from './shell.module.css'
import { Zone } from './Zone.tsx'

type ItemProps = {
  readonly icon: ReactNode
  readonly label: string
  readonly to: Route
  readonly current: boolean
  readonly count?: number
  readonly alarm?: boolean
}

const Item = ({ icon, label, to, current, count, alarm = false }: ItemProps) => {
  const { i18n } = useTranslation()
  return (
    <a href={hrefOf(to)} className={classes.item} aria-current={current ? 'page' : undefined}>
      {icon}
      <span className={classes.itemLabel} dir="auto" title={label}>
        {label}
      </span>
      {count === undefined ? null : (
        <span className={classes.count} data-alarm={(alarm && count > 0) || undefined}>
          {count.toLocaleString(i18n.language)}
        </span>
      )}
    </a>
  )
}

const sameQuery = (one: QueueQuery, other: QueueQuery): boolean =>
  hrefOf({ name: 'queue', query: sorted(one) }) === hrefOf({ name: 'queue', query: sorted(other) })
const sorted = (query: QueueQuery): QueueQuery =>
  Object.fromEntries(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1)))

const ViewItem = ({ view, current }: { readonly view: SavedView; readonly current: boolean }) => {
  const { t } = useTranslation()
  const remove = useDeleteView()
  return (
    <li className={classes.view}>
      <Item
        icon={<IconBookmark size={15} stroke={1.7} aria-hidden />}
        label={view.name}
        to={{ name: 'queue', query: view.query }}
        current={current}
      />
      <ActionIcon
        size={22}
        className={classes.viewDelete}
        aria-label={t('shell.deleteView', { name: view.name })}
        loading={remove.isPending}
        onClick={() => remove.mutate(view.id)}
      >
        <IconTrash size={13} />
      </ActionIcon>
    </li>
  )
}

const SavedViews = ({ query }: { readonly query: QueueQuery | null }) => {
  const { t } = useTranslation()
  const views = useViews()
  return (
    <section aria-labelledby="saved-views">
      <h2 id="saved-views" className={classes.heading}>
        {t('shell.savedViews')}
      </h2>
      {views.data === undefined || views.data.length === 0 ? (
        <p className={classes.hint}>{t('shell.noViews')}</p>
      ) : (
        <ul className={classes.list}>
          {views.data.map((view) => (
            <ViewItem key={view.id} view={view} current={query !== null && sameQuery(query, view.query)} />
          ))}
        </ul>
      )}
    </section>
  )
}

const detectionIcons: Readonly<
  Record<DetectionPlace, ComponentType<{ size: number; stroke: number; 'aria-hidden': boolean }>>
> = {
  alerts: IconBellRinging,
  decisions: IconGavel,
  screening: IconUserSearch,
  transactions: IconReceipt,
  network: IconAffiliate,
  customers: IconUsers,
  businesses: IconBuildingBank,
  lists: IconListDetails,
  rules: IconSitemap,
  model: IconBrain,
  effectiveness: IconChartBar,
  reports: IconReportAnalytics,
}

/** Pages that belong to a place without being it. */
const placeOf: Readonly<Partial<Record<Route['name'], DetectionPlace>>> = { screened: 'screening', entity: 'network' }

const Detection = ({ current }: { readonly current: Route['name'] }) => {
  const { t } = useTranslation()
  const alerts = useAlertStats().data
  const hits = useScreeningStatus().data?.hits.open
  const counts: Readonly<Partial<Record<DetectionPlace, number>>> = {
    ...(alerts === undefined ? {} : { alerts: alerts.open, decisions: alerts.awaiting_decision }),
    ...(hits === undefined ? {} : { screening: hits }),
  }
  return (
    <>
      {offeredGroups.map(({ group, places }) => (
        <section key={group} aria-labelledby={`places-${group}`}>
          <h2 id={`places-${group}`} className={classes.heading}>
            {t(`detection.group.${group}`)}
          </h2>
          <ul className={classes.list}>
            {places.map((place) => {
              const Icon = detectionIcons[place]
              return (
                <li key={place}>
                  <Item
                    icon={<Icon size={15} stroke={1.7} aria-hidden />}
                    label={t(`detection.place.${place}`)}
                    to={{ name: place, open: null, query: {} }}
                    current={current === place || placeOf[current] === place}
                    count={counts[place]}
                  />
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </>
  )
}

/** Home and the queue, with the parts of it that concern oneself first. */
const Own = ({
  me,
  current,
  query,
}: {
  readonly me: Me
  readonly current: Route['name']
  readonly query: QueueQuery | null
}) => {
  const { t } = useTranslation()
  const stats = useCaseStats().data
  const mine: QueueQuery = { owner_id: String(me.user.id) }
  const breached: QueueQuery = { sla: 'breached' }
  const own =
    stats === undefined ? undefined : (stats.by_owner.find((owner) => owner.owner_id === me.user.id)?.unfinished ?? 0)
  return (
    <ul className={classes.list}>
      <li>
        <Item
          icon={<IconHome size={15} stroke={1.7} aria-hidden />}
          label={t('home.title')}
          to={{ name: 'home' }}
          current={current === 'home'}
        />
      </li>
      <li>
        <Item
          icon={<IconInbox size={15} stroke={1.7} aria-hidden />}
          label={t('shell.queue')}
          to={{ name: 'queue', query: {} }}
          current={query !== null && sameQuery(query, {})}
          count={stats?.total}
        />
      </li>
      <li>
        <Item
          icon={<IconUserCircle size={15} stroke={1.7} aria-hidden />}
          label={t('shell.mine')}
          to={{ name: 'queue', query: mine }}
          current={query !== null && sameQuery(query, mine)}
          count={own}
        />
      </li>
      <li>
        <Item
          icon={<IconAlertTriangle size={15} stroke={1.7} aria-hidden />}
          label={t('shell.breached')}
          to={{ name: 'queue', query: breached }}
          current={query !== null && sameQuery(query, breached)}
          count={stats?.breached}
          alarm
        />
      </li>
    </ul>
  )
}

/** Where one can go, with the counts that decide where to go first. */
export const Sidebar = ({ me }: { readonly me: Me }) => {
  const { t } = useTranslation()
  const route = useRoute((state) => state.route)
  const open = usePreferences((preferences) => preferences.sidebarOpen)
  const workspace = useWorkspace().data
  const conflicts = useSyncState().data?.conflicts ?? 0
  if (!open) return null
  const query = route.name === 'queue' ? route.query : null
  return (
    <nav className={classes.sidebar} aria-label={t('shell.navigation')}>
      <div className={classes.places}>
        <Own me={me} current={route.name} query={query} />
        <Detection current={route.name} />
        <SavedViews query={query} />
      </div>
      <ul className={`${classes.list} ${classes.lower}`}>
        <li>
          <Item
            icon={<IconArrowsLeftRight size={15} stroke={1.7} aria-hidden />}
            label={t('shell.sync')}
            to={{ name: 'sync', tab: 'overview', query: {} }}
            current={route.name === 'sync'}
            count={conflicts > 0 ? conflicts : undefined}
            alarm
          />
        </li>
        <li>
          <Item
            icon={<IconShieldCheck size={15} stroke={1.7} aria-hidden />}
            label={t('shell.verify')}
            to={{ name: 'verify' }}
            current={route.name === 'verify'}
          />
        </li>
        {mayWrite(me.role) ? (
          <li>
            <Item
              icon={<IconFileImport size={15} stroke={1.7} aria-hidden />}
              label={t('shell.import')}
              to={{ name: 'import' }}
              current={isImportPlace(route.name)}
            />
          </li>
        ) : null}
        <li>
          <Item
            icon={<IconSettings size={15} stroke={1.7} aria-hidden />}
            label={t('shell.settings')}
            to={{ name: 'settings', section: 'account' }}
            current={route.name === 'settings'}
          />
        </li>
      </ul>
      <p className={classes.device}>
        <span title={workspace?.device_id}>
          {workspace === undefined ? '' : `${workspace.institution} · v${workspace.version}`}
        </span>
        <span>
          <Zone />
        </span>
      </p>
    </nav>
  )
}
