/** `node scripts/electron.ts`: makes sure of an Electron and prints where it is, as one line of JSON. */
import { findElectron } from './lib/electron.ts'

const found = await findElectron()
if (!found.ok) {
  console.error(found.error)
  process.exit(1)
}
console.log(JSON.stringify(found.value))
