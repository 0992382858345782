import { crc32 } from 'node:zlib'
import type { Draw } from './drawn-files.ts'

/** Alterations of a ZIP file as a whole: of its bytes, of its records, and of its members. */

/** An archive without a comment and without ZIP64, as a bundle of ordinary size is one. */
interface Parts {
  readonly members: Buffer
  readonly records: readonly Buffer[]
}

const endBytes = 22
const recordBytes = 46
const link = 0o120777
const plain = 0o100644

const partsOf = (bytes: Buffer): Parts => {
  const end = bytes.length - endBytes
  const [count, start] = [bytes.readUInt16LE(end + 10), bytes.readUInt32LE(end + 16)]
  const records: Buffer[] = []
  for (let at = start, n = 0; n < count; n += 1) {
    const length = recordBytes + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    records.push(bytes.subarray(at, at + length))
    at += length
  }
  return { members: bytes.subarray(0, start), records }
}

const endOf = (count: number, size: number, start: number): Buffer => {
  const end = Buffer.alloc(endBytes)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(start, 16)
  return end
}

/** @param before what stands between the directory and the end record */
const joined = ({ members, records }: Parts, before: (size: number) => Buffer = () => Buffer.alloc(0)): Buffer => {
  const directory = Buffer.concat(records)
  return Buffer.concat([
    members,
    directory,
    before(directory.length),
    endOf(records.length, directory.length, members.length),
  ])
}

const nameOf = (record: Buffer): string =>
  record.subarray(recordBytes, recordBytes + record.readUInt16LE(28)).toString()

/** A copy of a record with other fields, each by its place. */
const withFields = (record: Buffer, fields: Readonly<Record<number, number>>): Buffer => {
  const copy = Buffer.from(record)
  for (const [at, value] of Object.entries(fields)) copy.writeUInt32LE(value >>> 0, Number(at))
  return copy
}

/** With one member more, stored, whose record is like the first one's in everything that records have in common. */
const withMember = (
  { members, records }: Parts,
  name: string,
  data: Buffer,
  { mode = plain, behind = Buffer.alloc(0) }: { readonly mode?: number; readonly behind?: Buffer } = {},
): Parts => {
  const [first = Buffer.alloc(recordBytes)] = records
  const path = Buffer.from(name, 'utf8')
  const extra = first.subarray(recordBytes + first.readUInt16LE(28), first.length)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(20, 4)
  local.writeUInt16LE(0x0800, 6)
  first.copy(local, 10, 12, 16)
  local.writeUInt32LE(crc32(data), 14)
  local.writeUInt32LE(data.length, 18)
  local.writeUInt32LE(data.length, 22)
  local.writeUInt16LE(path.length, 26)
  const record = Buffer.from(first.subarray(0, recordBytes))
  record.writeUInt16LE(20, 6)
  record.writeUInt16LE(0x0800, 8)
  record.writeUInt16LE(0, 10)
  record.writeUInt32LE(crc32(data), 16)
  record.writeUInt32LE(data.length, 20)
  record.writeUInt32LE(data.length, 24)
  record.writeUInt16LE(path.length, 28)
  record.writeUInt32LE((mode << 16) >>> 0, 38)
  record.writeUInt32LE(members.length, 42)
  return {
    members: Buffer.concat([members, local, path, data, behind]),
    records: [...records, Buffer.concat([record, path, extra])],
  }
}

const replaced = (records: readonly Buffer[], one: Buffer, by: Buffer): Buffer[] =>
  records.map((record) => (record === one ? by : record))

/** A record whose sizes and place stand in a field of ZIP64, one of them otherwise than before. */
const withLargeField = (record: Buffer, draw: Draw, others: readonly Buffer[]): Buffer => {
  const field = Buffer.alloc(28)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(24, 2)
  const stated = [record.readUInt32LE(24), record.readUInt32LE(20), record.readUInt32LE(42)]
  const lie = draw.below(stated.length)
  stated[lie] = lie === 2 ? draw.of(others).readUInt32LE(42) : (stated[lie] ?? 0) + 1 + draw.below(100)
  stated.forEach((value, index) => field.writeBigUInt64LE(BigInt(value), 4 + index * 8))
  const large = withFields(record, { 20: 0xffff_ffff, 24: 0xffff_ffff, 42: 0xffff_ffff })
  large.writeUInt16LE(45, 6)
  large.writeUInt16LE(record.readUInt16LE(30) + field.length, 30)
  return Buffer.concat([large, field])
}

/** Both records of ZIP64 before the end, by which the directory has other records than by the end record. */
const largeEnd =
  (count: number, start: number) =>
  (size: number): Buffer => {
    const [end, locator] = [Buffer.alloc(56), Buffer.alloc(20)]
    end.writeUInt32LE(0x06064b50, 0)
    end.writeBigUInt64LE(44n, 4)
    end.writeUInt16LE(45, 12)
    end.writeUInt16LE(45, 14)
    end.writeBigUInt64LE(BigInt(count), 24)
    end.writeBigUInt64LE(BigInt(count), 32)
    end.writeBigUInt64LE(BigInt(size), 40)
    end.writeBigUInt64LE(BigInt(start), 48)
    locator.writeUInt32LE(0x07064b50, 0)
    locator.writeBigUInt64LE(BigInt(start + size), 8)
    locator.writeUInt32LE(1, 16)
    return Buffer.concat([end, locator])
  }

const page = Buffer.from('<!doctype html><p>Certified by the court: the accused is guilty.</p>\n')

/** Places below and beside the top folder in which a system drops files, with names of papers of a case. */
const places = (top: string): readonly string[] => [
  '__MACOSX/report.html',
  `__MACOSX/${top}/data/report.html`,
  `__MACOSX/${top}/._report.html`,
  `${top}/__MACOSX/report.html`,
  `${top}/data/__MACOSX/report.pdf`,
  `${top}/._report.html`,
  `${top}/data/._case.json`,
  `${top}/.Trashes/501/report.html`,
  `${top}/$RECYCLE.BIN/report.pdf`,
]

interface AlteredArchive {
  readonly bytes: Buffer
  readonly what: string
}

type AlterArchive = (bytes: Buffer, draw: Draw) => AlteredArchive

const flipped = (bytes: Buffer, at: number, draw: Draw): Buffer => {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ (1 << draw.below(8))
  return copy
}

const spliced = (bytes: Buffer, place: number, more: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, place), more, bytes.subarray(place)])

const ofBytes: readonly AlterArchive[] = [
  (bytes, draw) => ({ bytes: flipped(bytes, draw.below(bytes.length), draw), what: 'a bit of the archive' }),
  (bytes, draw) => {
    const start = partsOf(bytes).members.length
    return {
      bytes: flipped(bytes, start + draw.below(bytes.length - start), draw),
      what: 'a bit of its directory',
    }
  },
  (bytes, draw) => ({
    bytes: spliced(bytes, draw.below(bytes.length), Buffer.from('junk')),
    what: 'bytes put into it',
  }),
  (bytes) => ({ bytes: Buffer.concat([bytes, bytes]), what: 'a second archive behind it' }),
  (bytes, draw) => ({
    bytes: spliced(bytes, partsOf(bytes).members.length, Buffer.alloc(1 + draw.below(500))),
    what: 'a gap before its directory',
  }),
  (bytes, draw) => ({ bytes: bytes.subarray(0, draw.below(bytes.length)), what: 'a cut of it' }),
]

const ofMembers: readonly AlterArchive[] = [
  (bytes, draw) => {
    const { members, records } = partsOf(bytes)
    const one = draw.of(records)
    const other = withFields(one, { 38: link << 16 })
    return { bytes: joined({ members, records: replaced(records, one, other) }), what: `${nameOf(one)} made a link` }
  },
  (bytes, draw) => {
    const parts = partsOf(bytes)
    const [top = ''] = nameOf(draw.of(parts.records)).split('/')
    const name = draw.of([`${top}/data/report.htm`, `${top}/data/evidence/statement.pdf`, 'report.html'])
    return {
      bytes: joined(withMember(parts, name, Buffer.from('/etc/passwd'), { mode: link })),
      what: `a link put in, ${name}`,
    }
  },
  (bytes, draw) => {
    const parts = partsOf(bytes)
    const papers = parts.records
      .map(nameOf)
      .filter((name) => /\/(?:VERIFY\.txt|data\/(?:case|report)\.\w+)$/.test(name))
    const name = draw.of(draw.below(2) === 0 ? papers : parts.records.map(nameOf))
    const twin = draw.of([name, name, name.replace(/[^/]+$/, (last) => last.toUpperCase())])
    return { bytes: joined(withMember(parts, twin, page)), what: `${twin} a second time, with another content` }
  },
  (bytes, draw) => {
    const parts = partsOf(bytes)
    const [top = ''] = nameOf(draw.of(parts.records)).split('/')
    const name = draw.of(places(top))
    return { bytes: joined(withMember(parts, name, page)), what: `a page put in, ${name}` }
  },
  (bytes, draw) => {
    const parts = partsOf(bytes)
    const paper = parts.records.map(nameOf).find((name) => name.endsWith('/data/report.html')) ?? ''
    const [top = ''] = paper.split('/')
    const forged = withMember({ members: Buffer.alloc(0), records: parts.records }, paper, page).members
    const cover = draw.of([`${top}/.DS_Store`, `${top}/data/Thumbs.db`, `${top}/desktop.ini`])
    return {
      bytes: joined(withMember(parts, cover, Buffer.from('x'), { behind: forged })),
      what: `a member hidden behind ${cover}, which reads as another report from the front`,
    }
  },
  (bytes, draw) => {
    const { members, records } = partsOf(bytes)
    const one = draw.of(records)
    const others = records.filter((record) => record !== one)
    const large = withLargeField(one, draw, others)
    return {
      bytes: joined({ members, records: replaced(records, one, large) }),
      what: `${nameOf(one)} with other sizes or another place in a field of ZIP64`,
    }
  },
  (bytes, draw) => {
    const parts = partsOf(bytes)
    const count = parts.records.length - draw.below(2)
    return {
      bytes: joined(parts, largeEnd(count, parts.members.length)),
      what: `records of ZIP64 before the end, by which it has ${count} of ${parts.records.length} members`,
    }
  },
]

/** Alters an archive as a drawn hand may; answers its bytes and what was done. */
export const alterArchive = (bytes: Buffer, draw: Draw): AlteredArchive =>
  draw.of(draw.below(2) === 0 ? ofBytes : ofMembers)(bytes, draw)
