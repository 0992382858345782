import { crc32, deflateRawSync } from 'node:zlib'

/** A member of a ZIP file, with whatever lies about it. */
export interface RawMember {
  readonly name: string | Uint8Array
  readonly data?: Uint8Array
  readonly deflate?: boolean
  /** What the header before the data says instead. */
  readonly localName?: string
  readonly localSize?: number
  readonly localMethod?: number
  /** What the directory says instead. */
  readonly size?: number
  readonly compressedSize?: number
  readonly crc?: number
  readonly method?: number
  readonly flags?: number
  /** Unix mode in the external attributes. */
  readonly mode?: number
  readonly extra?: Uint8Array
  /** Uses the data of the member before this one: nothing is written for it. */
  readonly sharesData?: boolean
}

/** Lies about the archive as a whole. */
export interface RawOptions {
  readonly prefix?: Uint8Array
  /** Bytes between the members and the directory. */
  readonly gap?: Uint8Array
  readonly suffix?: Uint8Array
  readonly count?: number
  /** A ZIP64 locator that points here. */
  readonly zip64Offset?: bigint
}

const utf8Flag = 0x0800

const bytesOf = (name: string | Uint8Array): Buffer =>
  typeof name === 'string' ? Buffer.from(name, 'utf8') : Buffer.from(name)

const header = (signature: number, fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer => {
  const parts = [Buffer.alloc(4), ...fields.map(([bytes]) => Buffer.alloc(bytes))]
  parts[0]?.writeUInt32LE(signature)
  fields.forEach(([bytes, value], index) =>
    bytes === 2 ? parts[index + 1]?.writeUInt16LE(value) : parts[index + 1]?.writeUInt32LE(value),
  )
  return Buffer.concat(parts)
}

/** Writes a ZIP file byte for byte as it is told, however wrong that is. */
export const rawZip = (members: readonly RawMember[], options: RawOptions = {}): Buffer => {
  const parts: Buffer[] = [Buffer.from(options.prefix ?? [])]
  const directory: Buffer[] = []
  let at = parts[0]?.length ?? 0
  let before = at
  for (const member of members) {
    const data = Buffer.from(member.data ?? [])
    const packed = member.deflate === true ? deflateRawSync(data) : data
    const method = member.method ?? (member.deflate === true ? 8 : 0)
    const flags = member.flags ?? utf8Flag
    const crc = member.crc ?? crc32(data)
    const name = bytesOf(member.name)
    const localName = member.localName === undefined ? name : bytesOf(member.localName)
    const start = member.sharesData === true ? before : at
    if (member.sharesData !== true) {
      const local = header(0x04034b50, [
        [2, 20],
        [2, flags],
        [2, member.localMethod ?? method],
        [2, 0],
        [2, 0x21],
        [4, crc],
        [4, packed.length],
        [4, member.localSize ?? data.length],
        [2, localName.length],
        [2, 0],
      ])
      parts.push(local, localName, packed)
      before = at
      at += local.length + localName.length + packed.length
    }
    const extra = Buffer.from(member.extra ?? [])
    const mode = member.mode ?? 0o100644
    const record = header(0x02014b50, [
      [2, (3 << 8) | 63],
      [2, 20],
      [2, flags],
      [2, method],
      [2, 0],
      [2, 0x21],
      [4, crc],
      [4, member.compressedSize ?? packed.length],
      [4, member.size ?? data.length],
      [2, name.length],
      [2, extra.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, (mode << 16) >>> 0],
      [4, start],
    ])
    directory.push(record, name, extra)
  }
  const gap = Buffer.from(options.gap ?? [])
  const central = Buffer.concat(directory)
  const count = options.count ?? members.length
  const end = header(0x06054b50, [
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, central.length],
    [4, at + gap.length],
    [2, 0],
  ])
  const locator = options.zip64Offset === undefined ? Buffer.alloc(0) : Buffer.alloc(20)
  if (options.zip64Offset !== undefined) {
    locator.writeUInt32LE(0x07064b50, 0)
    locator.writeBigUInt64LE(options.zip64Offset, 8)
    locator.writeUInt32LE(1, 16)
  }
  return Buffer.concat([...parts, gap, central, locator, end, Buffer.from(options.suffix ?? [])])
}
