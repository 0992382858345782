/**
 * `node scripts/icons.ts`: draws the application's icons from renderer/public/icon.svg with Chromium; run after the
 * mark changes.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { launchChromium } from '../test/support/served.ts'
import { inRoot } from './lib/paths.ts'

const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
const mark = readFileSync(inRoot('renderer/public/icon.svg'), 'utf8')
const folder = inRoot('build/icons')
mkdirSync(folder, { recursive: true })

const browser = await launchChromium()
for (const size of sizes) {
  const page = await browser.newPage({ viewport: { width: size, height: size }, deviceScaleFactor: 1 })
  await page.setContent(
    `<style>html,body{margin:0;background:transparent}svg{display:block;width:${size}px;height:${size}px}</style>${mark}`,
  )
  writeFileSync(`${folder}/${size}x${size}.png`, await page.screenshot({ omitBackground: true }))
  await page.close()
}
await browser.close()
console.log(`drew ${sizes.length} icons in build/icons`)
