import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The maps lie beside the bundled service, which the command line lies beside; from sources they are in their package.
 */
const folder = (): string => {
  const here = path.dirname(fileURLToPath(import.meta.url))
  const shipped = ['cmaps', '../service/cmaps'].map((name) => path.join(here, name)).find((name) => existsSync(name))
  return shipped ?? path.join(path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'cmaps')
}

/**
 * A character map of Adobe, which says what signs of Chinese, Japanese and Korean a PDF means; empty where there is none
 * of that name. The name comes out of a document.
 */
export const characterMap = async (name: string): Promise<Uint8Array> => {
  if (!/^[\w-]{1,60}\.bcmap$/u.test(name)) return new Uint8Array(0)
  const file = path.join(folder(), name)
  return existsSync(file) ? Uint8Array.from(await readFile(file)) : new Uint8Array(0)
}
