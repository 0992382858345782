import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const builtFolder = (name: string): string | undefined =>
  [`../${name}`, `../../../dist/${name}`]
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((dir) => existsSync(`${dir}/index.html`) && !existsSync(`${dir}/vite.config.ts`))

/** What the service serves to a browser. */
export interface BuiltWindow {
  /** Folder of the window's page. */
  readonly rendererDir?: string
  /** Folder of the viewer of evidence, which the window shows in a frame. */
  readonly viewerDir?: string
  /** Folder of the fonts that the window names besides those of the system. */
  readonly fontsDir?: string
}

/**
 * The folders that were built beside this program (bundled: in `dist`; from sources: the same, below the repository).
 */
export const builtWindow = (): BuiltWindow => ({
  rendererDir: builtFolder('renderer'),
  viewerDir: builtFolder('viewer'),
  fontsDir: ['./fonts', '../service/fonts', '../../../dist/service/fonts']
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((dir) => existsSync(dir)),
})
