import { existsSync } from 'node:fs'
import path from 'node:path'

/** The files that main needs, found from where main itself lies. */
export type Places = {
  readonly renderer: string
  readonly viewer: string
  readonly preload: string
  readonly icon: string
  /** Inside the archive, but where another Node runs it, which cannot read inside. */
  readonly service: string
  /** The folder in which `fonts/` lies. */
  readonly fontsParent: string
  /** A Node 22.14 or newer. */
  readonly node: string
}

const executable = process.platform === 'win32' ? 'node.exe' : 'node'

/** `dist` is the folder that holds app/, service/, renderer/, viewer/; `resources` is set in a packaged application. */
export function findPlaces(dist: string, resources: string | null): Places {
  const unpacked = path.join(dist.replace(/app\.asar(?=$|[\\/])/, 'app.asar.unpacked'), 'service/service.js')
  const packed = resources === null ? null : path.join(resources, 'node', executable)
  const installed = path.join(
    dist,
    '../node_modules',
    `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`,
    'bin',
    executable,
  )
  const service = existsSync(unpacked) ? unpacked : path.join(dist, 'service/service.js')
  return {
    renderer: path.join(dist, 'renderer'),
    viewer: path.join(dist, 'viewer'),
    preload: path.join(dist, 'preload/preload.cjs'),
    icon: resources === null ? path.join(dist, '../build/icons/256x256.png') : path.join(resources, 'icon.png'),
    service,
    fontsParent: path.dirname(service),
    node: [packed, installed].find((file): file is string => file !== null && existsSync(file)) ?? executable,
  }
}
