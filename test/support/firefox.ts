import { existsSync } from 'node:fs'
import puppeteer from 'puppeteer-core'
import type { Browser } from 'puppeteer-core'

/** Firefox as Debian and Mozilla install it. */
const program = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((file) => existsSync(file))

/** Whether this machine has a Firefox; `scripts/desktop-deps.sh` installs one where the system offers it. */
export const hasFirefox = program !== undefined

/** The machine's own Firefox without a window, driven by WebDriver BiDi. */
export const launchFirefox = (): Promise<Browser> => {
  if (program === undefined) throw new Error('No Firefox. Run scripts/desktop-deps.sh as root.')
  return puppeteer.launch({ browser: 'firefox', executablePath: program, headless: true })
}
