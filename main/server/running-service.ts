import type { IncomingHttpHeaders } from 'node:http'
import type { Refusal } from '../../shared/api/errors.ts'
import type { Session } from '../../shared/ipc/supervisor.ts'
import type { Result } from '../../shared/schema/result.ts'
import type { TimeStampChoices } from '../sync/hub/time-stamps.ts'
import type { NoteVerifier } from '../seal/checkpoint.ts'
import type { StreamLimits } from './events/readers.ts'
import type { Workspace } from '../storage/ledger/workspace.ts'

/** How a service is started; the command line and the service process both fill it. */
export interface ServiceOptions {
  readonly dataDir: string
  /** 0: the system chooses a free port. */
  readonly port: number
  readonly host: string
  readonly role: 'local' | 'hub'
  /** Folder of the built window (`dist/renderer`); absent: no window is served. */
  readonly rendererDir?: string
  /** Folder of the built viewer of evidence (`dist/viewer`); absent: nothing can be previewed in the served window. */
  readonly viewerDir?: string
  /** Folder of the fonts (`dist/service/fonts`); absent: the served window shows what the system can. */
  readonly fontsDir?: string
  /** Whether to open a socket; without one only `inject` answers. Default true. */
  readonly listen?: boolean
  readonly limits?: Partial<RateLimits>
  /** Where a hub keeps its store; absent: `DATABASE_URL` of the environment, else SQLite in the data folder. */
  readonly databaseUrl?: string
  /**
   * The bucket in which a hub keeps evidence; absent: `FIELDSEAL_BLOBS` of the environment, else files in the data
   * folder.
   */
  readonly blobs?: string
  /** Host names, besides loopback and IP literals, under which a hub is reached. */
  readonly publicHosts?: readonly string[]
  /**
   * Witnesses that this service knows (Y-53): whose cosignatures a hub takes, and count on the device; absent: a hub
   * takes none, and a device keeps those that it was started with before.
   */
  readonly witnesses?: readonly NoteVerifier[]
  /** Where a hub has its log stamped (Y-54); absent: nowhere. */
  readonly timeStamping?: TimeStamping
  /**
   * Networks that webhooks may reach although they are not public; absent: what `FIELDSEAL_WEBHOOK_NETWORKS` of the
   * environment says.
   */
  readonly webhookNetworks?: string
  /** How long the reading of evidence waits before it begins by itself, in milliseconds; absent: three seconds. */
  readonly textQuietMs?: number
  /** Bounds of the event stream; what is absent is as usual. */
  readonly stream?: Partial<StreamLimits>
}

/** A time-stamping authority (RFC 3161) and how it is used. */
export interface TimeStamping extends Pick<TimeStampChoices, 'everyMs' | 'authorities' | 'lists'> {
  readonly url: string
}

/** Requests that a credential or an address may make; each is a bucket that refills evenly. */
export interface RateLimits {
  /** Requests of one credential in `windowSeconds`; 0 switches the limit off. */
  readonly perCredential: number
  /** Requests without a credential from one address in `windowSeconds`; 0 switches the limit off. */
  readonly perAddress: number
  readonly windowSeconds: number
}

/**
 * A request without a socket. `body` is sent as JSON; a string or bytes go as they are with the content type given in
 * `headers`.
 */
export interface InjectedRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Its answer; `json()` throws where the body is no JSON. */
export interface InjectedAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  json(): unknown
}

/** A service that answers. */
export interface RunningService {
  /** `http://host:port`, or `''` where it does not listen. */
  readonly url: string
  readonly workspace: Workspace
  /** Sends a request through routing, credentials and validation without a socket. */
  inject(request: InjectedRequest): Promise<InjectedAnswer>
  /**
   * A fresh session of the person at this computer: a token and an institution key that lives in memory only. Refused
   * while no hub has said who that is.
   */
  localSession(): Promise<Result<Session, Refusal>>
  /** Calls back when the folder was opened anew at the same address, which ends all sessions, or could not be. */
  onReopened(listener: (outcome: Result<void, Refusal>) => void): () => void
  /** Refuses new work, finishes what is under way, signs checkpoints, closes the database, removes `service.json`. */
  close(): Promise<void>
}
