import { describe, expect, it } from 'vitest'
import yazl from 'yazl'
import { memberOf } from '../../../../main/server/imports/archive.ts'

const archiveOf = async (...files: readonly (readonly [name: string, content: string])[]): Promise<Buffer> => {
  const zip = new yazl.ZipFile()
  for (const [name, content] of files) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  const pieces: Buffer[] = []
  for await (const piece of zip.outputStream as AsyncIterable<Buffer>) pieces.push(piece)
  return Buffer.concat(pieces)
}

const read = async (archive: Buffer, named?: string): Promise<string> => {
  const pieces: Uint8Array[] = []
  for await (const piece of memberOf(archive, named)) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

describe('a ZIP archive', () => {
  it('gives its only file, whatever a Mac puts beside it', async () => {
    expect(await read(await archiveOf(['in/a.csv', 'x'], ['__MACOSX/in/._a.csv', 'y']))).toBe('x')
  })

  it('asks which of several is meant, and gives the one that is named', async () => {
    const two = await archiveOf(['a.csv', 'x'], ['b.csv', 'y'])
    await expect(read(two)).rejects.toThrow(
      '2 files. Nothing was imported. Say which one is meant (member), or unpack it: a.csv, b.csv',
    )
    expect(await read(two, 'b.csv')).toBe('y')
    await expect(read(two, 'c.csv')).rejects.toThrow('without “c.csv”')
  })

  it('is refused in words where it is damaged, or states a size that is not its own', async () => {
    const whole = await archiveOf(['a.csv', 'x'.repeat(10_000)])
    await expect(read(whole.subarray(0, 60))).rejects.toThrow('cannot be read')
    const lying = Buffer.from(whole)
    lying.writeUInt32LE(5, lying.indexOf('PK\u0001\u0002') + 24)
    await expect(read(lying)).rejects.toThrow('cannot be read')
  })
})
