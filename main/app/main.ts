import path from 'node:path'
import { app, dialog } from 'electron'
import { appImageHere } from './appImage.ts'
import { runApplication } from './application.ts'
import { askToGoBack, goBackSwitch } from './goBack.ts'
import { eraseEarlierStorage } from './earlierStorage.ts'
import { lockApp } from './lockdown.ts'
import { makeLog } from './log.ts'
import { messages } from './messages.ts'
import { chooseFolders } from './options.ts'
import { findPlaces } from './places.ts'
import { declareSchemes } from './protocol.ts'
import { losesSandbox } from './sandbox.ts'
import { tellOfStart } from './secondStart.ts'
import { readWindowState } from './windowState.ts'

/** What must be settled before Electron is ready; then the application itself, in one instance for each profile. */

app.setName('Fieldseal')
// What is saved is evidence and reports: readable by its owner only, the files that Chromium makes included.
process.umask(0o077)
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

// Chromium refuses to run as root with a sandbox; who passes --no-sandbox for that reason gets the other walls only.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
declareSchemes()
const locked = lockApp(app, (what) => log.line(`refused: ${what}`))
if (readWindowState(stateFile).softwareRendering) app.disableHardwareAcceleration()

const start = {
  appImage: appImageHere(),
  uid: process.getuid?.(),
  hasNoSandbox: app.commandLine.hasSwitch('no-sandbox'),
}
if (losesSandbox(start)) {
  log.line('not started: the AppImage came without the sandbox')
  process.stderr.write(`${messages.noSandbox} ${messages.noSandboxDetail}\n`)
  void app.whenReady().then(() => {
    dialog.showErrorBox(messages.noSandbox, messages.noSandboxDetail)
    app.exit(1)
  })
} else if (app.requestSingleInstanceLock(tellOfStart(folders))) {
  try {
    const erased = eraseEarlierStorage(folders.userData)
    if (erased > 0) log.line(`storage of the window that lay on the disk in the clear was erased (${erased} files)`)
  } catch (error) {
    log.line(`storage that an earlier release left in the clear could not be erased: ${(error as Error).message}`)
  }
  const parts = { folders, places, stateFile, keptFile: path.join(folders.userData, 'kept.json'), log, locked }
  const started = app.commandLine.hasSwitch(goBackSwitch)
    ? askToGoBack(folders.data, log.line).then(() => runApplication(parts))
    : runApplication(parts)
  started.catch((error: Error) => {
    log.line(`could not start: ${error.stack ?? error.message}`)
    process.stderr.write(`Fieldseal could not start: ${error.message}\n`)
    app.exit(1)
  })
} else {
  process.stderr.write(
    `Fieldseal is running already; its window comes to the front, and asks if it shows another workspace than ${folders.data}.\n`,
  )
  app.quit()
}
