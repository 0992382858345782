import { defineConfig } from 'vite'

/**
 * The viewer of evidence: one page for PDF and one for everything else (`--mode pdf`, `--mode index`), each a single
 * classic script with all that it needs inside. An opaque origin can load no module of its own, and has no network to
 * fetch a font or a decoder from.
 */
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  assetsInclude: ['**/*.bcmap', '**/*.pfb', '**/*.icc'],
  define: { 'process.env.NODE_ENV': '"production"', 'import.meta.url': '""' },
  // A classic worker: the browser refuses to load a module from a blob of an opaque origin.
  worker: { format: 'iife' },
  build: {
    outDir: '../dist/viewer',
    emptyOutDir: false,
    target: 'chrome130',
    lib: { entry: `${mode}.ts`, formats: ['iife'], name: 'viewer', fileName: () => `${mode}.js`, cssFileName: mode },
    reportCompressedSize: false,
    sourcemap: 'hidden',
    chunkSizeWarningLimit: 20_000,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
}))
