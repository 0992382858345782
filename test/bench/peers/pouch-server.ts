import { createRequire } from 'node:module'
import path from 'node:path'
import type { AddressInfo } from 'node:net'
import type { Server } from 'node:http'

/**
 * A CouchDB-compatible server of PouchDB on LevelDB, in a process of its own: `pouch-server.ts FOLDER` prints its
 * address.
 */

const require = createRequire(import.meta.url)
const PouchDB = require('pouchdb') as { defaults(options: object): object }
const expressPouchDb = require('express-pouchdb') as (pouch: object, options: object) => object
const express = require('express') as () => {
  use(handler: object): void
  listen(port: number, host: string, ready: () => void): Server
}

const folder = process.argv[2] ?? ''
const app = express()
app.use(expressPouchDb(PouchDB.defaults({ prefix: `${folder}${path.sep}` }), { mode: 'minimumForPouchDB' }))
const server = app.listen(0, '127.0.0.1', () =>
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`),
)
