import fc from 'fast-check'
import { seedOfRun } from './seed-of-run.ts'

/** Properties of one run are tried with the values of one seed, so that a failure can be had again. */
fc.configureGlobal({ seed: seedOfRun() })
