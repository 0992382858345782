import { isHex32 } from '../seal/hash.ts'
import { compareVersions, isReleaseVersion } from './version.ts'

/** The text of an update feed (docs/spec/update.md, U-1 to U-4): what is signed, and what the release log holds. */

/** A file of a release. */
export interface FeedFile {
  /** What kind of installation it is for: system, processor and form, such as `linux-x64-appimage`. */
  readonly target: string
  /** Where it lies beside the feed. */
  readonly name: string
  readonly bytes: number
  /** Lower-case hex. */
  readonly sha256: string
  /** Lower-case hex. */
  readonly sha512: string
}

/** What a publisher says of the newest release. */
export interface ReleaseFeed {
  readonly version: string
  readonly issuedMs: number
  readonly expiresMs: number
  /** Of a hundred installations, how many it is meant for by now. */
  readonly share: number
  /** Whether nobody is to install it for the time being. */
  readonly isPaused: boolean
  /** Versions that are taken back: whoever runs one goes to `version`, be it an older one. */
  readonly recalled: readonly string[]
  /** At least one; a target stands here once, and so does a name. */
  readonly files: readonly FeedFile[]
}

const head = 'fieldseal update v1'
const mostBytes = 32_768
const mostRecalled = 100
const mostFiles = 64

/** Above any release that could be; numbers up to here are exact. */
const longestFile = 2 ** 40

const isTarget = (text: string): boolean => /^[a-z0-9]{1,20}-[a-z0-9]{1,20}-[a-z0-9]{1,20}$/u.test(text)

/** A name that means one file beside the feed, and nothing else, wherever it is read. */
const isPlainName = (name: string): boolean => /^[A-Za-z0-9](?:[A-Za-z0-9 ._+~-]{0,198}[A-Za-z0-9_+~-])?$/u.test(name)

const timeText = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z')

const timeOf = (text: string): number | null => {
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) || timeText(ms) !== text ? null : ms
}

const fileText = ({ target, name, bytes, sha256, sha512 }: FeedFile): string =>
  `file ${target} ${bytes} ${sha256} ${sha512} ${name}\n`

/** The one text of a feed. */
export const feedText = (feed: ReleaseFeed): string =>
  [
    `${head}\n`,
    `release ${feed.version}\n`,
    `issued ${timeText(feed.issuedMs)}\n`,
    `expires ${timeText(feed.expiresMs)}\n`,
    `share ${feed.share}\n`,
    ...(feed.isPaused ? ['paused\n'] : []),
    ...feed.recalled.map((version) => `recall ${version}\n`),
    ...feed.files.map(fileText),
  ].join('')

const numberOf = (text: string): number => (/^(?:0|[1-9]\d{0,12})$/u.test(text) ? Number(text) : -1)

const readFile = (line: string): FeedFile | null => {
  const [word, target = '', size = '', sha256 = '', sha512 = '', ...parts] = line.split(' ')
  const name = parts.join(' ')
  const bytes = numberOf(size)
  const isFile =
    word === 'file' &&
    isTarget(target) &&
    isPlainName(name) &&
    bytes > 0 &&
    bytes <= longestFile &&
    isHex32(sha256) &&
    /^[0-9a-f]{128}$/u.test(sha512)
  return isFile ? { target, name, bytes, sha256, sha512 } : null
}

const isOnce = (values: readonly string[]): boolean => new Set(values).size === values.length

/** What follows the head line, each word before its value; null where a line has another word. */
const valuesOf = (lines: readonly string[], words: readonly string[]): readonly string[] | null => {
  const values = words.map((word, place) => {
    const line = lines[place] ?? ''
    return line.startsWith(`${word} `) ? line.slice(word.length + 1) : null
  })
  return values.some((value) => value === null) ? null : (values as string[])
}

const holds = ({ version, issuedMs, expiresMs, share, recalled, files }: ReleaseFeed): boolean =>
  isReleaseVersion(version) &&
  issuedMs < expiresMs &&
  share >= 0 &&
  share <= 100 &&
  recalled.length <= mostRecalled &&
  recalled.every((one) => isReleaseVersion(one) && compareVersions(one, version) !== 0) &&
  isOnce(recalled) &&
  files.length > 0 &&
  files.length <= mostFiles &&
  isOnce(files.map(({ target }) => target)) &&
  isOnce(files.map(({ name }) => name.toLowerCase()))

/** Reads the text of a feed; null where it is none, or is spelled in another way than `feedText` spells it (U-2). */
export const parseFeed = (text: string): ReleaseFeed | null => {
  if (text.length > mostBytes) return null
  const [first, ...lines] = text.split('\n').slice(0, -1)
  const values = valuesOf(lines, ['release', 'issued', 'expires', 'share'])
  if (first !== head || values === null) return null
  const [version = '', issued = '', expires = '', share = ''] = values
  const isPaused = lines[4] === 'paused'
  const rest = lines.slice(isPaused ? 5 : 4)
  const recalls = rest.filter((line) => line.startsWith('recall '))
  const files = rest.slice(recalls.length).map(readFile)
  const [issuedMs, expiresMs] = [timeOf(issued), timeOf(expires)]
  if (issuedMs === null || expiresMs === null || files.some((file) => file === null)) return null
  const feed: ReleaseFeed = {
    version,
    issuedMs,
    expiresMs,
    share: numberOf(share),
    isPaused,
    recalled: recalls.map((line) => line.slice('recall '.length)),
    files: files as FeedFile[],
  }
  // Written anew it must be the same: nothing can be said in two ways, or be left between the lines.
  return holds(feed) && feedText(feed) === text ? feed : null
}
