/** `node scripts/notices.ts FILE`: the licences of all that the bundles in dist/ contain of others. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { carriedBy, noticesText } from './lib/notices.ts'
import { inRoot } from './lib/paths.ts'

const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('Usage: node scripts/notices.ts FILE')
  process.exit(2)
}
mkdirSync(path.dirname(path.resolve(file)), { recursive: true })
writeFileSync(file, noticesText(carriedBy([inRoot('dist')])))
