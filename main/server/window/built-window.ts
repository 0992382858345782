import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of the built window beside this program (bundled: `dist/renderer`; from sources: the same, below the repository), or undefined. */
export const builtWindow = (): string | undefined =>
  ['../renderer', '../../../dist/renderer']
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((dir) => existsSync(`${dir}/index.html`) && !existsSync(`${dir}/vite.config.ts`))
