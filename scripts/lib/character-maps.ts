import { cpSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { inRoot } from './paths.ts'

/** Ships the character maps of PDF.js beside a bundle, where `characterMap` looks for them. */
export const shippedCharacterMaps = (outDir: string): Plugin => ({
  name: 'fieldseal-character-maps',
  closeBundle: () => {
    cpSync(inRoot('node_modules/pdfjs-dist/cmaps'), path.join(outDir, 'cmaps'), { recursive: true })
  },
})
