import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { believeFeed } from '../../../../main/update/believe.ts'
import { feedName, logFolder, proofName } from '../../../../main/update/places.ts'
import type { UpdateTrust } from '../../../../main/update/trust.ts'
import type { Check } from '../check.ts'
import { sumOf } from '../sums.ts'
import { readLog, tilesIn } from './log-folder.ts'

/**
 * Checks the update feed that lies beside a release as a build with these keys would that sees it for the first time,
 * and the whole release log besides.
 */
export async function checkFeed(folder: string, trust: UpdateTrust, nowMs: number): Promise<readonly Check[]> {
  const textOf = (name: string): string => {
    const file = path.join(folder, name)
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }
  const log = path.join(folder, logFolder)
  const judged = await believeFeed(
    { note: textOf(feedName), proof: textOf(proofName), tiles: tilesIn(log) },
    { trust, nowMs, remembered: null },
  )
  if (!judged.ok) return [{ outcome: 'refused', words: `${feedName}: ${judged.error.message}` }]
  const { feed, remembered } = judged.value
  const whole = readLog(log, trust.log)
  const checks: Check[] = [
    {
      outcome: 'holds',
      words: `${feedName} offers Fieldseal ${feed.version} to ${feed.isPaused ? 'nobody (paused)' : `${feed.share} of 100`} until ${new Date(feed.expiresMs).toISOString()}; enough keys have signed it.`,
    },
    {
      outcome: 'holds',
      words: `${feedName} is entry ${remembered.index} of ${remembered.size} of the log ${trust.log.name}.`,
    },
    whole.ok && whole.value.leaves.length >= remembered.size
      ? { outcome: 'holds', words: `The log in ${logFolder} is whole: ${whole.value.leaves.length} entries.` }
      : {
          outcome: 'refused',
          words: `The log in ${logFolder}: ${whole.ok ? 'it is shorter than the proof says' : whole.error}.`,
        },
  ]
  for (const { name, sha256 } of feed.files) {
    const file = path.join(folder, name)
    if (!existsSync(file)) checks.push({ outcome: 'not checked', words: `${name} of the feed: it does not lie here.` })
    else if ((await sumOf(file)) === sha256) checks.push({ outcome: 'holds', words: `${name} is the one of the feed.` })
    else checks.push({ outcome: 'refused', words: `${name} is not the one of the feed: its SHA-256 differs.` })
  }
  return checks
}
