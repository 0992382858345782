import { passagesIn } from './clean.ts'
import { lacksMax, textMax } from './limits.ts'
import type { ReaderMessage, ReadPart } from './messages.ts'

/** A batch is told when it holds so much, or after so long: what is told is kept whatever comes next. */
const [batchUnits, batchItems, batchMs] = [262_144, 1_000, 5]

/** What is found, cleaned, parted into passages and bounded, in batches. */
export async function* gathered(found: AsyncIterable<ReaderMessage>): AsyncGenerator<readonly ReadPart[]> {
  let batch: ReadPart[] = []
  let units = 0
  let total = 0
  let toldAt = -Infinity
  let lacks = 0
  for await (const item of found) {
    if ('lack' in item) {
      lacks += 1
      if (lacks === lacksMax) {
        const limit = `${lacksMax.toLocaleString('en')} parts without text, of which the others are not named`
        batch.push({ way: [], lack: { kind: 'too_large', limit } })
      } else if (lacks < lacksMax) batch.push(item)
    } else if ('text' in item)
      for (const text of passagesIn(item.text)) {
        total += text.length
        if (total > textMax) {
          const limit = `${textMax.toLocaleString('en')} letters of text`
          yield [...batch, { way: item.way, lack: { kind: 'too_large', limit } }]
          return
        }
        units += text.length
        batch.push({ way: item.way, text })
      }
    const isAhead = 'ahead' in item
    if (!isAhead && units < batchUnits && batch.length < batchItems && performance.now() - toldAt < batchMs) continue
    if (batch.length > 0) yield batch
    toldAt = performance.now()
    batch = []
    units = 0
  }
  if (batch.length > 0) yield batch
}
