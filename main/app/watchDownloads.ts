import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat, statfs } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { dialog, shell, type BrowserWindow, type Session } from 'electron'
import type { Download } from '../../shared/ipc/downloads.ts'
import { makeDownloads, type Downloads } from './downloads.ts'
import type { HeardAnswers } from './heardAnswers.ts'
import { messages } from './messages.ts'
import { isOwnDownload } from './page.ts'
import { saveDialog } from './saveDialog.ts'

type Watching = {
  readonly session: Session
  readonly window: () => BrowserWindow | null
  readonly answers: HeardAnswers
  readonly onChange: (downloads: readonly Download[]) => void
  readonly log: (line: string) => void
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file, { highWaterMark: 1_048_576 }), hash)
  return hash.digest('hex')
}

const freeBytes = (folder: string): Promise<number | null> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  )

/** Asks whether to leave while files are being saved. */
async function askToBreakOff(window: BrowserWindow | null, names: readonly string[]): Promise<boolean> {
  if (window === null || window.isDestroyed()) return true
  const options = {
    type: 'warning' as const,
    message: messages.saving,
    detail: messages.savingDetail(names),
    buttons: [messages.stay, messages.breakOff],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  }
  return (await dialog.showMessageBox(window, options)).response === 1
}

/** Watches what the window saves. Anything else that would become a file of this computer is refused. */
export function watchDownloads({ session, window, answers, onChange, log }: Watching): Downloads {
  const downloads = makeDownloads({
    answerAt: (address) => answers.of(address),
    sha256Of,
    freeBytes,
    isWrittenSince: (file, ms) =>
      stat(file).then(
        ({ mtimeMs }) => mtimeMs >= ms,
        () => false,
      ),
    // A virus scanner may hold it for a moment.
    remove: (file) => rm(file, { force: true, maxRetries: 5 }),
    show: (file) => shell.showItemInFolder(file),
    ask: (names) => askToBreakOff(window(), names),
    onChange,
    log,
  })
  session.on('will-download', (event, item, contents) => {
    const shown = window()
    if (shown !== null && !shown.isDestroyed() && contents === shown.webContents && isOwnDownload(item.getURL())) {
      item.setSaveDialogOptions(saveDialog(messages.saveFile))
      downloads.take(item)
      return
    }
    event.preventDefault()
    log('refused: a download that is not the window’s')
  })
  return downloads
}
