#!/usr/bin/env node
// Starts the fieldseal command. An older Node (the database driver needs Node-API 10, Node 22.14) hands over to the Node that
// npm installed beside this package. Plain JavaScript without imports of ours, so that any Node can run it.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const top = dirname(dirname(fileURLToPath(import.meta.url)))
const entry = join(top, 'dist', 'cli', 'fieldseal.js')

/** Ends with a sentence for a person; 2 is bad usage or a broken installation. */
function giveUp(message) {
  process.stderr.write(`fieldseal: ${message}\n`)
  process.exit(2)
}

/** Whether this Node can load the database driver. */
function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 14)
}

/** The Node that the optional dependency node-<platform>-<arch> brought, or null. */
function installedNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  try {
    const manifest = createRequire(import.meta.url).resolve(`node-${platform}-${process.arch}/package.json`)
    const binary = join(dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    return existsSync(binary) ? binary : null
  } catch {
    return null
  }
}

/** Names the pipe between a launcher and the Node that it handed over to. */
const pipeVariable = 'FIELDSEAL_LAUNCHER_PIPE'

/** Runs the same command in another Node and ends as it ends. */
function handOver(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, [pipeVariable]: '3' },
  })
  // Ctrl-C on a terminal reaches both processes; any other signal reaches this one only and is passed on.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal)))
  }
  child.on('error', (error) => giveUp(`${node} could not be started: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

/** A launcher that is killed outright cannot pass that on; its end of the pipe closes, and this process ends the same way. */
function endWithLauncher() {
  const descriptor = Number(process.env[pipeVariable])
  delete process.env[pipeVariable]
  if (!Number.isInteger(descriptor) || descriptor < 3) return
  const pipe = new Socket({ fd: descriptor, readable: true, writable: false })
  pipe.on('error', () => undefined)
  pipe.on('close', () => process.kill(process.pid, 'SIGKILL'))
  pipe.resume()
  pipe.unref()
}

if (!existsSync(entry)) giveUp(`not built yet: ${entry} is missing. Run "npm run build" first.`)
if (isNewEnough(process.versions.node)) {
  endWithLauncher()
  await import(pathToFileURL(entry).href)
} else {
  const node = installedNode()
  if (node === null)
    giveUp(`Node 22.14 or newer is needed, this is ${process.versions.node}. Run "npm ci", or install a newer Node.`)
  else handOver(node)
}
