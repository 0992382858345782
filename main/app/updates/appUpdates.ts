import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { UpdatesView, UpdateStep } from '../../../shared/ipc/updates.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { errorText } from '../../../shared/text/error-text.ts'
import type { Failure } from '../../../shared/ipc/supervisor.ts'
import { freeBytes } from '../../platform/disk-full.ts'
import {
  managedSettingsFile,
  readUpdateSettings,
  updateFiles,
  updateSource,
  writeUpdateSettings,
} from '../../platform/update-files.ts'
import { outwardOf } from '../../server/sync/outward.ts'
import type { UpdateTrust } from '../../update/trust.ts'
import { messages } from '../messages.ts'
import { folderSource } from './folderSource.ts'
import { makeUpdater } from './updater.ts'
import { webSource } from './webSource.ts'

/** What the updates of the application act through. */
export type AppUpdatesParts = {
  readonly trust: UpdateTrust | null
  readonly version: string
  readonly target: string
  /** The AppImage that runs; undefined where the program is none. */
  readonly appImage: string | undefined
  readonly userData: string
  /** The file of the computer's administrator; absent: where the system keeps it. */
  readonly managed?: string
  readonly environment: NodeJS.ProcessEnv
  /** Whether the person whose window this is administers the workspace. */
  isAdministrator(): Promise<boolean>
  /** Runs the action later, and again; returns how to call it off. */
  readonly after: (ms: number, action: () => void) => () => void
  /** Ends this program and starts the one that lies in its place. */
  readonly restart: () => void
  onChange(view: UpdatesView): void
  readonly log: (line: string) => void
}

export type AppUpdates = {
  view(): UpdatesView
  /** Does what the window asks for; an error is words for the person. */
  step(step: UpdateStep): Promise<Result<null, Failure>>
  /** Looks a while after the start, and four times a day from then on. */
  begin(): void
}

/** The first look waits until the window has what it shows. */
const firstLookMs = 30_000
const nextLookMs = 6 * 3_600_000

/** Updates of the application: by whom they are turned on, when they are looked for, and what the window may ask. */
export const makeAppUpdates = (parts: AppUpdatesParts): AppUpdates => {
  const files = updateFiles(parts.userData)
  const managed = parts.managed ?? managedSettingsFile(process.platform, parts.environment['ProgramData'])
  const settings = () => readUpdateSettings(managed, files.settings)
  const updater = makeUpdater({
    trust: parts.trust,
    installed: { version: parts.version, target: parts.target },
    program: parts.appImage || null,
    settings,
    openSource: (address) =>
      path.isAbsolute(address) ? folderSource(address) : webSource(address, outwardOf(parts.environment)),
    files,
    now: Date.now,
    randomBytes,
    freeBytes,
    onChange: (view) => parts.onChange(view),
    log: parts.log,
  })

  const turn = async (source: string | null): Promise<Result<null, Failure>> => {
    const refused = (message: string): Result<null, Failure> => fail({ code: 'updates_not_changed', message })
    const { managedBy } = settings()
    if (managedBy !== null) return refused(messages.updatesManaged(managedBy))
    if (!(await parts.isAdministrator())) return refused(messages.updatesAdministrator)
    if (source !== null && !updateSource.safeParse(source).success) return refused(messages.updatesAddress)
    try {
      writeUpdateSettings(files.settings, source)
    } catch (error) {
      return refused(messages.updatesNotKept(errorText(error)))
    }
    parts.log(`updates: turned ${source === null ? 'off' : 'on'}`)
    updater.tell()
    void updater.look()
    return ok(null)
  }

  const install = async (): Promise<Result<null, Failure>> => {
    const refusal = await updater.install()
    if (refusal !== null) return fail(refusal)
    parts.restart()
    return ok(null)
  }

  return {
    view: updater.view,
    step: async (step) => {
      if (step.kind === 'turn') return await turn(step.source)
      if (step.kind === 'install') return await install()
      await updater.look()
      return ok(null)
    },
    begin: () => {
      const again = (): void => {
        void updater.look()
        parts.after(nextLookMs, again)
      }
      parts.after(firstLookMs, again)
    },
  }
}
