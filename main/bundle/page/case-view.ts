import type { CaseFile } from '../format/case-file.ts'
import type { BundleReport } from '../check/verify-bundle.ts'
import { pieceState, type PieceState } from './assess.ts'
import { bytesText, el, icon, type Child } from './dom.ts'

const shownAtFirst = 100

const pair = (name: string, value: Child): HTMLElement =>
  el('div', { class: 'pair' }, el('dt', {}, name), el('dd', {}, value))

const withheld = (): HTMLElement => el('em', {}, 'not given to this recipient')

/** A time as it is written in the bundle, without its milliseconds. */
const timeText = (timestamp: string): string =>
  timestamp.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?(?=[+-])/, '$1 $2 ')

/** Who was overtaken, where the work of several devices came together. */
const conflictsText = (conflicts: NonNullable<CaseFile['hub']>['conflicts']): string => {
  const open = conflicts.filter(({ settled }) => settled === null).length
  return conflicts.length === 0
    ? 'None'
    : `${conflicts.length.toLocaleString('en')}, ${open === 0 ? 'all settled' : `${open.toLocaleString('en')} not settled`}`
}

/** What the summary says of the case. */
export const caseFacts = (facts: CaseFile, opening: string | null): HTMLElement =>
  el(
    'dl',
    { class: 'pairs' },
    pair('Case', facts.case.number),
    pair('Title', facts.case.title ?? withheld()),
    pair('Institution', `${facts.workspace.name} (${facts.workspace.institution})`),
    opening === null ? null : pair('Opened', opening),
    pair('Status', facts.case.status),
    facts.hub === undefined ? null : pair('Conflicts', conflictsText(facts.hub.conflicts)),
    pair('Exported', `${timeText(facts.exported.at)} by ${facts.exported.by}`),
    pair('Reason', facts.exported.reason),
  )

const stateNames: Readonly<Record<PieceState, string>> = {
  intact: 'as acquired',
  fault: 'has a fault',
  hash_only: 'hash alone',
  erased: 'erased by order',
  unproven: 'not proven',
}
const stateIcons = { intact: 'ok', fault: 'fault', hash_only: 'none', erased: 'none', unproven: 'open' } as const

const pieceRow = (report: BundleReport, piece: CaseFile['evidence'][number]): HTMLElement => {
  const state = pieceState(report, piece.file, piece.entry)
  return el(
    'tr',
    { attributes: { 'data-state': state } },
    el('td', { class: 'state' }, icon(stateIcons[state]), stateNames[state]),
    el(
      'td',
      {},
      el('div', { class: 'name' }, piece.name),
      piece.file === null ? null : el('div', { class: 'file' }, piece.file),
      el('div', { class: 'mono hash' }, piece.sha256),
    ),
    el('td', { class: 'number' }, bytesText(piece.size)),
  )
}

/** The pieces of evidence, each with what it came to; null where there are none. */
export const evidenceTable = (report: BundleReport): HTMLElement | null => {
  const pieces = report.facts?.evidence ?? []
  if (pieces.length === 0) return null
  const body = el('tbody', {}, ...pieces.slice(0, shownAtFirst).map((piece) => pieceRow(report, piece)))
  const rest = pieces.slice(shownAtFirst)
  const more = el(
    'button',
    {
      class: 'button small',
      attributes: { type: 'button' },
      on: {
        click: () => {
          more.remove()
          body.append(...rest.map((piece) => pieceRow(report, piece)))
        },
      },
    },
    `Show ${rest.length.toLocaleString('en')} more`,
  )
  const heading = (text: string, parts = ''): HTMLElement =>
    el('th', { class: parts, attributes: { scope: 'col' } }, text)
  return el(
    'div',
    {},
    el(
      'table',
      { class: 'evidence' },
      el('thead', {}, el('tr', {}, heading('State'), heading('Name, file and SHA-256'), heading('Size', 'number'))),
      body,
    ),
    rest.length === 0 ? null : more,
  )
}
