import { visibleParts } from '../text/visible.ts'
import type { Member } from './zipDirectory.ts'

/** What is wrong, or may be, with a member of an archive; the gravest first. */
export const memberSigns = [
  'doubleEnding',
  'program',
  'macro',
  'way',
  'hiddenSigns',
  'twice',
  'bomb',
  'encrypted',
  'future',
] as const
export type MemberSign = (typeof memberSigns)[number]

const programs =
  'exe|scr|com|bat|cmd|pif|js|jse|vbs|vbe|wsf|wsh|hta|lnk|msi|msp|ps1|psm1|jar|cpl|dll|reg|chm|iso|img|vhdx?|apk|app|dmg|pkg|sh|desktop|one|url|scf'
const documents =
  'pdf|docx?|xlsx?|pptx?|odt|ods|rtf|txt|csv|html?|jpe?g|png|gif|heic|tiff?|mp[34]|wav|avi|mov|zip|eml|msg'

const ofProgram = new RegExp(`\\.(?:${programs})[\\s.]*$`, 'iu')
const ofTwo = new RegExp(`\\.(?:${documents})[\\s._]*\\.(?:${programs})[\\s.]*$`, 'iu')

/** A name that would leave the folder into which it is unpacked, or that another system reads as a path. */
const leaves = (name: string): boolean =>
  /^(?:[/\\]|[A-Za-z]:)/u.test(name) || name.includes('\\') || name.split('/').includes('..')

/** The projects of macros in files of Office and of OpenDocument, and a project by itself. */
const isMacro = (name: string): boolean =>
  /(?:^|\/)(?:vbaProject\.bin|vbaData\.xml|xl\/macrosheets\/.+)$/iu.test(name) ||
  /^(?:Basic|Scripts)\/.+\/.+/u.test(name)

const [ratioMost, claimMost] = [200, 1_073_741_824]

/** Zones reach 14 hours ahead, and a clock may be a little wrong. */
const aheadMs = 15 * 3_600_000

/** A name without the signs that are not seen: what is hidden from a reader is hidden from these rules, too. */
const plainName = (name: string): string =>
  visibleParts(name)
    .flatMap(({ text, code }) => (code === null ? [text] : []))
    .join('')

/** What the name of a file says by itself. */
export const nameSignsOf = (name: string): Readonly<Record<'doubleEnding' | 'program' | 'hiddenSigns', boolean>> => {
  const plain = plainName(name)
  const doubleEnding = ofTwo.test(plain)
  return { doubleEnding, program: ofProgram.test(plain) && !doubleEnding, hiddenSigns: plain !== name }
}

/** Looks at the members of an archive, each with what stands beside it. */
export const signsOf = (members: readonly Member[], nowMs: number): readonly (readonly MemberSign[])[] => {
  const names = new Map<string, number>()
  const places = new Map<number, number>()
  for (const { name, at, isFolder } of members) {
    names.set(name, (names.get(name) ?? 0) + 1)
    if (!isFolder) places.set(at, (places.get(at) ?? 0) + 1)
  }
  const has = (member: Member): Readonly<Record<MemberSign, boolean>> => {
    const { name, size, packed, at, isFolder } = member
    const plain = plainName(name)
    const named = nameSignsOf(name)
    return {
      doubleEnding: !isFolder && named.doubleEnding,
      program: !isFolder && named.program,
      macro: isMacro(plain),
      way: leaves(plain),
      hiddenSigns: named.hiddenSigns,
      twice: (names.get(name) ?? 0) > 1,
      bomb: !isFolder && ((places.get(at) ?? 0) > 1 || (size > claimMost && size > packed * ratioMost)),
      encrypted: member.isEncrypted,
      future: member.modifiedMs !== null && member.modifiedMs > nowMs + aheadMs,
    }
  }
  return members.map((member) => {
    const found = has(member)
    return memberSigns.filter((sign) => found[sign])
  })
}
