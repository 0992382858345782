import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Me } from '../../data/queries/session.ts'
import { useFollowSync } from '../../data/queries/sync.ts'
import { QueueScreen } from '../../features/queue/QueueScreen.tsx'
import { BreakGlassDialog } from '../../features/case-workspace/dialogs/BreakGlassDialog.tsx'
import { NewCaseDialog } from '../../features/new-case/NewCaseDialog.tsx'
import { Palette } from '../../features/palette/Palette.tsx'
import { ShortcutHelp } from '../../features/palette/ShortcutHelp.tsx'
import { About } from '../../features/palette/About.tsx'
import { closeDialog, useDialogs } from '../../state/dialogs.ts'
import { hrefOf, isOfCase, type Route, useRoute } from '../../state/route.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Notices } from '../../features/sync/Notices.tsx'
import { UploadsProvider } from '../../features/evidence/upload/Uploads.tsx'
import { useKeyboardLayer } from '../keyboard/useKeyboardLayer.ts'
import { ScreenBoundary } from '../ScreenBoundary.tsx'
import { detectionScreens } from './detectionScreens.ts'
import { Downloads } from './Downloads.tsx'
import { Header } from './Header.tsx'
import classes from './shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { useShellCommands } from './useShellCommands.ts'
import { WindowTitle } from './WindowTitle.tsx'

const CasePage = lazy(async () => ({ default: (await import('./CasePage.tsx')).CasePage }))
const VerificationPage = lazy(async () => ({
  default: (await import('../../features/verification/VerificationPage.tsx')).VerificationPage,
}))
const HomePage = lazy(async () => ({ default: (await import('../../features/home/HomePage.tsx')).HomePage }))
const ImportPage = lazy(async () => ({ default: (await import('../../features/import/ImportPage.tsx')).ImportPage }))
const EntityPage = lazy(async () => ({
  default: (await import('../../features/network/entity/EntityPage.tsx')).EntityPage,
}))
const SubjectPage = lazy(async () => ({
  default: (await import('../../features/screening/subject/SubjectPage.tsx')).SubjectPage,
}))
const SyncPage = lazy(async () => ({ default: (await import('../../features/sync/SyncPage.tsx')).SyncPage }))
const SettingsPage = lazy(async () => ({
  default: (await import('../../features/settings/SettingsPage.tsx')).SettingsPage,
}))

const NoSuchScreen = () => {
  const { t } = useTranslation()
  return (
    <EmptyState isScreen title={t('notFound.title')} hint={t('notFound.hint')}>
      <a href={hrefOf({ name: 'queue', query: {} })}>{t('notFound.back')}</a>
    </EmptyState>
  )
}

const Screen = ({ route, me }: { readonly route: Route; readonly me: Me }) => {
  switch (route.name) {
    case 'home':
      return <HomePage me={me} />
    case 'queue':
      return <QueueScreen query={route.query} me={me} />
    case 'case':
    case 'timeline':
    case 'evidence':
    case 'tasks':
      return <CasePage key={route.id} route={route} me={me} />
    case 'verify':
      return <VerificationPage />
    case 'import':
    case 'import-transactions':
    case 'import-alerts':
      return <ImportPage place={route.name} />
    case 'sync':
      return <SyncPage tab={route.tab} query={route.query} me={me} />
    case 'entity':
      return <EntityPage key={`${route.kind}:${route.id}`} entity={route} me={me} />
    case 'screened':
      return <SubjectPage key={`${route.kind}:${route.id}`} kind={route.kind} id={route.id} me={me} />
    case 'settings':
      return <SettingsPage section={route.section} me={me} />
    case 'unknown':
      return <NoSuchScreen />
    default: {
      const Detection = detectionScreens[route.name]
      return Detection === undefined ? <NoSuchScreen /> : <Detection route={route} me={me} />
    }
  }
}

/** Opens a restricted case by its number. */
const GlassDialog = () =>
  useDialogs(({ open }) => open === 'break-glass') ? <BreakGlassDialog caseId={null} onClose={closeDialog} /> : null

/** The window of a signed-in person: header, sidebar, and the screen that the address names. */
export const Shell = ({ me }: { readonly me: Me }) => {
  const { t } = useTranslation()
  const route = useRoute((state) => state.route)
  useKeyboardLayer()
  useShellCommands(me)
  useFollowSync()
  const resetKey = useMemo(
    () => (isOfCase(route) ? `${route.name}:${route.id}` : route.name === 'sync' ? `sync:${route.tab}` : route.name),
    [route],
  )
  const skip = (): void => document.getElementById('content')?.focus()
  return (
    <UploadsProvider>
      <div className={classes.shell}>
        <WindowTitle route={route} />
        <button type="button" className={classes.skip} onClick={skip}>
          {t('shell.skip')}
        </button>
        <Header me={me} />
        <Notices />
        <Sidebar me={me} />
        <main id="content" tabIndex={-1} className={classes.content}>
          <ScreenBoundary resetKey={resetKey}>
            <Suspense fallback={<LoadingRows rows={12} />}>
              <Screen route={route} me={me} />
            </Suspense>
          </ScreenBoundary>
        </main>
        <Downloads />
        <NewCaseDialog me={me} />
        <GlassDialog />
        <Palette />
        <ShortcutHelp />
        <About />
      </div>
    </UploadsProvider>
  )
}
