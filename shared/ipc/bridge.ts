import type { Download, DownloadStep } from './downloads.ts'
import type { Failure, WorkspaceInput } from './supervisor.ts'
import type { UpdatesView, UpdateStep } from './updates.ts'
import type { Invitation } from '../protocol/invitation.ts'
import type { Result } from '../schema/result.ts'

/**
 * The bridge between the sandboxed window and Electron's main process: `window.fieldseal`, set by `main/preload`.
 * It is absent when the same interface is served to a browser.
 */

/**
 * Set where the service runs and has not answered for a while: it works on something long, or it hangs. A person
 * decides what follows.
 */
type MaybeSilent = { readonly silent?: true }

/** What the window knows about the service that it talks to. */
export type ServiceState =
  | ({ readonly kind: 'starting' } & MaybeSilent)
  /** The data folder holds no workspace: offer to create one. `error` is why the last attempt was refused. */
  | ({ readonly kind: 'first-run'; readonly creating: boolean; readonly error?: Failure } & MaybeSilent)
  | ({ readonly kind: 'ready' } & MaybeSilent)
  /** The service ended unexpectedly and is started again; `attempt` counts from 1. */
  | ({ readonly kind: 'restarting'; readonly attempt: number; readonly reason: string } & MaybeSilent)
  /**
   * The supervisor gave up. `reason` is one sentence for a person; `safe` says what is safe; `advice` says what to do.
   */
  | {
      readonly kind: 'failed'
      readonly code: string
      readonly reason: string
      readonly safe: string
      readonly advice: string
    }

/** Where the key lies that everything in the data folder is encrypted under. */
export type KeyPlace = 'keychain' | 'file' | 'environment'

/** Commands that the native menu sends to the window. Zooming and full screen are handled by main itself. */
export const commands = [
  'case.new',
  'case.search',
  'case.list',
  'case.note',
  'case.status',
  'case.assign',
  'case.verify',
  'workspace.verify',
  'import.cases',
  'palette.open',
  'theme.toggle',
  'help.shortcuts',
  'help.about',
] as const
export type Command = (typeof commands)[number]

/** What a file that is carried by hand is asked for. */
export const carriedFilePurposes = ['write', 'read'] as const
export type CarriedFilePurpose = (typeof carriedFilePurposes)[number]

/** Stops a subscription. */
export type Unsubscribe = () => void

/** What the system handed over to be opened: an enrolment link, or a file that is carried by hand. */
export type Opened =
  | { readonly kind: 'invitation'; readonly invitation: Invitation }
  | { readonly kind: 'carried-file'; readonly path: string }

/** `window.fieldseal` in the desktop. */
export type FieldsealBridge = {
  readonly platform: 'linux' | 'darwin' | 'win32'
  /** The version of the application, for example `0.1.0`. */
  readonly version: string
  serviceState(): Promise<ServiceState>
  onServiceState(callback: (state: ServiceState) => void): Unsubscribe
  onCommand(callback: (command: Command) => void): Unsubscribe
  /** Asks the service to make the workspace; success or refusal also arrives as a service state. */
  createWorkspace(input: WorkspaceInput): Promise<Result<null, Failure>>
  /** Starts the service again after `failed`, and ends one that is silent to start another. */
  restartService(): Promise<void>
  /** Where the workspace key is kept; null before a workspace was opened. */
  keyPlace(): Promise<KeyPlace | null>
  /** The absolute path of the folder in which the workspace lies: what `--data` of the commands takes. */
  dataFolder(): Promise<string>
  /** What was opened from outside since this was last asked; null where nothing was. */
  takeOpened(): Promise<Opened | null>
  /** Calls back when something was opened. */
  onOpened(callback: () => void): Unsubscribe
  /** Tells whether the window holds text that the service has not taken: then it does not close without a question. */
  holdsUnstored(held: boolean): Promise<void>
  /** The values that outlive the window: preferences and the addresses of uploads. */
  kept(): Promise<Readonly<Record<string, string>>>
  /** Keeps such a value, or forgets it (null). Rejects a name that main does not know. */
  keep(name: string, value: string | null): Promise<void>
  /** What is being saved or was, oldest first. */
  downloads(): Promise<readonly Download[]>
  /** Calls back with all of them whenever one has changed. */
  onDownloads(callback: (downloads: readonly Download[]) => void): Unsubscribe
  /**
   * Cancels a download, shows its file in the system's file manager, or takes one that ended off the list; does nothing
   * where its state does not permit that.
   */
  steerDownload(step: DownloadStep): Promise<void>
  /** What there is to say of updates. */
  updates(): Promise<UpdatesView>
  /** Calls back whenever that has changed. */
  onUpdates(callback: (view: UpdatesView) => void): Unsubscribe
  /**
   * Looks for updates, installs the one that is ready (the program ends and starts again), or turns them on or off. An
   * error is words for the person.
   */
  stepUpdates(step: UpdateStep): Promise<Result<null, Failure>>
  /** Opens the folder with the application's logs in the system's file manager. */
  showLogs(): Promise<void>
  /**
   * Asks the person for a file that is carried by hand: a new one to be written, or one to be read. Null where they
   * chose none.
   */
  chooseCarriedFile(purpose: CarriedFilePurpose): Promise<string | null>
  /**
   * The path of a file that a person dropped or chose; empty for one that is on no disk. A page cannot name files by
   * itself.
   */
  pathForFile(file: File): string
}

declare global {
  interface Window {
    /** Present only in the desktop window. */
    readonly fieldseal?: FieldsealBridge
  }
}
