import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { InlineConfig, Plugin } from 'vite'
import { shippedCharacterMaps } from './character-maps.ts'
import { shippedFonts } from './fonts.ts'
import { filesBelow } from './inputs.ts'
import { inRoot, root } from './paths.ts'
import { verifyPageConfig } from './verify-page.ts'

/** One part of `dist/`: what it is made from, and how. */
export type Bundle = {
  readonly name: 'service' | 'cli' | 'app' | 'preload' | 'renderer' | 'viewer'
  /** Files and folders that the output depends on. */
  readonly inputs: readonly string[]
  /** The file whose presence shows that the bundle was made. */
  readonly output: string
  readonly configs: readonly InlineConfig[]
}

/** Native or provided by the host: never bundled. */
const external = ['electron', 'better-sqlite3-multiple-ciphers']

const version = (JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { version: string }).version

const common = ['shared', 'package.json', 'package-lock.json', 'scripts/build.ts', 'scripts/lib']

/** Sources name a worker `new URL('./x.worker.ts', import.meta.url)`; beside a bundle it is `./x.worker.js`. */
const workerUrls: Plugin = {
  name: 'fieldseal-worker-urls',
  transform(code) {
    const replaced = code.replaceAll(
      /new URL\((['"])[^'"]*?([\w-]+\.worker)\.ts\1,\s*import\.meta\.url\)/g,
      'new URL("./$2.js", import.meta.url)',
    )
    return replaced === code ? null : { code: replaced, map: null }
  },
}

const isPart = (file: string): boolean => /\.part\.js(\.map)?$/.test(file)

/** Takes the parts of an earlier build away: their names follow from what was in them. */
const freshParts = (outDir: string): Plugin => ({
  name: 'fieldseal-fresh-parts',
  generateBundle() {
    const earlier = existsSync(outDir) ? readdirSync(outDir).filter(isPart) : []
    for (const file of earlier) rmSync(path.join(outDir, file))
  },
})

type NodeBundle = {
  entry: string
  outDir: string
  fileName: string
  format?: 'es' | 'cjs'
  plugins?: readonly Plugin[]
  /**
   * Whether what is imported when it is needed lies in files of its own beside the first (`*.part.js`), so that a start
   * does not read it.
   */
  inParts?: boolean
}

/**
 * A bundle for Node or Electron, with every dependency inside except the native ones; a single file unless it is
 * `inParts`.
 */
export function nodeConfig({
  entry,
  outDir,
  fileName,
  format = 'es',
  plugins = [],
  inParts = false,
}: NodeBundle): InlineConfig {
  const folder = path.resolve(inRoot('dist'), outDir)
  return {
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [workerUrls, ...(inParts ? [freshParts(folder)] : []), ...plugins],
    define: { 'import.meta.env.FIELDSEAL_VERSION': JSON.stringify(version) },
    ssr: { noExternal: true, external, target: 'node' },
    build: {
      ssr: true,
      target: 'node22',
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      sourcemap: true,
      reportCompressedSize: false,
      rolldownOptions: {
        // Advice on how long the build took: it comes and goes with how busy the computer is.
        checks: { bundlerTimings: false },
        input: { [fileName]: path.resolve(root, entry) },
        external: [...external, /^node:/],
        output: { format, entryFileNames: fileName, chunkFileNames: '[name].part.js', codeSplitting: inParts },
      },
    },
  }
}

const workers = ['main', 'shared'].flatMap(filesBelow).filter((file) => file.endsWith('.worker.ts'))

const workerConfigs = (outDir: string): InlineConfig[] =>
  workers.map((entry) => nodeConfig({ entry, outDir, fileName: path.basename(entry).replace(/\.ts$/, '.js') }))

const serviceSources = [
  'server',
  'domain',
  'seal',
  'detection',
  'storage',
  'blobs',
  'bundle',
  'sync',
  'report',
  'platform',
].map((part) => `main/${part}`)

/** Every bundle, in the order in which they are built. */
export const bundles: readonly Bundle[] = [
  {
    name: 'service',
    inputs: [...common, ...serviceSources],
    output: 'dist/service/service.js',
    configs: [
      nodeConfig({
        entry: 'main/server/service.ts',
        outDir: 'service',
        fileName: 'service.js',
        inParts: true,
        plugins: [shippedFonts(inRoot('dist/service')), shippedCharacterMaps(inRoot('dist/service'))],
      }),
      ...workerConfigs('service'),
      verifyPageConfig(version, inRoot('dist/service')),
    ],
  },
  {
    name: 'cli',
    inputs: [...common, ...serviceSources, 'main/cli'],
    output: 'dist/cli/fieldseal.js',
    configs: [
      nodeConfig({ entry: 'main/cli/main.ts', outDir: 'cli', fileName: 'fieldseal.js', inParts: true }),
      ...workerConfigs('cli'),
    ],
  },
  {
    name: 'app',
    inputs: [...common, ...serviceSources, 'main/app', 'main/update', 'build/update-trust.json'],
    output: 'dist/app/main.js',
    configs: [nodeConfig({ entry: 'main/app/main.ts', outDir: 'app', fileName: 'main.js' })],
  },
  {
    name: 'preload',
    inputs: [...common, 'main/preload'],
    output: 'dist/preload/preload.cjs',
    configs: [
      nodeConfig({ entry: 'main/preload/preload.ts', outDir: 'preload', fileName: 'preload.cjs', format: 'cjs' }),
    ],
  },
  {
    name: 'renderer',
    inputs: [...common, 'renderer'],
    output: 'dist/renderer/index.html',
    configs: [{ configFile: inRoot('renderer/vite.config.ts'), root: inRoot('renderer'), logLevel: 'warn' }],
  },
  {
    name: 'viewer',
    inputs: [...common, 'viewer'],
    output: 'dist/viewer/index.html',
    configs: ['index', 'pdf'].map((mode) => ({
      configFile: inRoot('viewer/vite.config.ts'),
      root: inRoot('viewer'),
      mode,
      logLevel: 'warn',
    })),
  },
]
