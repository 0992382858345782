/**
 * `node scripts/release-notes.ts TAG`: prints the notes of the release from CHANGELOG.md. Ends with 1 where the tag is
 * not that of package.json, or the release has no notes.
 */
import { readFileSync } from 'node:fs'
import { inRoot } from './lib/paths.ts'
import { notesFor } from './lib/releasing/notes.ts'

const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { readonly version: string }
const notes = notesFor(process.argv[2] ?? '', version, readFileSync(inRoot('CHANGELOG.md'), 'utf8'))
if (notes.ok) process.stdout.write(notes.value)
else {
  console.error(`No release: ${notes.error}.`)
  process.exitCode = 1
}
