import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { HubStore } from '../../../main/sync/hub/store.ts'
import { granted } from '../storage/support.ts'
import type { Engine, RunningEngine, TestStore } from './engines.ts'
import { makeWorld } from './sequencer-world.ts'
import type { World } from './sequencer-world.ts'

/** A store that one test has for itself. */
export interface FreshStore {
  readonly at: TestStore
  /** It, open. */
  readonly store: HubStore
  /** Opens it once more; closed after the test at the latest. */
  readonly another: () => Promise<HubStore>
}

/** Runs an engine as long as the suite in which this is called; answers it while tests run. */
export const runningFor = (engine: Engine): (() => RunningEngine) => {
  let running: RunningEngine | undefined
  beforeAll(async () => {
    running = await engine.start()
  })
  afterAll(async () => await running?.stop())
  return () => {
    if (running === undefined) throw new Error('the engine runs in tests alone')
    return running
  }
}

/** Gives each test of a suite a store of its own, empty and open. */
export const inFreshStores = (engine: Engine, use: (fresh: FreshStore) => void): (() => RunningEngine) => {
  const running = runningFor(engine)
  const opened: HubStore[] = []
  let at: TestStore
  const another = async (): Promise<HubStore> => {
    const next = granted(await at.open())
    opened.push(next)
    return next
  }
  beforeEach(async () => {
    at = await running().fresh()
    use({ at, store: await another(), another })
  })
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close()
    await at.remove()
  })
  return running
}

/** Gives each test of a suite a hub of its own, with who works there. */
export const inFreshWorlds = (engine: Engine, use: (world: World) => void): void => {
  const running = runningFor(engine)
  let world: World
  beforeEach(async () => {
    world = await makeWorld(running())
    use(world)
  })
  afterEach(async () => await world.close())
}
