import { app, dialog, type BrowserWindow } from 'electron'
import { messages } from './messages.ts'
import { argumentsFor, otherFolder } from './secondStart.ts'
import { quitAndStart } from './startAgain.ts'

type Asking = {
  /** The folder that is open. */
  readonly open: string
  readonly window: () => BrowserWindow | null
  readonly log: (line: string) => void
}

async function ask({ open, window, log }: Asking, asked: string): Promise<void> {
  const options = {
    type: 'question' as const,
    message: messages.otherFolder,
    detail: messages.otherFolderDetail(open, asked),
    buttons: [messages.stayHere, messages.openOther],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  }
  const shown = window()
  const { response } = await (shown === null || shown.isDestroyed()
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(shown, options))
  log(`a second start asked for ${asked}: ${response === 1 ? 'opening it instead' : 'it stays closed'}`)
  if (response !== 1) return
  quitAndStart(argumentsFor(process.argv, asked), log)
}

/**
 * Asks, where a second start wants another folder than the window shows: silence would let somebody write into the
 * wrong workspace.
 */
export function watchSecondStarts(asking: Asking): void {
  let isAsking = false
  app.on('second-instance', (_event, args, _cwd, told) => {
    const asked = otherFolder(asking.open, told, args)
    if (asked === null || isAsking) return
    isAsking = true
    ask(asking, asked)
      .catch((error: Error) => asking.log(`the question after a second start could not be asked: ${error.message}`))
      .finally(() => {
        isAsking = false
      })
  })
}
