import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Projects whose tests start the command line as it is shipped. */
const startsCommands = ['contract', 'simulation']

/** Projects of pure code: their properties run with the seed of the run. */
const isPure = (name: string): boolean => name === 'unit' || name === 'conformance'

const project = (name: string, testTimeout: number) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`, `test/${name}/**/*.test.tsx`],
    testTimeout,
    setupFiles: isPure(name) ? ['test/support/one-seed.ts'] : [],
    hookTimeout: 180_000,
    // Without a locale `unzip` and `sha256sum` read names that are not ASCII as something else.
    env: { LC_ALL: 'C.UTF-8' },
    // What is polled for is looked at again until it holds: the second that is the default is short where every core is busy.
    expect: { poll: { timeout: 60_000 } },
    globalSetup: [
      'test/support/seed-of-run.ts',
      ...(startsCommands.includes(name) ? ['test/support/built-command.ts', 'test/support/prepared.ts'] : []),
    ],
  },
})

export default defineConfig({
  test: {
    // The sources and the packages are read once a worker. What a file changes of the process it takes back: an environment, a global, an engine.
    isolate: false,
    // Many tests wait for a process that they started: one worker more than cores keeps all of them busy.
    maxWorkers: availableParallelism() + 1,
    projects: [
      project('unit', 60_000),
      project('conformance', 60_000),
      project('contract', 240_000),
      project('simulation', 1_200_000),
    ],
  },
})
