import yazl from 'yazl'

/** A ZIP archive of these files. */
export const zipOf = async (
  ...files: readonly (readonly [name: string, content: string | Uint8Array])[]
): Promise<Buffer> => {
  const zip = new yazl.ZipFile()
  for (const [name, content] of files) zip.addBuffer(Buffer.from(content as string), name)
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}
