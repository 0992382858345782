import type { Actor } from '../../../main/domain/access/actor.ts'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
import type { Workspace } from '../../../main/storage/ledger/workspace.ts'
import { startSync } from '../../../main/sync/device/sync-service.ts'
import type { Hub } from '../../../main/sync/hub/create-hub.ts'
import { createInProcessLink } from '../../../main/sync/link/in-process.ts'
import type { SyncLink } from '../../../main/sync/link.ts'
import type { CaseSync, SyncState } from '../../../shared/schema/sync.ts'
import { ok } from '../../../shared/schema/result.ts'

export const env = systemEnv(createLog('silent'))
/** Nothing happens by itself: a test says when. */
export const scheduler = { after: () => () => undefined }

/** A device of the folder set, with a link that a test may bend. */
export interface TestDevice {
  readonly workspace: Workspace
  bend(change: (text: string, call: string) => string): void
  sync(): Promise<SyncState>
  /** The person who works on it. */
  person(): Promise<Actor>
  open(title: string): Promise<string>
  cases(): Promise<readonly CaseSync[]>
  /** Bodies of the calls, and their answers, since the last look. */
  heard(): { readonly name: string; readonly body: string; readonly answer: string }[]
  close(): Promise<void>
}

/** Opens the device of a folder, with a way to a hub in this process. */
export const openTestDevice = async (dir: string, hub: Hub, versions?: readonly number[]): Promise<TestDevice> => {
  const opened = await openWorkspace(dir, env, { scheduler })
  if (!opened.ok) throw new Error(opened.error.message)
  const workspace = opened.value
  let change = (text: string, call: string): string => (call === '' ? '' : text)
  let heard: { name: string; body: string; answer: string }[] = []
  const inner = createInProcessLink(hub)
  const link: SyncLink = {
    call: async (call, signal) => {
      const answered = await inner.call(call, signal)
      const text = answered.ok
        ? change(Buffer.from(answered.value).toString('utf8'), call.name)
        : JSON.stringify(answered.error)
      heard.push({ name: call.name, body: Buffer.from(call.body).toString('utf8'), answer: text })
      return answered.ok ? ok(Buffer.from(text, 'utf8')) : answered
    },
  }
  const service = startSync({
    workspace,
    link,
    scheduler,
    takeBytes: () => ({ sent: 0, received: 0 }),
    ...(versions === undefined ? {} : { versions }),
  })
  const person = async (): Promise<Actor> => {
    const enrolled = workspace.sync.settings.enrolledUser() ?? ''
    const user = await workspace.db
      .selectFrom('users')
      .selectAll()
      .where('uid', '=', enrolled)
      .executeTakeFirstOrThrow()
    return { userId: user.id, userUid: user.uid, role: user.role }
  }
  return {
    workspace,
    bend: (given) => {
      change = given
    },
    sync: async () => {
      await service.syncNow()
      return await service.state()
    },
    person,
    open: async (title) => {
      const made = await workspace.cases.create(
        { title, description: 'Of the log.', priority: 'low' },
        { actor: await person() },
      )
      if (!made.ok) throw new Error(made.error.message)
      return (await workspace.db.selectFrom('cases').select('uid').where('title', '=', title).executeTakeFirstOrThrow())
        .uid
    },
    cases: async () => (await workspace.sync.overview.cases({ sort: 'number', page: 1, size: 100 })).items,
    heard: () => {
      const all = heard
      heard = []
      return all
    },
    close: async () => {
      await service.close()
      await workspace.close()
    },
  }
}
