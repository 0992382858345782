/** Names are kept this short (bytes of UTF-8), so that a folder that is unpacked deep down still opens on Windows. */
const nameMax = 150
const extensionMax = 20

const replacement = '_'

/**
 * What no name may hold (B-50): what Windows forbids, `%` for the manifests' sake, and whatever is not seen or reads
 * otherwise than it is written.
 */
const forbidden = /[<>:"/\\|?*%\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|(?! )\p{Zs}|~(?=\d)/gu

/** Names that Windows takes for devices, and files that systems make and remove by themselves. */
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/iu
const systemFile = /^(?:thumbs\.db|desktop\.ini)$/iu

const byteLength = (text: string): number => new TextEncoder().encode(text).length

/** The longest beginning of whole characters that has at most `max` bytes. */
const cut = (text: string, max: number): string => {
  let bytes = 0
  let kept = ''
  for (const character of text) {
    bytes += byteLength(character)
    if (bytes > max) break
    kept += character
  }
  return kept
}

interface Parts {
  readonly stem: string
  /** With its dot; empty where there is none. */
  readonly extension: string
}

const split = (name: string): Parts => {
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 ? name.slice(dot) : ''
  const isExtension = extension.length > 1 && byteLength(extension) <= extensionMax
  return isExtension ? { stem: name.slice(0, dot), extension } : { stem: name, extension: '' }
}

const withoutReserved = (name: string): string => {
  const beforeDot = (name.split('.')[0] as string).trimEnd()
  return reserved.test(beforeDot) || systemFile.test(name) ? `${replacement}${name}` : name
}

const cleaned = (name: string): Parts => {
  // Lone surrogates have a category of their own, which the pattern above names.
  const allowed = name.normalize('NFC').replaceAll(forbidden, replacement)
  const ended = allowed.replace(/[. ]+$/u, '')
  const begun = ended.replace(/^[.\-~ ]+/u, (run) => replacement.repeat(run.length))
  return split(withoutReserved(begun === '' ? 'unnamed' : begun).normalize('NFC'))
}

const joined = ({ stem, extension }: Parts, suffix: string): string => {
  const short = cut(stem, nameMax - byteLength(extension) - byteLength(suffix))
  // Cut within a run of dots or blanks, a name without extension must not end with one.
  return `${suffix === '' && extension === '' ? short.replace(/[. ]+$/u, '') : short}${suffix}${extension}`
}

/**
 * What file systems that ignore case, normalisation or invisible characters take a name for: equal for names that could
 * be one file.
 */
export const fileNameKey = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')

/** Gives out safe file names, no two of which could be one file. */
export interface SafeNames {
  /** @param name as the outside world gave it: any text at all */
  take(name: string): string
}

/** B-50. The same names in the same order always give the same safe names. */
export const createSafeNames = (): SafeNames => {
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  return {
    take(name) {
      const parts = cleaned(name)
      const base = fileNameKey(joined(parts, ''))
      for (let n = counts.get(base) ?? 1; ; n += 1) {
        const candidate = joined(parts, n === 1 ? '' : ` (${n})`)
        const key = fileNameKey(candidate)
        if (taken.has(key)) continue
        taken.add(key)
        counts.set(base, n + 1)
        return candidate
      }
    },
  }
}

/** One safe name on its own, such as that of the top folder. */
export const safeName = (name: string): string => createSafeNames().take(name)
