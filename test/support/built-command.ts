import { runNode } from '../../scripts/lib/run.ts'

/** Before the first test: builds what is run as a process of its own. Nothing is done where the build is up to date. */
export const setup = async (): Promise<void> => {
  if ((await runNode('scripts/build.ts', ['--only', 'service,cli'])) !== 0)
    throw new Error('the command line could not be built')
}
