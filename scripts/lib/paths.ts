import path from 'node:path'

/** The top of the repository. */
export const root = path.resolve(import.meta.dirname, '../..')

/** A path below the top of the repository. */
export const inRoot = (...parts: string[]): string => path.join(root, ...parts)

/** Where downloads and unpacked tools are kept between runs. */
export const cacheDir = process.env.FIELDSEAL_CACHE ?? inRoot('.cache')
