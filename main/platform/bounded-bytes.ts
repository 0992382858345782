/** All bytes of a source; null where they are more than may be, and then no more of it is read. */
export const boundedBytes = async (source: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array | null> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size > most) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
