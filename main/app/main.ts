import path from 'node:path'
import { BrowserWindow, Menu, app, powerMonitor, session, shell } from 'electron'
import { channels } from '../../shared/ipc/channels.ts'
import { serveBridge } from './bridge.ts'
import { lockApp, lockSession } from './lockdown.ts'
import { makeLog } from './log.ts'
import { menuTemplate } from './menu.ts'
import { chooseFolders } from './options.ts'
import { findPlaces } from './places.ts'
import { declareScheme, serveScheme } from './protocol.ts'
import { startService } from './serviceChild.ts'
import { makeSupervisor } from './supervisor.ts'
import { openWindow } from './window.ts'
import { readWindowState, writeWindowState } from './windowState.ts'

app.setName('Fieldseal')
const folders = chooseFolders({
  defaultUserData: app.getPath('userData'),
  userDataSwitch: app.commandLine.getSwitchValue('user-data-dir'),
  dataSwitch: app.commandLine.getSwitchValue('data'),
  environment: process.env.FIELDSEAL_DATA,
})
app.setPath('userData', folders.userData)
app.setAppLogsPath(folders.logs)

const places = findPlaces(path.join(import.meta.dirname, '..'), app.isPackaged ? process.resourcesPath : null)
const stateFile = path.join(folders.userData, 'window.json')
const log = makeLog(folders.logs, () => new Date())
const refused = (what: string): void => log.line(`refused: ${what}`)

// Chromium refuses to run as root with a sandbox; who passes --no-sandbox for that reason gets the other walls only.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
declareScheme()
lockApp(app, refused)
if (readWindowState(stateFile).softwareRendering) app.disableHardwareAcceleration()

const theWindow = (): BrowserWindow | null => BrowserWindow.getAllWindows()[0] ?? null
const tellWindow = (channel: string, value: unknown): void => {
  const window = theWindow()
  if (window !== null && !window.isDestroyed()) window.webContents.send(channel, value)
}

const supervisor = makeSupervisor({
  start: (listener) => startService({ entry: places.service, dataDir: folders.data, node: places.node }, listener),
  after: (ms, action) => {
    const timer = setTimeout(action, ms)
    return () => clearTimeout(timer)
  },
  now: Date.now,
  onState: (state) => tellWindow(channels.serviceStateChanged, state),
  log: log.line,
  onOutput: log.service,
})

const showLogs = async (): Promise<void> => {
  const problem = await shell.openPath(folders.logs)
  if (problem !== '') log.line(`the log folder could not be shown: ${problem}`)
}

function show(): void {
  openWindow({
    preload: places.preload,
    icon: places.icon,
    stateFile,
    version: app.getVersion(),
    isDevelopment: !app.isPackaged,
    log: log.line,
    quit: () => app.quit(),
  })
}

function focus(): void {
  const window = theWindow()
  if (window === null) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** Chromium restarts a crashed graphics process by itself; one that keeps crashing is left out from the next start on. */
function watchGraphics(): void {
  let crashes = 0
  app.on('child-process-gone', (_event, { type, reason }) => {
    if (type !== 'GPU' || reason === 'clean-exit') return
    crashes += 1
    log.line(`graphics: the process ended (${reason})`)
    if (crashes === 3) writeWindowState(stateFile, { ...readWindowState(stateFile), softwareRendering: true })
  })
}

/** The service finishes what it has begun before the application ends. */
function stopBeforeQuitting(): void {
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

async function run(): Promise<void> {
  watchGraphics()
  stopBeforeQuitting()
  app.on('second-instance', focus)
  app.on('window-all-closed', () => app.quit())
  await app.whenReady()
  lockSession(session.defaultSession, refused)
  serveScheme(session.defaultSession, places.renderer, () => supervisor.upstream())
  serveBridge({ supervisor, window: theWindow, showLogs, log: log.line })
  powerMonitor.on('resume', () => supervisor.renewSession())
  const actions = { send: (command: string) => tellWindow(channels.command, command), showLogs: () => void showLogs(), reload: () => theWindow()?.webContents.reload() }
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(actions, { isMac: process.platform === 'darwin', isDevelopment: !app.isPackaged })))
  supervisor.start()
  show()
}

if (app.requestSingleInstanceLock()) {
  run().catch((error: Error) => {
    log.line(`could not start: ${error.stack ?? error.message}`)
    process.stderr.write(`Fieldseal could not start: ${error.message}\n`)
    app.exit(1)
  })
} else {
  process.stderr.write('Fieldseal is running already; its window comes to the front.\n')
  app.quit()
}
