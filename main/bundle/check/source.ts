/** A plain file of a bundle. */
export interface BundleFile {
  /** Below the top folder, with `/` between the parts. */
  readonly path: string
  /** Bytes, as the container declares them. */
  readonly size: number
}

/** Something about the container (a ZIP file, a folder) that must not be (B-70 to B-72). */
export interface ContainerProblem {
  readonly file: string | null
  readonly message: string
}

/** A bundle as it is read: from a ZIP file, from a folder, in a browser. Nothing that it gives is believed. */
export interface BundleSource {
  /** Each path once, in the order of the container. */
  readonly files: readonly BundleFile[]
  readonly problems: readonly ContainerProblem[]
  /** Whether a link looks like the file that it leads to, as in the list that a browser gives; absent: it does not. */
  readonly hidesLinks?: boolean
  /**
   * The bytes of one of the files; never more than it declares.
   *
   * @throws UnreadableFile where they cannot be had whole
   */
  read(path: string): AsyncIterable<Uint8Array>
}

/** The bytes of a file cannot be had: the container is damaged, or says other sizes than it has. */
export class UnreadableFile extends Error {}

/** What manifests may hash with. */
export type HashAlgorithm = 'md5' | 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512'

/** A hash in the making. */
export interface Hasher {
  update(bytes: Uint8Array): void
  /** Lower-case hex; once. */
  digest(): string
}

export type CreateHasher = (algorithm: HashAlgorithm) => Hasher

/** The most that a file of each bounded kind may hold (B-71). */
export const smallMax = 16 * 1024 * 1024
export const listMax = 256 * 1024 * 1024

/**
 * A whole file of a bounded kind.
 *
 * @throws UnreadableFile where it has more than `max` bytes or cannot be had
 */
export const readWhole = async (source: BundleSource, path: string, max: number): Promise<Uint8Array> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of source.read(path)) {
    size += part.length
    if (size > max) throw new UnreadableFile(`it has more than ${max} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Text in strict UTF-8; null where the bytes are none. A byte order mark stays in it. */
export const utf8Of = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
