import { randomBytes } from 'node:crypto'
import { Menu, app, powerMonitor, safeStorage, session, shell, type BrowserWindow, type Session } from 'electron'
import { channels } from '../../shared/ipc/channels.ts'
import type { Opened } from '../../shared/ipc/bridge.ts'
import type { UpdatesView } from '../../shared/ipc/updates.ts'
import { serveBridge } from './bridge.ts'
import { dataFolder } from '../platform/data-folder.ts'
import { openKeychain } from './keychain.ts'
import { makeHeardAnswers } from './heardAnswers.ts'
import { linkScheme, readOpenedLink } from './invitation.ts'
import { makeKeyKeeper } from './keyKeeper.ts'
import { makeLeaving } from './leaving.ts'
import type { AppLog } from './log.ts'
import { menuTemplate, type MenuActions } from './menu.ts'
import { openedAmong, readOpenedFile } from './opened.ts'
import type { Folders } from './options.ts'
import { watchSecondStarts } from './otherWorkspace.ts'
import type { Places } from './places.ts'
import { serveScheme } from './protocol.ts'
import { saveRecoveryKey as saveKeyCopy } from './recoveryKey.ts'
import { startServiceChild } from './serviceChild.ts'
import { makeSupervisor, type Supervisor } from './supervisor.ts'
import { startUpdates } from './updates/startUpdates.ts'
import { serveViewer } from './viewer.ts'
import { watchDownloads } from './watchDownloads.ts'
import { askToLose, openWindow } from './window.ts'
import { readWindowState, writeWindowState } from './windowState.ts'

export type ApplicationParts = {
  readonly folders: Folders
  readonly places: Places
  /** Where the window's position is kept. */
  readonly stateFile: string
  /** Where the values that outlive the window lie. */
  readonly keptFile: string
  readonly log: AppLog
  /** Resolves once a session is cut off from the network. */
  readonly locked: (session: Session) => Promise<void>
}

/**
 * Chromium restarts a crashed graphics process by itself; one that keeps crashing is left out from the next start on.
 */
function watchGraphics({ stateFile, log }: ApplicationParts): void {
  let crashes = 0
  app.on('child-process-gone', (_event, { type, reason }) => {
    if (type !== 'GPU' || reason === 'clean-exit') return
    crashes += 1
    log.line(`graphics: the process ended (${reason})`)
    if (crashes === 3) writeWindowState(stateFile, { ...readWindowState(stateFile), softwareRendering: true })
  })
}

/** The service finishes what it has begun before the application ends. */
function stopBeforeQuitting(supervisor: Supervisor): void {
  let stopped = false
  app.on('will-quit', (event) => {
    if (stopped) return
    event.preventDefault()
    void supervisor.stop().then(() => {
      stopped = true
      // A quit that is asked for while one is being refused is lost.
      setImmediate(() => app.quit())
    })
  })
}

interface Openings {
  /** What was opened from outside since the window last asked. */
  take(): Opened | null
}

/**
 * The links and files that the system hands over: at the start, by a second instance, or (macOS) as an event. The
 * window shows them on the page of sync; nothing is enrolled by a link, and nothing is read of a file.
 */
function receiveOpened(onOffered: () => void, onSecond: () => void): Openings {
  let waiting: Opened | null = null
  const offer = (opened: Opened | null): void => {
    if (opened === null) return
    waiting = opened
    onOffered()
  }
  app.on('second-instance', (_event, args, folder) => {
    onSecond()
    offer(openedAmong(args, folder))
  })
  app.on('open-file', (event, file) => {
    event.preventDefault()
    onSecond()
    offer(readOpenedFile(file, '/'))
  })
  app.on('open-url', (event, url) => {
    event.preventDefault()
    onSecond()
    const invitation = readOpenedLink(url)
    offer(invitation === null ? null : { kind: 'invitation', invitation })
  })
  offer(openedAmong(process.argv, process.cwd()))
  return {
    take: () => {
      const taken = waiting
      waiting = null
      return taken
    },
  }
}

function bringToFront(window: BrowserWindow | null): void {
  if (window === null || window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

function after(ms: number, action: () => void): () => void {
  const timer = setTimeout(action, ms)
  return () => clearTimeout(timer)
}

function setMenu(actions: MenuActions): void {
  const options = { isMac: process.platform === 'darwin', isDevelopment: !app.isPackaged }
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(actions, options)))
}

/** Runs the application in the one instance that owns the profile: the window, and the service beside it. */
export async function runApplication(parts: ApplicationParts): Promise<void> {
  const { folders, places, log } = parts
  let window: BrowserWindow | null = null

  const tell = (channel: string, value: unknown): void => {
    if (window !== null && !window.isDestroyed()) window.webContents.send(channel, value)
  }
  const showLogs = async (): Promise<void> => {
    const problem = await shell.openPath(folders.logs)
    if (problem !== '') log.line(`the log folder could not be shown: ${problem}`)
  }
  const keys = makeKeyKeeper({
    folder: dataFolder(folders.data),
    keychain: () => openKeychain(safeStorage, process.platform),
    newKey: () => randomBytes(32),
    environment: process.env,
    log: log.line,
  })
  const supervisor = makeSupervisor({
    dataDir: folders.data,
    start: (listener) =>
      startServiceChild({ entry: places.service, dataDir: folders.data, node: places.node }, listener),
    after,
    now: Date.now,
    workspaceKey: (purpose) => keys.keyFor(purpose),
    onState: (state) => tell(channels.serviceStateChanged, state),
    log: log.line,
    onOutput: log.service,
  })

  watchGraphics(parts)
  stopBeforeQuitting(supervisor)
  watchSecondStarts({ open: folders.data, window: () => window, log: log.line })
  const openings = receiveOpened(
    () => tell(channels.opened, null),
    () => bringToFront(window),
  )
  // From its sources, the application that would be registered is Electron itself.
  if (app.isPackaged && !app.setAsDefaultProtocolClient(linkScheme))
    log.line('links of fieldseal: could not be registered with the system')
  app.on('window-all-closed', () => app.quit())
  await app.whenReady()

  // A partition without `persist:` lives in memory; Chromium writes the storage of the default one to the disk in the
  // clear.
  const own = session.fromPartition('fieldseal')
  await Promise.all([own, session.defaultSession].map(parts.locked))
  const answers = makeHeardAnswers()
  serveScheme(own, { files: places, upstream: () => supervisor.upstream(), answers })
  const downloads = watchDownloads({
    session: own,
    window: () => window,
    answers,
    onChange: (all) => tell(channels.downloadsChanged, all),
    log: log.line,
  })
  serveViewer(own, places.viewer)
  const leaving = makeLeaving({
    ask: () => (window === null || window.isDestroyed() ? Promise.resolve(true) : askToLose(window)),
    after,
  })
  const onChange = (view: UpdatesView): void => tell(channels.updatesChanged, view)
  const updates = startUpdates({ userData: folders.userData, supervisor, leaving, after, onChange, log: log.line })
  serveBridge({
    supervisor,
    window: () => window,
    keyPlace: () => keys.place(),
    dataDir: folders.data,
    showLogs,
    opened: () => openings.take(),
    leaving,
    downloads,
    updates,
    keptFile: parts.keptFile,
    log: log.line,
  })
  powerMonitor.on('resume', () => supervisor.renewSession())
  const saveRecoveryKey = (): void => {
    if (window !== null) void saveKeyCopy(window, keys, folders.data, log.line)
  }
  const reload = (): void => {
    const again = (): void => window?.webContents.reload()
    if (leaving.mayLeave(again)) again()
  }
  const actions = {
    send: (command: string) => tell(channels.command, command),
    showLogs: () => void showLogs(),
    saveRecoveryKey,
    reload,
  }
  setMenu(actions)
  supervisor.start()
  window = openWindow({
    preload: places.preload,
    icon: places.icon,
    stateFile: parts.stateFile,
    folder: folders.isNamed ? folders.data : null,
    version: app.getVersion(),
    isDevelopment: !app.isPackaged,
    log: log.line,
    quit: () => app.quit(),
    session: own,
    leaving,
    downloads,
  })
}
