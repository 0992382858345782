// The default application of the unpacked Electron: `electron [-r module] [flags] <folder with package.json> [arguments]`.
// Electron's own releases bring one; the copy from the npm registry does not. Playwright relies on `-r`.
const { app } = require('electron')
const fs = require('node:fs')
const Module = require('node:module')
const path = require('node:path')
const { pathToFileURL } = require('node:url')

const args = process.argv.slice(1)
const preloaded = []
let target = null
for (let index = 0; index < args.length && target === null; index++) {
  if (args[index] === '-r' || args[index] === '--require') preloaded.push(args[++index])
  else if (args[index] === '-v' || args[index] === '--version') {
    console.log(`v${process.versions.electron}`)
    process.exit(0)
  } else if (!args[index].startsWith('-')) target = path.resolve(args[index])
}
if (target === null) {
  console.error('usage: electron [flags] <folder>')
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
if (entry.endsWith('.mjs') || (manifest?.type === 'module' && entry.endsWith('.js'))) {
  import(pathToFileURL(entry).href).catch((error) => {
    console.error(error)
    process.exit(1)
  })
} else {
  Module._load(entry, Module, true)
}
