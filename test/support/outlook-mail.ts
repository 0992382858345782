import { burn, type Entry } from '@kenjiuno/msgreader/lib/Burner.js'

/** A folder of a compound file, or a stream. */
export type Node = { readonly name: string } & ({ readonly nodes: readonly Node[] } | { readonly bytes: Uint8Array })

/** A property of text (MS-OXMSG 2.2.1). */
export const text = (tag: string, value: string): Node => ({
  name: `__substg1.0_${tag}001F`,
  bytes: Buffer.from(value, 'utf16le'),
})
/** A property of text that is no Unicode. */
export const oldText = (tag: string, bytes: Uint8Array): Node => ({ name: `__substg1.0_${tag}001E`, bytes })

/** A property of bytes. */
export const binary = (tag: string, bytes: Uint8Array): Node => ({ name: `__substg1.0_${tag}0102`, bytes })

/** Properties that are numbers (MS-OXMSG 2.4), behind a head of so many bytes. */
export const numbers = (head: number, ...all: readonly (readonly [tag: number, value: number])[]): Node => {
  const bytes = Buffer.alloc(head + all.length * 16)
  for (const [index, [tag, value]] of all.entries()) {
    bytes.writeUInt32LE(tag, head + index * 16)
    bytes.writeUInt32LE(value, head + index * 16 + 8)
  }
  return { name: '__properties_version1.0', bytes }
}

/** A compound file of these. */
export const written = (nodes: readonly Node[]): Buffer => {
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

/** A file that is attached. */
export const attachment = (number: number, name: string, bytes: Uint8Array): Node => ({
  name: `__attach_version1.0_#0000000${number}`,
  nodes: [numbers(8), text('3707', name), binary('3701', bytes)],
})

/** A mail of Outlook to two people, with these properties besides. */
export const mail = (...more: readonly Node[]): Buffer =>
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
