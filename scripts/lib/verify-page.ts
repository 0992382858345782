import { createHash } from 'node:crypto'
import type { InlineConfig, Plugin } from 'vite'
import { inRoot } from './paths.ts'

const page = inRoot('main/bundle/page')
const platform = `${page}/platform`

/** What the shared code asks of Node, and what it gets in a browser. */
const aliases = {
  'node:crypto': `${platform}/crypto.ts`,
  ...Object.fromEntries(['fs', 'zlib', 'util', 'events', 'stream'].map((name) => [name, `${platform}/absent.ts`])),
}

const inject = {
  Buffer: [`${platform}/buffer.ts`, 'Buffer'] as [string, string],
  setImmediate: [`${platform}/absent.ts`, 'setImmediate'] as [string, string],
}

const sourceHash = (text: string): string => `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`

const policy = (script: string, style: string): string =>
  [
    "default-src 'none'",
    `script-src ${sourceHash(script)}`,
    `style-src ${sourceHash(style)}`,
    'worker-src blob:',
    'img-src data:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

const textOf = (content: string | Uint8Array): string =>
  typeof content === 'string' ? content : Buffer.from(content).toString('utf8')

/** Within a script element these would end it or start a comment; in JavaScript text they may be written so. */
const inScript = (code: string): string => code.replaceAll(/<(?=\/script|!--|script)/gi, '\\x3C').trim()

/** Puts script and style into the page, and a policy into it that allows these two and nothing else. */
const singleFile: Plugin = {
  name: 'fieldseal-single-file',
  enforce: 'post',
  generateBundle(_, bundle) {
    const files = Object.values(bundle)
    const html = files.find((file) => file.fileName.endsWith('.html'))
    const scripts = files.filter((file) => file.type === 'chunk')
    const styles = files.filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
    const [chunk] = scripts
    const [sheet] = styles
    if (
      html?.type !== 'asset' ||
      chunk?.type !== 'chunk' ||
      sheet?.type !== 'asset' ||
      scripts.length + styles.length !== 2
    ) {
      throw new Error(`the page is not of one script and one style: ${files.map((file) => file.fileName).join(', ')}`)
    }
    const script = inScript(chunk.code)
    const style = textOf(sheet.source).trim()
    const text = textOf(html.source)
      .replaceAll(/\s*<(?:script type="module"[^>]*><\/script>|link rel="stylesheet"[^>]*>)/g, '')
      .replace('<!--policy-->', () => `<meta http-equiv="Content-Security-Policy" content="${policy(script, style)}">`)
      .replace('<!--style-->', () => `<style>${style}</style>`)
      .replace('<!--script-->', () => `<script type="module">${script}</script>`)
    if (
      !text.includes(style) ||
      !text.includes(script) ||
      !text.includes('Content-Security-Policy') ||
      /\s(?:src|href)="(?!data:)/.test(text.replace(script, ''))
    ) {
      throw new Error('the page has no place for its script, style or policy, or refers to another file')
    }
    for (const file of files) delete bundle[file.fileName]
    this.emitFile({ type: 'asset', fileName: 'verify.html', source: text })
  },
}

/** Builds `verify.html`, the verifier that lies in every bundle: one file, without any other. */
export const verifyPageConfig = (version: string, outDir: string): InlineConfig => ({
  configFile: false,
  root: page,
  logLevel: 'warn',
  publicDir: false,
  base: './',
  plugins: [singleFile],
  resolve: { alias: aliases },
  define: { 'import.meta.env.FIELDSEAL_VERSION': JSON.stringify(version) },
  worker: { format: 'iife', rolldownOptions: { transform: { inject } } },
  build: {
    outDir,
    emptyOutDir: false,
    target: ['chrome115', 'firefox115', 'safari16.4'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: { input: `${page}/page.html`, transform: { inject }, checks: { bundlerTimings: false } },
  },
})
