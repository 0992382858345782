import type { FeedFile } from '../../main/update/feed.ts'
import { replaceProgram } from '../../main/app/updates/replace.ts'

/**
 * `node replace-once.ts PROGRAM ROUNDS FILE WANTED [FILE WANTED]...`: puts the files in the place of the program, one after
 * another, as often as asked. WANTED is what a feed says of the file, as JSON. Says "begun" first.
 */
const [program = '', rounds = '1', ...given] = process.argv.slice(2)
process.stdout.write('begun\n')
for (let round = 0; round < Number(rounds); round += 1)
  for (let at = 0; at < given.length; at += 2) {
    const refusal = await replaceProgram(program, given[at] ?? '', JSON.parse(given[at + 1] ?? '') as FeedFile)
    if (refusal !== null) throw new Error(refusal.message)
  }
