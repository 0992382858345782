/** `npm run build [-- --only service,app] [--force]`: bundles the sources into dist/, skipping what is up to date. */
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { bundles, type Bundle } from './lib/bundles.ts'
import { hashInputs, isUpToDate, writeStamp } from './lib/inputs.ts'
import { inRoot } from './lib/paths.ts'

const { values } = parseArgs({ options: { only: { type: 'string' }, force: { type: 'boolean', default: false } } })
const names = values.only?.split(',') ?? bundles.map((bundle) => bundle.name)
const unknown = names.filter((name) => !bundles.some((bundle) => bundle.name === name))
if (unknown.length > 0) {
  console.error(`Unknown bundle: ${unknown.join(', ')}. There are: ${bundles.map((bundle) => bundle.name).join(', ')}.`)
  process.exit(2)
}

/** Whether the bundle is there and up to date afterwards. */
async function make(bundle: Bundle): Promise<boolean> {
  const stamp = inRoot('dist/.stamps', bundle.name)
  const hash = hashInputs(bundle.inputs)
  if (!values.force && isUpToDate(stamp, inRoot(bundle.output), hash)) return true
  const started = performance.now()
  try {
    for (const config of bundle.configs) await build(config)
  } catch (error) {
    console.error(`${bundle.name}: ${error instanceof Error ? error.message : String(error)}`)
    return false
  }
  writeStamp(stamp, hash)
  console.error(`built ${bundle.output} in ${Math.round(performance.now() - started)} ms`)
  return true
}

process.env.NODE_ENV = 'production'
const made: boolean[] = []
for (const bundle of bundles.filter((candidate) => names.includes(candidate.name))) made.push(await make(bundle))
process.exitCode = made.every(Boolean) ? 0 : 1
