import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { families, filesOfFamily } from '../../main/report/fonts/families.ts'
import { inRoot } from './paths.ts'

/** Every font file of the report, with the licence and the list of slices of its family, below node_modules. */
export const fontFiles = (): readonly string[] =>
  families.flatMap((family) => {
    const slices = Object.keys(
      JSON.parse(readFileSync(inRoot('node_modules', family.packageName, 'unicode.json'), 'utf8')) as Record<
        string,
        string
      >,
    )
    return ['unicode.json', 'LICENSE', ...filesOfFamily(family, slices)].map((file) => `${family.packageName}/${file}`)
  })

/** Puts the fonts of the report into a folder. */
export const copyFonts = (folder: string): void => {
  for (const file of fontFiles()) {
    const target = path.join(folder, file)
    mkdirSync(path.dirname(target), { recursive: true })
    copyFileSync(inRoot('node_modules', file), target)
  }
}

/** Ships the fonts of the report beside a bundle, where `openFonts` looks for them. */
export const shippedFonts = (outDir: string): Plugin => ({
  name: 'fieldseal-fonts',
  closeBundle: () => {
    copyFonts(path.join(outDir, 'fonts'))
  },
})
