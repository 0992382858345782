import { z } from 'zod'
import { ipcMain, type BrowserWindow, type IpcMainInvokeEvent } from 'electron'
import { carriedFilePurposes, type Opened } from '../../shared/ipc/bridge.ts'
import type { KeyPlace } from '../../shared/ipc/bridge.ts'
import { channels } from '../../shared/ipc/channels.ts'
import { downloadStep } from '../../shared/ipc/downloads.ts'
import { updateStep } from '../../shared/ipc/updates.ts'
import { workspaceInput } from '../../shared/ipc/supervisor.ts'
import { fail } from '../../shared/schema/result.ts'
import { chooseCarriedFile } from './carriedFile.ts'
import type { Downloads } from './downloads.ts'
import { keepValue, keptName, keptValue, readKept } from './keptValues.ts'
import type { Leaving } from './leaving.ts'
import { messages } from './messages.ts'
import { isOwnPage } from './page.ts'
import type { Supervisor } from './supervisor.ts'
import type { AppUpdates } from './updates/appUpdates.ts'

/** Whether a message comes from the main frame of the window itself, showing its own page. */
export function isTrustedSender(
  event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  window: BrowserWindow | null,
): boolean {
  const frame = event.senderFrame
  return (
    window !== null &&
    !window.isDestroyed() &&
    event.sender === window.webContents &&
    frame !== null &&
    frame === event.sender.mainFrame &&
    isOwnPage(frame.url)
  )
}

const keptInput = z.strictObject({ name: keptName, value: keptValue.nullable() })

type BridgeParts = {
  readonly supervisor: Supervisor
  readonly window: () => BrowserWindow | null
  readonly keyPlace: () => KeyPlace | null
  /** The folder of the workspace. */
  readonly dataDir: string
  readonly showLogs: () => Promise<void>
  readonly opened: () => Opened | null
  readonly leaving: Leaving
  readonly downloads: Downloads
  readonly updates: AppUpdates
  /** Where the values that outlive the window lie. */
  readonly keptFile: string
  readonly log: (line: string) => void
}

/** Answers `window.fieldseal`; every message is checked for its sender and its shape. */
export function serveBridge({
  supervisor,
  window,
  keyPlace,
  dataDir,
  showLogs,
  opened,
  leaving,
  downloads,
  updates,
  keptFile,
  log,
}: BridgeParts): void {
  const handle = (channel: string, answer: (input: unknown) => unknown): void => {
    ipcMain.handle(channel, (event, input: unknown) => {
      if (isTrustedSender(event, window())) return answer(input)
      log(`refused: ${channel} from another sender`)
      throw new Error('Refused')
    })
  }
  handle(channels.serviceState, () => supervisor.state())
  handle(channels.restartService, () => supervisor.restart())
  handle(channels.keyPlace, () => keyPlace())
  handle(channels.dataFolder, () => dataDir)
  handle(channels.showLogs, () => showLogs())
  handle(channels.takeOpened, () => opened())
  handle(channels.holdsUnstored, (input) => leaving.holds(input === true))
  handle(channels.kept, () => readKept(keptFile))
  handle(channels.keep, (input) => {
    const { name, value } = keptInput.parse(input)
    if (!keepValue(keptFile, name, value)) log(`${name} could not be kept`)
  })
  handle(channels.downloads, () => downloads.list())
  handle(channels.steerDownload, (input) => downloads.steer(downloadStep.parse(input)))
  handle(channels.updates, () => updates.view())
  handle(channels.stepUpdates, (input) => updates.step(updateStep.parse(input)))
  handle(channels.chooseCarriedFile, (input) => {
    const purpose = carriedFilePurposes.find((one) => one === input)
    const shown = window()
    return purpose === undefined || shown === null ? null : chooseCarriedFile(shown, purpose)
  })
  handle(channels.createWorkspace, (input) => {
    const parsed = workspaceInput.safeParse(input)
    if (parsed.success) return supervisor.createWorkspace(parsed.data)
    const [issue] = parsed.error.issues
    const field = Object.entries(messages.newWorkspaceFields).find(([name]) => name === issue?.path[0])?.[1]
    return fail({
      code: 'invalid_input',
      message: messages.notMade(field ?? messages.newWorkspaceInput, issue?.message ?? 'is not of its form'),
    })
  })
}
