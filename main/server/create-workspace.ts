import type { Refusal } from '../../shared/api/errors.ts'
import type { Result } from '../../shared/schema/result.ts'
import { dayMs } from '../../shared/text/days.ts'
import type { Env } from '../platform/env.ts'
import { initWorkspace, type MadeWorkspace, type NewWorkspace } from '../storage/ledger/init-workspace.ts'
import { openUnfinished } from '../storage/ledger/open-workspace.ts'
import { playSample } from './sample/play.ts'
import { sampleSteps } from './sample/script.ts'
import { createStoryClock } from './sample/story-clock.ts'

/**
 * Makes a sample workspace whose whole life, from its first entry on, lies in the weeks before now. It appears when the
 * whole of it is there.
 */
const createSample = async (
  dataDir: string,
  input: NewWorkspace,
  env: Env,
): Promise<Result<MadeWorkspace, Refusal>> => {
  const steps = sampleSteps(env.clock.nowMs())
  const startMs = (steps[0]?.atMs ?? env.clock.nowMs()) - dayMs
  const clock = createStoryClock(startMs, env.random.uuidv7(startMs))
  const storyEnv = { ...env, clock }
  return await initWorkspace(dataDir, input, storyEnv, async (folder) => {
    const opened = await openUnfinished(folder, storyEnv)
    if (!opened.ok) return opened
    try {
      return await playSample(opened.value, clock, steps)
    } finally {
      await opened.value.close()
    }
  })
}

/**
 * Makes a workspace in a data folder, filled with invented people and cases where `input.sample` asks for them; nothing
 * is left open.
 */
export const createWorkspaceFolder = (
  dataDir: string,
  input: NewWorkspace,
  env: Env,
): Promise<Result<MadeWorkspace, Refusal>> =>
  input.sample === true ? createSample(dataDir, input, env) : initWorkspace(dataDir, input, env)
