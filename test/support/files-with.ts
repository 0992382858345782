import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** Every file below a folder. */
export const filesIn = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(dir, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)

/** The files below a folder, names included, in which any of the texts lies, in UTF-8 or UTF-16. */
export const filesWith = (dir: string, texts: readonly string[]): string[] => {
  const traces = texts.flatMap((text) => [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')])
  return filesIn(dir).filter((file) => {
    const content = readFileSync(file)
    return traces.some((trace) => content.includes(trace) || file.includes(trace.toString()))
  })
}
