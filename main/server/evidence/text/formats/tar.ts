import type { ByteSource } from '../byte-source.ts'
import type { ReaderMessage } from '../messages.ts'
import type { TextPart } from '../part.ts'

/** A record of a TAR archive (POSIX.1-2017, pax, "ustar Interchange Format"). */
interface TarRecord {
  readonly name: string
  readonly size: number
  readonly type: string
}

const blockBytes = 512

/** Records that say more of the one behind them are at most so long. */
const extendedMax = 1_048_576

const textAt = (block: Buffer, at: number, length: number): string => {
  const bytes = block.subarray(at, at + length)
  const end = bytes.indexOf(0)
  return bytes.subarray(0, end === -1 ? length : end).toString()
}

/** A number in octal digits, or, as GNU tar writes those that are too long for them, in binary. */
const numberAt = (block: Buffer, at: number, length: number): number => {
  if (((block[at] ?? 0) & 0x80) !== 0) return Number(BigInt.asUintN(63, block.readBigUInt64BE(at + length - 8)))
  return Number.parseInt(textAt(block, at, length).trim() || '0', 8)
}

const recordOf = (block: Buffer): TarRecord => {
  const prefix = textAt(block, 257, 5) === 'ustar' && block[262] === 0 ? textAt(block, 345, 155) : ''
  return {
    name: [prefix, textAt(block, 0, 100)].filter((part) => part !== '').join('/'),
    size: numberAt(block, 124, 12),
    type: String.fromCharCode(block[156] ?? 0).replace('\0', '0'),
  }
}

/** The value of a keyword in an extended header of pax: each line begins with its own length. */
const paxValue = (text: string, keyword: string): string | undefined =>
  new RegExp(`(?:^|\\n)\\d+ ${keyword}=([^\\n]*)`, 'u').exec(text)?.[1]

const slice = (source: ByteSource, start: number, size: number): ByteSource => ({
  size,
  isForward: source.isForward ?? false,
  read: (from, to) => source.read(start + from, start + to),
})

/** The files of an archive, with their places in it. Throws where it is cut off. */
async function* filesIn(source: ByteSource): AsyncGenerator<{ readonly name: string; readonly content: ByteSource }> {
  let named: string | undefined
  let sized: number | undefined
  let hasEnd = false
  for (let at = 0; at + blockBytes <= source.size;) {
    const block = Buffer.from(await source.read(at, at + blockBytes))
    at += blockBytes
    hasEnd = block.every((byte) => byte === 0)
    if (hasEnd) continue
    const record = recordOf(block)
    const size = sized ?? record.size
    if (!Number.isSafeInteger(size) || size < 0) throw new Error('it states an impossible size')
    if (at + size > source.size) throw new Error('it is cut off')
    if (record.type === 'x' || record.type === 'L') {
      const bytes = await source.read(at, at + Math.min(size, extendedMax))
      const text = Buffer.from(bytes).toString()
      named = record.type === 'L' ? text.replace(/\0.*$/su, '') : (paxValue(text, 'path') ?? named)
      const stated = record.type === 'x' ? paxValue(text, 'size') : undefined
      if (stated !== undefined) sized = Number(stated)
    } else {
      if (record.type === '0' || record.type === '7')
        yield { name: named ?? record.name, content: slice(source, at, size) }
      named = undefined
      sized = undefined
    }
    at += Math.ceil(size / blockBytes) * blockBytes
  }
  if (!hasEnd) throw new Error('it is cut off')
}

/** Reads each file of a TAR archive; links, folders and devices in it are passed over. */
export async function* readTar({ source, within }: TextPart): AsyncGenerator<ReaderMessage> {
  for await (const { name, content } of filesIn(source)) yield* within({ kind: 'member', name }, content)
}
