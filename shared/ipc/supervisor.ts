import { z } from 'zod'
import { newWorkspace } from '../schema/workspace.ts'

/**
 * The contract between the service and the process that supervises it (Electron's main process).
 *
 * The service is started with `--data DIR --port 0 --supervised`, either by `utilityProcess.fork` or as a Node child
 * with an `ipc` channel; `main/server` cannot tell which. Every message is one JSON object. The service exits when its
 * parent goes away (`disconnect`, or the closing of the parent port).
 */

/** What lets the supervisor act for the local user: a short-lived token and the institution's key. */
export const session = z.strictObject({
  /** A JWT; its `exp` tells when it ends. */
  access_token: z.string().min(1),
  /** Sent as `X-API-Key`. */
  institution_key: z.string().min(1),
  user_id: z.string().min(1),
})
export type Session = z.infer<typeof session>

/** What the first-run window asks for. */
export const workspaceInput = z.strictObject({
  ...newWorkspace.shape,
  /** Whether to fill the workspace with invented people and cases, clearly marked. */
  sample: z.boolean(),
})
export type WorkspaceInput = z.infer<typeof workspaceInput>

/** A refusal or failure that the window can show: a stable code and a sentence for a person. */
export const failure = z.object({ code: z.string().min(1), message: z.string().min(1) })
export type Failure = z.infer<typeof failure>

/** Service -> parent. Unknown fields are dropped, so that a newer service can say more. */
export const serviceMessage = z.discriminatedUnion('type', [
  /** The service answers at `url` (for example `http://127.0.0.1:41873`). */
  z.object({ type: z.literal('ready'), url: z.url(), pid: z.int().positive(), session }),
  /** A renewed session: sent before the old one ends, and in answer to `session-request`. */
  z.object({ type: z.literal('session'), session }),
  /** There is no workspace in the folder; with `error`, the last `create-workspace` was refused for that reason. */
  z.object({ type: z.literal('first-run'), error: failure.optional() }),
  /**
   * The service needs the workspace key, to open the folder or to make a workspace in it; answered by `workspace-key`.
   */
  z.object({ type: z.literal('key-request'), purpose: z.enum(['open', 'create']) }),
  /** The answer to `ping`. */
  z.object({ type: z.literal('pong') }),
  /** The service cannot go on and exits; restarting will not help unless the cause is removed. */
  z.object({ type: z.literal('fatal'), ...failure.shape }),
])
export type ServiceMessage = z.infer<typeof serviceMessage>

/** Parent -> service. */
export const supervisorMessage = z.discriminatedUnion('type', [
  /** Finish what is under way, close the database and exit with 0. */
  z.object({ type: z.literal('stop') }),
  /** Answer at once: whether the service still does anything. */
  z.object({ type: z.literal('ping') }),
  /** Ask for a fresh session now, for example after the laptop woke up. */
  z.object({ type: z.literal('session-request') }),
  /**
   * The workspace key (base64url); null where the service finds it by itself, in its file or the environment. With
   * `error`, there is none to be had.
   */
  z.object({ type: z.literal('workspace-key'), key: z.string().nullable(), error: failure.optional() }),
  /**
   * Make the workspace (only after `first-run`); answered by `ready`, or by `first-run` with an error. Names are
   * checked where they are sealed: a message that is ignored has no answer.
   */
  z.object({
    type: z.literal('create-workspace'),
    institution: z.string(),
    name: z.string(),
    admin: z.string(),
    sample: z.boolean(),
  }),
])
export type SupervisorMessage = z.infer<typeof supervisorMessage>
