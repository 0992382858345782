// The default application of the unpacked Electron: `electron [-r module] [flags] <folder with package.json> [arguments]`.
// Electron's own releases bring one; the copy from the npm registry does not. Playwright relies on `-r`.
// It is a module, so that Electron waits for the application's own top-level code before it becomes ready.
import { app } from 'electron'
import fs from 'node:fs'
import Module from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const args = process.argv.slice(1)
const preloaded = []
let target = null
for (let index = 0; index < args.length && target === null; index++) {
  if (args[index] === '-r' || args[index] === '--require') preloaded.push(args[++index])
  else if (args[index] === '-v' || args[index] === '--version') {
    process.stdout.write(`v${process.versions.electron}\n`)
    process.exit(0)
  } else if (!args[index].startsWith('-')) target = path.resolve(args[index])
}
if (target === null) {
  process.stderr.write('usage: electron [flags] <folder>\n')
  process.exit(2)
}

process.defaultApp = true
for (const file of preloaded) Module._load(path.resolve(file), Module, true)

const manifestFile = path.join(target, 'package.json')
const manifest = fs.existsSync(manifestFile) ? JSON.parse(fs.readFileSync(manifestFile, 'utf8')) : null
if (manifest) {
  if (manifest.version) app.setVersion(manifest.version)
  app.name = manifest.productName || manifest.name || app.name
  app.setDesktopName(manifest.desktopName || `${app.name}.desktop`)
  app.setAppPath(target)
} else {
  app.setAppPath(path.dirname(target))
}

const entry = Module._resolveFilename(target, null, true)
try {
  if (entry.endsWith('.mjs') || (manifest?.type === 'module' && entry.endsWith('.js')))
    await import(pathToFileURL(entry).href)
  else Module._load(entry, Module, true)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}
