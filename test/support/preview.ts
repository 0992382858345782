import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import type { AcceptedPlugin } from 'postcss'
import postcssPresetMantine from 'postcss-preset-mantine'
import { build } from 'vite'
import { inRoot } from '../../scripts/lib/paths.ts'
import { launchDesktop } from './electron.ts'
import { copyWorkspace } from './prepared-served.ts'
import { launchBrowser, serveWorkspace, type Served } from './served.ts'

const mantinePreset = postcssPresetMantine as () => AcceptedPlugin

/**
 * Makes a copy of the built application whose window holds one page more, `/preview-test/index.html`: the component
 * that previews evidence, alone.
 * Everything else (main process, service, viewer, policies) is what is shipped.
 */
export const buildPreviewApp = async (folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  for (const name of ['dist', 'bin', 'build', 'package.json'])
    cpSync(inRoot(name), path.join(folder, name), { recursive: true })
  symlinkSync(inRoot('node_modules'), path.join(folder, 'node_modules'))
  await build({
    configFile: false,
    root: inRoot('test/support/preview-host'),
    base: '/preview-test/',
    logLevel: 'warn',
    plugins: [react()],
    css: { postcss: { plugins: [mantinePreset()] } },
    build: {
      outDir: path.join(folder, 'dist/renderer/preview-test'),
      emptyOutDir: true,
      target: 'chrome130',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 20_000,
    },
  })
}

/** The page of the tests, open in one of the two windows; `app` in the desktop only. */
export type OpenedPreview = {
  readonly page: Page
  readonly app: ElectronApplication | null
  readonly close: () => Promise<void>
}

export const windows = ['desktop', 'served'] as const
export type WindowKind = (typeof windows)[number]

const testPage = '/preview-test/index.html'

const openDesktop = async (folder: string, scratch: string): Promise<OpenedPreview> => {
  const desktop = await launchDesktop({
    dataDir: `${scratch}/workspace`,
    userDataDir: `${scratch}/profile`,
    appDir: folder,
  })
  await desktop.page.goto(`app://fieldseal${testPage}`)
  return { page: desktop.page, app: desktop.app, close: () => desktop.close() }
}

/** Serves a workspace in `scratch` with what `buildPreviewApp` made in `folder`. */
export const servePreview = async (folder: string, scratch: string): Promise<Served> => {
  await copyWorkspace(`${scratch}/served`, [])
  return await serveWorkspace(`${scratch}/served`, `${folder}/bin/fieldseal.js`)
}

const openServed = async (url: string): Promise<OpenedPreview> => {
  const browser = await launchBrowser()
  const page = await browser.newPage()
  await page.goto(`${url}${testPage}`)
  return { page, app: null, close: () => browser.close() }
}

/** What a window needs: the desktop a built application and a place for its own, Chromium the address of a service. */
type Place = { readonly folder: string; readonly scratch: string } | { readonly url: string }

/** Opens the page of the tests in the desktop or in Chromium. */
export const openPreview = async (place: Place): Promise<OpenedPreview> => {
  const opened = await ('url' in place ? openServed(place.url) : openDesktop(place.folder, place.scratch))
  await opened.page.waitForFunction(() => window.previewHost !== undefined)
  return opened
}
