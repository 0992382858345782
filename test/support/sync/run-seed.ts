import path from 'node:path'
import fc from 'fast-check'
import { chanceOf } from './chance.ts'
import { clockReader, drawFrom } from './same-luck.ts'
import { disasterOf } from './disaster.ts'
import { canary, healAll, step, take, type Step } from './steps.ts'
import { holdInvariants } from './invariants.ts'
import type { Subject } from './subject.ts'
import { createWorld, type Founded, type World } from './world.ts'

/** What became of one seed. */
export interface SeedOutcome {
  readonly seed: number
  readonly ms: number
  /** Null where every promise held. */
  readonly failure: { readonly message: string; readonly steps: readonly string[]; readonly stack: string } | null
}

export interface SeedOptions {
  readonly subject: Subject
  readonly founded: Founded
  /** Where worlds lie while they run. */
  readonly base: string
  readonly trace?: (line: string) => void
  /** Looks for the shortest list of steps that still fails, for at most so long. */
  readonly shrinkMs?: number
  /** Steps of a world at most. */
  readonly steps?: number
}

class Taken implements fc.AsyncCommand<object, World> {
  readonly step: Step

  constructor(given: Step) {
    this.step = given
  }

  check(): boolean {
    return true
  }

  async run(_model: object, world: World): Promise<void> {
    world.trace(JSON.stringify(this.step))
    await take(world, this.step)
  }

  toString(): string {
    return JSON.stringify(this.step)
  }
}

/** Every world begins with one case that two devices hold, so that little luck is wasted. */
const begin = async (world: World): Promise<void> => {
  if (disasterOf(world.seed) === 'restored-hub')
    world.timeline.after(world.chance.between(0, 900_000), 'the hub is backed up', () =>
      world.hub.disk.down() ? undefined : world.backUpHub(),
    )
  const [first, second] = world.devices
  if (first === undefined || second === undefined) return
  const acted = await world.act(first, { kind: 'open', text: canary(world) })
  if (acted?.ok !== true) throw new Error(`the first case could not be opened: ${acted?.code ?? 'stopped'}`)
  world.beginRound(first)
  await world.timeline.elapse(60_000)
  await world.using(world.hub, (software) => software.grant(acted.case, second.deviceId))
  world.beginRound(second)
  await world.timeline.elapse(5_000)
  if (chanceOf(world.seed).fork('policy').is(0.5)) await policyMeanwhile(world, acted.case)
}

/**
 * Y-95: policy asks for a second person while the second device is away, which has finished the case and works on: what
 * it did has its place without effect, and what follows goes on.
 */
const policyMeanwhile = async (world: World, name: string): Promise<void> => {
  const [first, second] = world.devices
  if (first === undefined || second === undefined) return
  await world.wholeRound(second)
  world.network.cut(second.name)
  await world.act(first, { kind: 'policy', to: 3 })
  await world.wholeRound(first)
  for (const kind of ['assign', 'status', 'note'] as const)
    await world.act(second, { kind, case: name, to: kind === 'assign' ? 1 : 5, text: canary(world) })
  world.network.heal(second.name)
}

const live = async (
  { subject, founded, base, trace }: SeedOptions,
  seed: number,
  steps: Iterable<fc.AsyncCommand<object, World>>,
): Promise<void> => {
  drawFrom(chanceOf(seed).fork('process'))
  const world = await createWorld({
    subject,
    founded,
    base: path.join(base, `seed-${seed}`),
    seed,
    trace: trace ?? (() => undefined),
  })
  try {
    await begin(world)
    await fc.asyncModelRun(() => ({ model: {}, real: world }), steps)
    await healAll(world)
    await holdInvariants(world)
    const reader = clockReader()
    if (reader !== null) throw new Error(`the product reads the real clock\n${reader}`)
  } finally {
    await world.remove()
  }
}

/** Lives the world of a seed to its end. */
export const runSeed = async (seed: number, options: SeedOptions): Promise<SeedOutcome> => {
  const started = performance.now()
  const commands = fc.commands([step.map((given) => new Taken(given))], {
    maxCommands: options.steps ?? 24,
    size: 'max',
  })
  const shrink = options.shrinkMs ?? 0
  // What comes after the end of the search counts as passed, so that the shortest failure so far stands.
  const inTime = (): boolean => performance.now() - started < shrink
  let lives = 0
  const details = await fc.check(
    fc.asyncProperty(commands, async (steps) => {
      if ((lives += 1) === 1 || inTime()) await live(options, seed, steps)
    }),
    { seed, numRuns: 1, endOnFailure: shrink === 0 },
  )
  const ms = performance.now() - started
  if (!details.failed) return { seed, ms, failure: null }
  const error = details.errorInstance
  const steps = [...(details.counterexample?.[0] ?? [])].map(String)
  return {
    seed,
    ms,
    failure: {
      message: error instanceof Error ? error.message : String(error),
      steps,
      stack: error instanceof Error ? (error.stack ?? '') : '',
    },
  }
}
