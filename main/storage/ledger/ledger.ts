import type { Kysely } from 'kysely'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { EventDraft } from '../../../shared/schema/events.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Acting, Actor } from '../../domain/access/actor.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import type { Database } from '../schema.ts'
import type { Statements } from '../sqlite/statements.ts'

/** The actor of what the service does by itself. */
export const systemActor: Actor = { userId: 0, userUid: 'system', role: 'admin' }

/** An entry before it is sealed. */
export interface EntryDraft {
  /** The case, or the workspace's own chain. `id` is the case's integer id. */
  readonly case: { readonly id: number; readonly uid: string } | 'workspace'
  readonly type: string
  readonly subject: string
  readonly refs?: readonly string[]
  /** Values sealed openly: no personal data. */
  readonly pub: Readonly<Record<string, JsonValue>>
  /** Values sealed by digest only, kept apart and encrypted. */
  readonly withheld?: Readonly<Record<string, JsonValue>>
  /** The acting user's uid; default: the actor of the write. */
  readonly actor?: string
}

/** What became of a draft. */
export interface AppendedEntry {
  /** Lower-case hex. */
  readonly id: string
  /** Arrival number over the whole workspace. */
  readonly n: number
  /** 0-based position in its chain; the chain now has one entry more than this. */
  readonly position: number
  readonly atMs: number
}

/** A withheld value as it can still be read. */
export interface OpenedDisclosure {
  readonly digest: string
  /** undefined: erased or not at hand. */
  readonly value: JsonValue | undefined
}

/** A sealed entry with what it withholds, on its way into the tables. */
export interface OpenedEntry {
  readonly id: string
  readonly n: number
  readonly position: number
  readonly payload: EntryPayload
  /** `payload.at` in milliseconds. */
  readonly atMs: number
  /** By name. */
  readonly disclosures: Readonly<Record<string, OpenedDisclosure>>
}

/** An entry of any device on its way into the ledger. Its seal was checked. */
export interface ReceivedEntry {
  readonly id: string
  readonly payload: Uint8Array
  readonly kid: string
  readonly sig: Uint8Array
  readonly disclosures: readonly string[]
  readonly hubPosition: number
  /** When the hub received it, by its receipt; null where that has not come. */
  readonly receivedAtMs: number | null
  /** What its bytes say, where they were read when its seal was checked. */
  readonly reading?: { readonly payload: EntryPayload; readonly paeSha256: Uint8Array }
}

/** The tables as appliers see them, live or in a replay. */
export interface ProjectionTx {
  readonly db: Kysely<Database>
  readonly sql: Statements
}

/**
 * Projects one type of entry into the tables. Appliers are the only code that writes projection tables, and what they
 * write follows from the entries alone (no clock, no randomness, no configuration), so that a replay gives the same
 * rows.
 */
export type Applier = (tx: ProjectionTx, entry: OpenedEntry) => Promise<void> | void

/** What an area of the product adds to the ledger. */
export interface Area {
  readonly appliers: Readonly<Record<string, Applier>>
}

/** An event that a job told. */
export interface ToldEvent {
  /** Its id in the stream; 0 until the job has ended. */
  readonly id: number
}

/** An open transaction of the ledger. */
export interface LedgerTx extends ProjectionTx {
  /** The time of this write, Unix milliseconds. */
  readonly nowMs: number
  /** What made what is written here; null: the actor by his own hand. */
  readonly acting: Acting | null
  /** The same transaction, in which something else acts on the actor's answer: what it seals names that (S-27). */
  as(acting: Acting): LedgerTx
  /** Whether the actor may know a case, as it stands in this transaction. Whoever acts on their answer may. */
  mayKnow(caseId: number): Promise<boolean>
  /**
   * Seals a draft, stores it, and projects it.
   *
   * @throws where its case is one that the actor may not know: whoever calls has asked before
   */
  append(draft: EntryDraft): Promise<AppendedEntry>
  /**
   * Stores entries of a chain that came from the hub, at their places in the hub's order; they are not projected yet.
   */
  receive(
    chain: { readonly id: number; readonly uid: string },
    entries: readonly ReceivedEntry[],
  ): readonly OpenedEntry[]
  /** Projects an entry after all that are projected of its chain. */
  project(entry: OpenedEntry): Promise<void>
  /**
   * Tells an event of `shared/schema/events.ts` in this transaction: it reaches the stream and the webhooks if, and
   * only if, the job's writes are kept. Events are written when the job ends, in the order in which they and the
   * entries came. Sealed entries become events by themselves (`main/storage/events/entry-events.ts`, live and by sync,
   * never in a replay): emit only what no entry says. Data that does not fit the list throws.
   *
   * @param actor who did it; default: the actor of the write. Null: the service.
   * @returns what bears the event's id once the write has been answered
   */
  emit(event: EventDraft, actor?: string | null): ToldEvent
  /**
   * In the midst of a long job: lets those go on who only read. They see nothing of the job, and those who write wait
   * for its end.
   */
  breathe(): Promise<void>
  /** The next integer id of this device in a table with such ids (L-22). */
  nextId(table: 'cases' | 'users' | 'saved_views' | 'evidence' | 'alerts'): Promise<number>
}

/** A command: refused, it leaves nothing behind; throwing, neither. */
export type Job<T> = (tx: LedgerTx) => Promise<Result<T, Refusal>> | Result<T, Refusal>

/** The one write path. */
export interface Ledger {
  /**
   * Runs a job in a durable transaction, together with all others that wait. The promise resolves only after the COMMIT
   * that holds the job's writes. Refuses with `storage_full` where the disk is full and `unavailable` once closed. Jobs
   * must not wait for anything but their transaction: everyone behind them waits too.
   */
  write<T>(actor: Actor, job: Job<T>): Promise<Result<T, Refusal>>
  /**
   * The same without waiting for the disk (L-94): what it writes outlives the process at once, and a loss of power from
   * the next commit of `write` on. It must not seal.
   */
  note<T>(actor: Actor, job: Job<T>): Promise<Result<T, Refusal>>
  /** Calls back after each commit that holds entries, with the chains (case ids; 0: the workspace) that grew. */
  onCommitted(listener: (chains: ReadonlySet<number>) => void): () => void
  /** Calls back after each commit that holds events, with the id of the last one. */
  onEvents(listener: (lastId: number) => void): () => void
}
