import type { Show } from '../connect.ts'
import { bytesText, element, toolbar } from '../dom.ts'
import { createRowScroller } from '../rows/rowScroller.ts'
import { visibleNodes } from '../text/visibleNodes.ts'
import { number, word } from '../words.ts'
import { signsOf, type MemberSign } from './memberSigns.ts'
import { readZipDirectory, type Directory, type Member } from './zipDirectory.ts'

const signWords = {
  doubleEnding: 'signDoubleEnding',
  program: 'signProgram',
  macro: 'signMacro',
  way: 'signWay',
  hiddenSigns: 'signHidden',
  twice: 'signTwice',
  bomb: 'signBomb',
  encrypted: 'signEncrypted',
  future: 'signFuture',
} as const

const heads = ['memberName', 'memberSize', 'memberPacked', 'memberModified', 'memberSigns'] as const

const factsText = ({ members, claimed, isWhole }: Directory, signed: number): string => {
  const files = members.filter(({ isFolder }) => !isFolder)
  const size = files.reduce((sum, member) => sum + member.size, 0)
  const parts = [
    isWhole
      ? word('members', { count: number(files.length), size: bytesText(size) })
      : word('membersCut', { count: number(members.length), claimed: number(claimed) }),
  ]
  if (signed > 0) parts.push(signed === 1 ? word('memberSigned') : word('membersSigned', { count: number(signed) }))
  return parts.join(' · ')
}

/** A time as it stands in the archive: no zone is known of it. */
const timeText = (ms: number | null): string =>
  ms === null ? '' : new Date(ms).toISOString().slice(0, 16).replace('T', ' ')

const saidOf = (signs: readonly MemberSign[]): string => signs.map((sign) => word(signWords[sign])).join(' · ')

const rowOf = (member: Member, signs: readonly MemberSign[], index: number): HTMLElement => {
  const said = saidOf(signs)
  const cell = (right: boolean, title: string | undefined, ...children: (Node | string)[]): HTMLElement =>
    element('span', { class: 'cell', role: 'cell', dir: 'auto', 'data-right': right, title }, ...children)
  const told = (bytes: number): string => (member.isFolder ? '' : bytesText(bytes))
  return element(
    'div',
    { class: 'row table-row', role: 'row', 'aria-rowindex': index + 2 },
    element('span', { class: 'table-number', role: 'rowheader' }, String(index + 1)),
    cell(false, member.name, ...visibleNodes(member.name)),
    cell(true, number(member.size), told(member.size)),
    cell(true, number(member.packed), told(member.packed)),
    cell(false, undefined, timeText(member.modifiedMs)),
    element('span', { class: 'cell cell-sign', role: 'cell', title: said === '' ? undefined : said }, said),
  )
}

/** Each row is laid out by itself, so the widths are those of the longest name and signs, within limits. */
const columnsOf = (members: readonly Member[], signs: readonly (readonly MemberSign[])[]): string => {
  const width = (longest: number, least: number, most: number): string =>
    `${Math.min(most, Math.max(least, longest * 7 + 20))}px`
  const names = members.reduce((longest, { name }) => Math.max(longest, name.length), 0)
  const said = signs.reduce((longest, found) => Math.max(longest, saidOf(found).length), 0)
  return `var(--number-column) ${width(names, 260, 520)} 84px 84px 140px ${width(said, 140, 700)}`
}

/** The files of a ZIP archive, an Office file included, with signs of trouble. Nothing in it is unpacked. */
export const showMembers: Show = async (stage, piece) => {
  const directory = await readZipDirectory((offset, length) => piece.read(offset, length), piece.file.size)
  if (directory === null) {
    piece.failed('broken')
    return
  }
  const { members } = directory
  const signs = signsOf(members, Date.now())
  const signed = signs.flatMap((found, index) => (found.length > 0 ? [index] : []))
  const header = element(
    'div',
    { class: 'row table-row table-head', role: 'row' },
    element('span', { class: 'table-number', role: 'rowheader' }),
    ...heads.map((head) =>
      element(
        'span',
        { class: 'cell', role: 'columnheader', 'data-right': head === 'memberSize' || head === 'memberPacked' },
        word(head),
      ),
    ),
  )
  let shown: readonly number[] = members.map((_, index) => index)
  const scroller = createRowScroller({
    label: word('membersLabel'),
    role: 'table',
    rowHeight: 26,
    header,
    source: {
      count: () => shown.length,
      render: (index) => {
        const at = shown[index]
        const member = at === undefined ? undefined : members[at]
        return at === undefined || member === undefined ? null : rowOf(member, signs[at] ?? [], at)
      },
    },
  })
  scroller.element.style.setProperty('--columns', columnsOf(members, signs))
  const only = element('button', { type: 'button', class: 'bar-toggle', 'aria-pressed': 'false' }, word('signedOnly'))
  only.addEventListener('click', () => {
    const isOn = only.getAttribute('aria-pressed') !== 'true'
    only.setAttribute('aria-pressed', String(isOn))
    shown = isOn ? signed : members.map((_, index) => index)
    scroller.goTo(0)
    scroller.refresh()
  })
  stage.append(
    toolbar(
      word('memberTools'),
      ...(signed.length > 0 ? [only] : []),
      element('span', { class: 'bar-facts', role: 'status' }, factsText(directory, signed.length)),
    ),
    members.length === 0 ? element('p', { class: 'empty' }, word('noMembers')) : scroller.element,
  )
  piece.shown()
}
