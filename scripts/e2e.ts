/**
 * `npm run test:e2e [-- playwright arguments]`: makes sure of the system packages, displays, an Electron and a build,
 * then runs Playwright.
 */
import { mkdirSync } from 'node:fs'
import { setup } from '../test/support/prepared.ts'
import { displaysVariable, startDisplays } from './lib/displays.ts'
import { findElectron } from './lib/electron.ts'
import { inRoot } from './lib/paths.ts'
import { hasProgram, run, runNode, toolFile } from './lib/run.ts'

/**
 * A test waits for half of its time (a process that starts, an answer, the next look at the page); three of them keep
 * two cores busy.
 */
const windowsAtATime = 3

if (process.platform === 'linux' && (await run('sh', [inRoot('scripts/desktop-deps.sh')])) !== 0) {
  console.error('The end-to-end tests need these packages.')
  process.exit(1)
}
const electron = await findElectron()
if (!electron.ok) {
  console.error(`No Electron: ${electron.error}`)
  process.exit(1)
}
if ((await runNode('scripts/build.ts')) !== 0) process.exit(1)
mkdirSync(inRoot('test-results'), { recursive: true })

process.once('SIGINT', () => process.exit(130))
process.once('exit', setup())

const playwright = [toolFile('@playwright/test', 'cli.js'), 'test', ...process.argv.slice(2)]
if (process.platform !== 'linux' || !hasProgram('Xvfb')) process.exit(await run(process.execPath, playwright))
const displays = await startDisplays(windowsAtATime)
const code = await run(process.execPath, playwright, {
  env: { ...process.env, [displaysVariable]: displays.names.join(',') },
})
displays.stop()
process.exit(code)
