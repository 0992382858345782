import { readFileSync } from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import type { AcceptedPlugin, Plugin } from 'postcss'
import postcssPresetMantine from 'postcss-preset-mantine'
import { defineConfig, type Plugin as VitePlugin } from 'vite'
import { sheetOfScript } from './fontSheet.ts'
import { fontsPath, fontsSheet, scriptFamilies } from '../shared/theme/fonts.ts'

/** The preset publishes no types of its own. */
const mantinePreset = postcssPresetMantine as () => AcceptedPlugin

/**
 * The lines that `composes ... from` brings in name no file, and Vite warns of that: it looks for the target of a
 * `url()` beside the file of its line. They count as lines of the file that composes them; a `url()` in one, whose
 * target would be looked for in the wrong place, is refused.
 */
const composedStyles: Plugin = {
  postcssPlugin: 'fieldseal-composed-styles',
  OnceExit(root) {
    root.walkDecls((declaration) => {
      if (declaration.source?.input.file !== undefined) return
      if (/url\(|image-set\(/.test(declaration.value))
        throw declaration.error('What others compose from cannot have a url().')
      declaration.source = root.source
    })
  },
}

/** The style sheet of the fonts that lie beside the service. */
const fontsPlugin: VitePlugin = {
  name: 'fieldseal-fonts-sheet',
  generateBundle() {
    const sheets = Object.keys(scriptFamilies).map((packageName) =>
      sheetOfScript(
        readFileSync(path.join(import.meta.dirname, '../node_modules', packageName, 'index.css'), 'utf8'),
        `${fontsPath}${packageName}`,
      ),
    )
    this.emitFile({ type: 'asset', fileName: path.posix.basename(fontsSheet), source: sheets.join('\n') })
  },
}

/**
 * The window's bundle: the same files are served by `app://fieldseal/` in the desktop and by the service over loopback.
 * Nothing is inlined, so that the content security policy can stay at 'self'.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), fontsPlugin],
  css: { postcss: { plugins: [mantinePreset(), composedStyles] } },
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'chrome130',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    sourcemap: 'hidden',
    chunkSizeWarningLimit: 2000,
    // Files of schemas are read before the first file itself: what is said to zod before any schema is made lies with
    // zod.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: { groups: [{ name: 'zod', test: /node_modules[\\/]zod[\\/]|[\\/]app[\\/]noEval\.ts$/ }] },
      },
    },
  },
})
