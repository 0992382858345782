import react from '@vitejs/plugin-react'
import type { AcceptedPlugin } from 'postcss'
import postcssPresetMantine from 'postcss-preset-mantine'
import { defineConfig } from 'vite'

/** The preset publishes no types of its own. */
const mantinePreset = postcssPresetMantine as () => AcceptedPlugin

/**
 * The window's bundle: the same files are served by `app://fieldseal/` in the desktop and by the service over loopback.
 * Nothing is inlined, so that the content security policy can stay at 'self'.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react()],
  css: { postcss: { plugins: [mantinePreset()] } },
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'chrome130',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    // Files of schemas are read before the first file itself: what is said to zod before any schema is made lies with zod.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'zod', test: /node_modules[\\/]zod[\\/]|[\\/]app[\\/]noEval\.ts$/ }] } } },
  },
})
