import { BrowserWindow, dialog, screen, type Session } from 'electron'
import type { Downloads } from './downloads.ts'
import type { Leaving } from './leaving.ts'
import { messages } from './messages.ts'
import { pageOrigin } from './page.ts'
import { fitToScreens, readWindowState, writeWindowState } from './windowState.ts'
import { titleOf } from './windowTitle.ts'

type WindowParts = {
  readonly preload: string
  readonly icon: string
  readonly stateFile: string
  /** The folder of the workspace, for the title; null where it is the one of the profile. */
  readonly folder: string | null
  readonly version: string
  readonly isDevelopment: boolean
  readonly log: (line: string) => void
  readonly quit: () => void
  /** In memory: nothing that the page holds may reach the disk in the clear. */
  readonly session: Session
  readonly leaving: Leaving
  readonly downloads: Downloads
}

/** A window that crashed this often within a minute is not reloaded by itself any more. */
const maxReloads = 3
const reloadWindowMs = 60_000

/** Reloads a crashed page; asks when it keeps crashing or hangs. */
function recover(window: BrowserWindow, { log, quit }: WindowParts): void {
  let crashes: number[] = []
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    log(`window: the page ended (${reason})`)
    crashes = [...crashes.filter((at) => Date.now() - at < reloadWindowMs), Date.now()]
    if (crashes.length <= maxReloads) {
      window.webContents.reload()
      return
    }
    const options = {
      type: 'error' as const,
      message: messages.windowCrashed,
      detail: messages.windowCrashedDetail,
      buttons: [messages.reloadNow, messages.quit],
    }
    void dialog
      .showMessageBox(window, options)
      .then(({ response }) => (response === 0 ? window.webContents.reload() : quit()))
  })
  window.on('unresponsive', () => {
    log('window: does not respond')
    const options = {
      type: 'warning' as const,
      message: messages.windowHangs,
      detail: messages.windowHangsDetail,
      buttons: [messages.wait, messages.reloadNow],
    }
    void dialog
      .showMessageBox(window, options)
      .then(({ response }) => response === 1 && !window.isDestroyed() && window.webContents.reload())
  })
}

/** Keeps position and size when the window closes. */
function remember(window: BrowserWindow, stateFile: string): void {
  window.on('close', () => {
    const bounds = window.getNormalBounds()
    writeWindowState(stateFile, { ...readWindowState(stateFile), ...bounds, maximized: window.isMaximized() })
  })
}

/**
 * The window stays while it holds text that is nowhere else, or files are being saved; a page that is gone or loads
 * anew holds no text.
 */
function keepUnstored(window: BrowserWindow, { leaving, downloads }: Pick<WindowParts, 'leaving' | 'downloads'>): void {
  window.on('close', (event) => {
    const close = (): void => window.close()
    if (!leaving.mayLeave(close) || !downloads.mayLeave(close)) event.preventDefault()
  })
  window.webContents.on('render-process-gone', () => leaving.holds(false))
  window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) leaving.holds(false)
  })
}

/** Asks whether text that the service has not taken may be lost. */
export async function askToLose(window: BrowserWindow): Promise<boolean> {
  const options = {
    type: 'warning' as const,
    message: messages.unstored,
    detail: messages.unstoredDetail,
    buttons: [messages.stay, messages.loseText],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  }
  return (await dialog.showMessageBox(window, options)).response === 1
}

/** Opens the window on its own page, where it was when it was last closed. */
export function openWindow(parts: WindowParts): BrowserWindow {
  const { preload, stateFile, folder, version, isDevelopment } = parts
  const state = fitToScreens(
    readWindowState(stateFile),
    screen.getAllDisplays().map((display) => display.workArea),
  )
  const window = new BrowserWindow({
    ...(state.x === undefined || state.y === undefined ? {} : { x: state.x, y: state.y }),
    width: state.width,
    height: state.height,
    minWidth: 640,
    minHeight: 480,
    show: false,
    title: titleOf(version, folder),
    icon: parts.icon,
    backgroundColor: '#f5f6f7',
    webPreferences: {
      preload,
      session: parts.session,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      safeDialogs: true,
      devTools: isDevelopment,
      additionalArguments: [`--fieldseal-version=${version}`],
    },
  })
  // The page's title does not say which folder it shows.
  window.on('page-title-updated', (event) => event.preventDefault())
  if (state.maximized) window.maximize()
  window.once('ready-to-show', () => window.show())
  recover(window, parts)
  remember(window, stateFile)
  keepUnstored(window, parts)
  void window.loadURL(`${pageOrigin}/`).catch((error: Error) => parts.log(`window: ${error.message}`))
  return window
}
