/** `npm run test:e2e [-- playwright arguments]`: makes sure of the system packages, a display, an Electron and a build, then runs Playwright. */
import { mkdirSync } from 'node:fs'
import { findElectron } from './lib/electron.ts'
import { inRoot } from './lib/paths.ts'
import { hasProgram, run, runNode, toolFile } from './lib/run.ts'

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

const playwright = [toolFile('@playwright/test', 'cli.js'), 'test', ...process.argv.slice(2)]
const display = ['-a', '-s', '-screen 0 1600x1000x24', process.execPath, ...playwright]
const useVirtualDisplay = process.platform === 'linux' && hasProgram('xvfb-run')
process.exit(useVirtualDisplay ? await run('xvfb-run', display) : await run(process.execPath, playwright))
