import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLockWindow, type Me } from '../../data/queries/session.ts'
import { isJoined, useSyncState } from '../../data/queries/sync.ts'
import { useCommands, type PaletteCommand } from '../../state/commands.ts'
import { openDialog } from '../../state/dialogs.ts'
import { colourChoices, setColour, toggleSidebar } from '../../state/preferences.ts'
import { goToDetection, navigate, type DetectionPlace } from '../../state/route.ts'
import { mayBreakGlass, mayWrite } from '../../state/session.ts'
import { useColourScheme } from '../providers.tsx'
import { offeredPlaces } from './detectionScreens.ts'

const detectionKeys: Readonly<Record<DetectionPlace, string | undefined>> = {
  alerts: 'g a',
  decisions: 'g w',
  transactions: 'g t',
  network: 'g n',
  customers: undefined,
  businesses: 'g k',
  rules: 'g r',
  model: 'g l',
  effectiveness: 'g e',
  lists: 'g o',
  reports: 'g p',
  screening: 'g u',
}

/** What there is to see of sync only where there is a hub. */
const hubCommands = (t: TFunction): readonly PaletteCommand[] => [
  {
    id: 'sync.conflicts',
    section: 'navigate',
    title: t('sync.command.conflicts'),
    shortcut: 'g c',
    run: () => navigate({ name: 'sync', tab: 'conflicts', query: {} }),
  },
  {
    id: 'sync.cases',
    section: 'navigate',
    title: t('sync.command.cases'),
    shortcut: 'g d',
    keywords: 'offline laptop',
    run: () => navigate({ name: 'sync', tab: 'cases', query: {} }),
  },
]

/** Where one can go. */
const goCommands = (t: TFunction, owner: string, joined: boolean): readonly PaletteCommand[] => [
  {
    id: 'home.open',
    section: 'navigate',
    title: t('command.home'),
    shortcut: 'g h',
    keywords: t('home.keywords'),
    run: () => navigate({ name: 'home' }),
  },
  {
    id: 'case.list',
    section: 'navigate',
    title: t('command.queue'),
    shortcut: 'g q',
    run: () => navigate({ name: 'queue', query: {} }),
  },
  {
    id: 'case.mine',
    section: 'navigate',
    title: t('command.mine'),
    shortcut: 'g m',
    run: () => navigate({ name: 'queue', query: { owner_id: owner } }),
  },
  {
    id: 'case.breached',
    section: 'navigate',
    title: t('command.breached'),
    shortcut: 'g b',
    run: () => navigate({ name: 'queue', query: { sla: 'breached' } }),
  },
  ...offeredPlaces.map((place): PaletteCommand => ({
    id: `${place}.list`,
    section: 'navigate',
    title: t(`detection.goTo.${place}`),
    keywords: t(`detection.keywords.${place}`),
    run: () => goToDetection(place),
    ...(detectionKeys[place] === undefined ? {} : { shortcut: detectionKeys[place] }),
  })),
  {
    id: 'workspace.verify',
    section: 'navigate',
    title: t('command.verify'),
    shortcut: 'g v',
    run: () => navigate({ name: 'verify' }),
  },
  {
    id: 'sync.open',
    section: 'navigate',
    title: t('sync.command.open'),
    shortcut: 'g y',
    keywords: 'hub offline',
    run: () => navigate({ name: 'sync', tab: 'overview', query: {} }),
  },
  ...(joined ? hubCommands(t) : []),
  {
    id: 'settings.open',
    section: 'navigate',
    title: t('command.settings'),
    shortcut: 'g s',
    run: () => navigate({ name: 'settings', section: 'account' }),
  },
  {
    id: 'settings.screening',
    section: 'navigate',
    title: t('screeningPolicy.goTo'),
    keywords: t('detection.keywords.screening'),
    run: () => navigate({ name: 'settings', section: 'screening' }),
  },
  {
    id: 'case.search',
    section: 'navigate',
    title: t('command.search'),
    shortcut: '/',
    hidden: true,
    run: () => openDialog('palette'),
  },
]

/** What lets somebody see a restricted case. */
const glassCommands = (t: TFunction): readonly PaletteCommand[] => [
  {
    id: 'access.glass',
    section: 'navigate',
    title: t('access.glass.command'),
    keywords: 'restricted emergency hidden',
    run: () => openDialog('break-glass'),
  },
]

/** What brings something new. */
const writingCommands = (t: TFunction): readonly PaletteCommand[] => [
  {
    id: 'case.new',
    section: 'navigate',
    title: t('command.newCase'),
    shortcut: 'c',
    keywords: 'create open',
    run: () => openDialog('new-case'),
  },
  {
    id: 'import.cases',
    section: 'navigate',
    title: t('command.import'),
    shortcut: 'g i',
    keywords: 'csv',
    run: () => navigate({ name: 'import' }),
  },
  {
    id: 'import.transactions',
    section: 'navigate',
    title: t('command.importTransactions'),
    keywords: 'csv json payments',
    run: () => navigate({ name: 'import-transactions' }),
  },
  {
    id: 'import.alerts',
    section: 'navigate',
    title: t('command.importAlerts'),
    keywords: 'csv json monitoring system',
    run: () => navigate({ name: 'import-alerts' }),
  },
]

/** How the window looks, and what explains it. */
const viewCommands = (t: TFunction, scheme: ReturnType<typeof useColourScheme>): readonly PaletteCommand[] => [
  {
    id: 'palette.open',
    section: 'view',
    title: t('command.palette'),
    shortcut: 'mod+k',
    hidden: true,
    run: () => openDialog('palette'),
  },
  {
    id: 'theme.toggle',
    section: 'view',
    title: t('command.theme'),
    keywords: 'dark light',
    run: () => setColour(scheme === 'dark' ? 'light' : 'dark'),
  },
  ...colourChoices.map((choice): PaletteCommand => ({
    id: `theme.${choice}`,
    section: 'view',
    title: t('command.themeTo', { theme: t(`shell.themes.${choice}`) }),
    run: () => setColour(choice),
  })),
  { id: 'sidebar.toggle', section: 'view', title: t('command.sidebar'), shortcut: 'mod+b', run: toggleSidebar },
  {
    id: 'help.shortcuts',
    section: 'help',
    title: t('command.help'),
    shortcut: '?',
    keywords: 'keys',
    run: () => openDialog('shortcuts'),
  },
  { id: 'help.about', section: 'help', title: t('command.about'), run: () => openDialog('about') },
]

const lockCommand = (t: TFunction, run: () => void): PaletteCommand => ({
  id: 'window.lock',
  section: 'view',
  title: t('command.lock'),
  shortcut: 'shift+l',
  keywords: 'password idle',
  run,
})

/** The commands that hold on every screen. */
export const useShellCommands = (me: Me): void => {
  const { t } = useTranslation()
  const scheme = useColourScheme()
  const owner = String(me.user.id)
  const writes = mayWrite(me.role)
  const breaksGlass = mayBreakGlass(me.role)
  const joined = isJoined(useSyncState().data)
  const { mutate: lock } = useLockWindow()
  const canLock = me.idle_lock_minutes !== null
  const commands = useMemo((): readonly PaletteCommand[] => {
    return [
      ...goCommands(t, owner, joined),
      ...(writes ? writingCommands(t) : []),
      ...(breaksGlass ? glassCommands(t) : []),
      ...viewCommands(t, scheme),
      ...(canLock ? [lockCommand(t, () => lock())] : []),
    ]
  }, [t, owner, writes, breaksGlass, scheme, joined, canLock, lock])
  useCommands(commands, 'window')
}
