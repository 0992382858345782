import { rename, rm, writeFile } from 'node:fs/promises'

/** Writes a text into a file that appears only when it is whole; an existing one is replaced. */
export const writeWhole = async (file: string, text: string): Promise<void> => {
  const unfinished = `${file}.part`
  try {
    await writeFile(unfinished, text, { mode: 0o600, flush: true })
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}
