import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Actor } from '../../../main/domain/access/actor.ts'
import { listCases } from '../../../shared/api/cases.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Role } from '../../../shared/schema/user.ts'
import { createLog } from '../../../main/platform/log.ts'
import { systemRandom } from '../../../main/platform/random.ts'
import type { Env } from '../../../main/platform/env.ts'
import { turnedByHand } from '../../support/turned-by-hand.ts'
import type { TurnedByHand } from '../../support/turned-by-hand.ts'
import type { CaseListQuery } from '../../../main/storage/cases/case-store.ts'
import { initWorkspace } from '../../../main/storage/ledger/init-workspace.ts'
import type { MadeWorkspace } from '../../../main/storage/ledger/init-workspace.ts'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
import type { Workspace } from '../../../main/storage/ledger/workspace.ts'
import { preparedFolder } from '../../support/prepared.ts'

/** A clock that a test sets; each reading is a millisecond later than the one before. */
export interface TestClock {
  nowMs(): number
  monoMs(): number
  upMs(): number
  readonly bootId: string
  /** Moves wall and monotonic time on. */
  advance(ms: number): void
}

export const startMs = Date.parse('2026-03-02T09:00:00.000Z')

export const testClock = (at = startMs): TestClock => {
  let now = at
  let mono = 1_000
  return {
    nowMs: () => (now += 1),
    monoMs: () => (mono += 1),
    upMs: () => mono,
    bootId: 'test-boot',
    advance: (ms) => {
      now += ms
      mono += ms
    },
  }
}

export interface TestWorkspace {
  readonly workspace: Workspace
  readonly made: MadeWorkspace
  readonly dir: string
  readonly clock: TestClock
  readonly scheduler: TurnedByHand
  readonly env: Env
  /** The first user, an admin. */
  readonly admin: Actor
  /** Adds a user and answers it as an actor. */
  addUser(name: string, role: Role): Promise<Actor>
  /** Closes and opens again. */
  reopen(): Promise<TestWorkspace>
  remove(): Promise<void>
}

/** The value of a result; a refusal fails the test. */
export const granted = <T>(result: Result<T, Refusal>): T => {
  if (!result.ok) throw new Error(`refused: ${result.error.code}: ${result.error.message}`)
  return result.value
}

/** The code of a refusal; a success fails the test. */
export const refused = (result: Result<unknown, Refusal>): string => {
  if (result.ok) throw new Error('the command was not refused')
  return result.error.code
}

const wrap = (
  workspace: Workspace,
  rest: Omit<TestWorkspace, 'workspace' | 'addUser' | 'reopen' | 'remove'>,
): TestWorkspace => ({
  ...rest,
  workspace,
  addUser: async (name, role) => {
    const login = name.toLowerCase().replaceAll(/[^a-z]+/g, '.')
    const user = granted(
      await workspace.access.addUser(
        { login_name: login, name, role, password: 'a long enough password' },
        { actor: rest.admin },
      ),
    )
    return { userId: user.id, userUid: user.uid, role }
  },
  reopen: async () => {
    await workspace.close()
    return wrap(granted(await openWorkspace(rest.dir, rest.env, { scheduler: rest.scheduler })), rest)
  },
  remove: async () => {
    await workspace.close()
    rmSync(path.dirname(rest.dir), { recursive: true, force: true })
  },
})

const openMade = async (
  dir: string,
  made: MadeWorkspace,
  clock: TestClock,
  parts: Partial<Env> = {},
): Promise<TestWorkspace> => {
  const scheduler = turnedByHand()
  const env: Env = { clock, random: systemRandom(), log: createLog('silent'), variables: {}, ...parts }
  const workspace = granted(await openWorkspace(dir, env, { scheduler }))
  const admin: Actor = { userId: made.userId, userUid: made.userUid, role: 'admin' }
  return wrap(workspace, { made, dir, clock, scheduler, env, admin })
}

const input = { institution: 'ACME', name: 'Acme Bank', admin: 'Ana Ruiz' }

/** What `init` made by a `testClock`, and how often it read that. */
interface MadeByTestClock extends MadeWorkspace {
  readonly reads: { readonly wall: number; readonly mono: number }
}

/** A folder as `init` makes it by a fresh `testClock`, and a clock that stands where that one stood after it. */
const preparedByTestClock = async (dir: string): Promise<{ made: MadeWorkspace; clock: TestClock }> => {
  const { reads, ...made } = await preparedFolder<MadeByTestClock>(
    'workspace of a test clock',
    dir,
    async (prepared) => {
      const clock = testClock()
      const makes = granted(
        await initWorkspace(prepared, input, {
          clock,
          random: systemRandom(),
          log: createLog('silent'),
          variables: {},
        }),
      )
      return { ...makes, reads: { wall: clock.nowMs() - startMs - 1, mono: clock.upMs() - testClock().upMs() } }
    },
  )
  const clock = testClock()
  for (let read = 0; read < reads.wall; read += 1) clock.nowMs()
  for (let read = 0; read < reads.mono; read += 1) clock.monoMs()
  return { made, clock }
}

/**
 * Opens a fresh workspace in a temporary folder, with a clock and a scheduler that the test turns. Two have the same
 * keys and ids.
 */
export const freshWorkspace = async (): Promise<TestWorkspace> => {
  const dir = path.join(mkdtempSync(path.join(tmpdir(), 'fieldseal-storage-')), 'data')
  const { made, clock } = await preparedByTestClock(dir)
  return await openMade(dir, made, clock)
}

/** The same, made for this test alone, with a clock and keys of its own; `parts` stands in for the system's. */
export const ownWorkspace = async (clock = testClock(), parts: Partial<Env> = {}): Promise<TestWorkspace> => {
  const dir = path.join(mkdtempSync(path.join(tmpdir(), 'fieldseal-storage-')), 'data')
  const made = granted(
    await initWorkspace(dir, input, {
      clock,
      random: systemRandom(),
      log: createLog('silent'),
      variables: {},
      ...parts,
    }),
  )
  return await openMade(dir, made, clock, parts)
}

/** A list query with the interface's defaults. */
export const listQuery = (given: Partial<CaseListQuery> = {}): CaseListQuery => ({
  ...listCases.query.parse({}),
  ...given,
})
