import { evidenceName, evidencePath } from '../../../../shared/schema/evidence.ts'

/**
 * A file that was found in what a person dropped or chose; `path` has `/` between its parts and begins with the top
 * folder, if any.
 */
export interface FoundFile<F> {
  readonly file: F
  readonly name: string
  readonly size: number
  readonly path: string
}

/** A file that is to be uploaded. */
export interface PlannedFile<F> {
  readonly file: F
  readonly name: string
  readonly size: number
  /** Below the folder that is acquired; null for a file that was dropped by itself. */
  readonly path: string | null
}

/** A file that cannot be sent, and why: `name` or `path` say which of the two is too long. */
export interface RefusedFile {
  readonly path: string
  readonly reason: 'name' | 'path'
}

export interface UploadPlan<F> {
  /** What it is called in one line: the one folder or file, else null. */
  readonly name: string | null
  readonly files: readonly PlannedFile<F>[]
  readonly refused: readonly RefusedFile[]
  /** Bytes of all planned files. */
  readonly bytes: number
}

const byPath = new Intl.Collator('en', { numeric: true, sensitivity: 'variant' })

const topOf = (path: string): string => path.split('/', 1)[0] ?? path

/** In the order of a file manager: each folder's own files before those of its folders, numbers by their value. */
const inOrder = (left: string, right: string): number => {
  const one = left.split('/')
  const other = right.split('/')
  const depth = Math.min(one.length, other.length) - 1
  for (let level = 0; level < depth; level++) {
    const compared = byPath.compare(one[level] ?? '', other[level] ?? '')
    if (compared !== 0) return compared
  }
  if (one.length !== other.length) return one.length - other.length
  return byPath.compare(one.at(-1) ?? '', other.at(-1) ?? '')
}

/**
 * Turns what was found into uploads, in a lasting order. With one folder the paths begin below it; where several things
 * came together each keeps the name of its own folder, so that two of the same name stay apart.
 */
export const planUploads = <F>(found: readonly FoundFile<F>[]): UploadPlan<F> => {
  const tops = new Set(found.map(({ path }) => topOf(path)))
  const single = tops.size === 1
  const planned = found
    .toSorted((left, right) => inOrder(left.path, right.path))
    .map(({ file, name, size, path }) => {
      const inFolder = path.includes('/')
      return { file, name, size, path: inFolder ? (single ? path.slice(topOf(path).length + 1) : path) : null }
    })
  const reasonOf = ({ name, path }: PlannedFile<F>): RefusedFile['reason'] | null => {
    if (!evidenceName.safeParse(name).success) return 'name'
    return path === null || evidencePath.safeParse(path).success ? null : 'path'
  }
  const files = planned.filter((one) => reasonOf(one) === null)
  const refused = planned.flatMap((one) => {
    const reason = reasonOf(one)
    return reason === null ? [] : [{ path: one.path ?? one.name, reason }]
  })
  const [first] = tops
  return {
    name: single ? (first ?? null) : null,
    files,
    refused,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
  }
}

/**
 * The path of a folder, from the full path of one file in it and that file's path from the folder's own name on; null
 * when they do not fit.
 */
export const folderPathOf = (fullPath: string, relative: string): string | null => {
  const separator = fullPath.includes('\\') && !fullPath.startsWith('/') ? '\\' : '/'
  const below = relative.split('/')
  const parts = fullPath.split(separator)
  if (
    below.length < 2 ||
    parts.length < below.length ||
    below.some((part, index) => parts[parts.length - below.length + index] !== part)
  )
    return null
  return parts.slice(0, parts.length - below.length + 1).join(separator)
}
