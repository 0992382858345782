import { burn, type Entry } from '@kenjiuno/msgreader/lib/Burner.js'
import { describe, expect, it } from 'vitest'
import { readAll, shown } from './reading.ts'

/** A folder of a compound file, or a stream. */
type Node = { readonly name: string } & ({ readonly nodes: readonly Node[] } | { readonly bytes: Uint8Array })

const text = (tag: string, value: string): Node => ({
  name: `__substg1.0_${tag}001F`,
  bytes: Buffer.from(value, 'utf16le'),
})
const binary = (tag: string, bytes: Uint8Array): Node => ({ name: `__substg1.0_${tag}0102`, bytes })

/** Properties that are numbers (MS-OXMSG 2.4), behind a head of so many bytes. */
const numbers = (head: number, ...all: readonly (readonly [tag: number, value: number])[]): Node => {
  const bytes = Buffer.alloc(head + all.length * 16)
  for (const [index, [tag, value]] of all.entries()) {
    bytes.writeUInt32LE(tag, head + index * 16)
    bytes.writeUInt32LE(value, head + index * 16 + 8)
  }
  return { name: '__properties_version1.0', bytes }
}

const written = (nodes: readonly Node[]): Buffer => {
  const entries: Entry[] = [{ name: 'Root Entry', type: 5, length: 0, children: [] }]
  const add = (parent: Entry, node: Node): void => {
    const entry: Entry =
      'bytes' in node
        ? { name: node.name, type: 2, length: node.bytes.length, binaryProvider: () => Uint8Array.from(node.bytes) }
        : { name: node.name, type: 1, length: 0, children: [] }
    parent.children?.push(entries.push(entry) - 1)
    if ('nodes' in node) for (const inner of node.nodes) add(entry, inner)
  }
  for (const node of nodes) if (entries[0] !== undefined) add(entries[0], node)
  return Buffer.from(burn(entries))
}

const recipient = (number: number, type: number, name: string, address: string): Node => ({
  name: `__recip_version1.0_#0000000${number}`,
  nodes: [numbers(8, [0x0c15_0003, type]), text('3001', name), text('39FE', address)],
})

const attachment = (number: number, name: string, bytes: Uint8Array): Node => ({
  name: `__attach_version1.0_#0000000${number}`,
  nodes: [numbers(8), text('3707', name), binary('3701', bytes)],
})

const mail = (...more: readonly Node[]): Buffer =>
  written([
    numbers(32, [0x3fde_0003, 65_001]),
    text('001A', 'IPM.Note'),
    text('0037', 'Überweisung'),
    text('0C1A', 'Jürgen Müller'),
    text('5D01', 'jm@example.com'),
    text('1000', 'Dear Jane,\r\nplease pay.'),
    recipient(0, 1, 'Jane Doe', 'jane@example.org'),
    recipient(1, 2, 'x@example.org', 'x@example.org'),
    ...more,
  ])

const head = [
  'header Subject | Überweisung',
  'header From | Jürgen Müller <jm@example.com>',
  'header To | Jane Doe <jane@example.org>',
  'header Cc | x@example.org',
]

describe('the text of a mail of Outlook', () => {
  it('is that of its headers, its body and its attachments', async () => {
    const long = Buffer.from('a long attachment '.repeat(8_000))
    const { all, format, lacks } = await readAll(
      mail(attachment(0, 'note.txt', Buffer.from('attached text')), attachment(1, 'long.txt', long)),
    )
    expect({ format, lacks }).toEqual({ format: 'outlook', lacks: [] })
    expect(shown(all).slice(0, 6)).toEqual([
      ...head,
      ' | Dear Jane,\nplease pay.',
      'attachment note.txt > line 1 | attached text',
    ])
    expect(
      all
        .slice(6)
        .map(({ text: one }) => one)
        .join(' ').length,
    ).toBe(long.length - 1)
  })

  it('is that of the headers with which it came, and of what its HTML says besides', async () => {
    const headers = 'Received: from a (192.0.2.1)\r\nSubject: =?utf-8?Q?=C3=9Cber?=\r\nFrom: a@example.com\r\n\r\n'
    const html = Buffer.from(
      '<html><meta charset="windows-1252"><p>Dear Jane, please pay Gr\u00fc\u00dfe</p></html>',
      'latin1',
    )
    expect(shown((await readAll(mail(text('007D', headers), binary('1013', html)))).all)).toEqual([
      'header Received | from a (192.0.2.1)',
      'header Subject | Über',
      'header From | a@example.com',
      ' | Dear Jane,\nplease pay.',
      ' | Dear Jane, please pay Grüße',
    ])
  })

  it('is given up where its blocks go round in a circle', { timeout: 120_000 }, async () => {
    const bytes = mail(attachment(0, 'a.txt', Buffer.alloc(10_000, 'x')))
    // Every block is followed by itself.
    const table = (bytes.readInt32LE(76) + 1) * 512
    for (let at = 0; at < 128; at += 1) bytes.writeInt32LE(at, table + at * 4)
    const { lacks } = await readAll(bytes)
    expect(lacks).toHaveLength(1)
    expect(['damaged', 'too_large']).toContain(lacks[0]?.lack.kind)
  })

  it('is told as damaged where it is cut off', async () => {
    const { lacks } = await readAll(mail().subarray(0, 2_000))
    expect(lacks.map(({ lack }) => lack.kind)).toEqual(['damaged'])
  })
})
