import type { BundleFinding } from '../check/findings.ts'
import type { FindingGroup } from './assess.ts'
import { countOf, el } from './dom.ts'
import { meaningOf } from './words.ts'

const shownAtFirst = 20

const placeOf = ({ file, position, case_uid: uid }: BundleFinding): string => {
  const entry = position === null ? '' : `entry ${position}${uid === 'workspace' ? ' of the workspace' : ''}`
  return [file ?? '', entry].filter((part) => part !== '').join(' · ')
}

const findingItem = (finding: BundleFinding): HTMLElement => {
  const place = placeOf(finding)
  return el(
    'li',
    {},
    place === '' ? null : el('span', { class: 'place' }, place),
    el('span', { class: 'said' }, finding.message),
  )
}

const listOf = (findings: readonly BundleFinding[]): HTMLElement => {
  const list = el('ul', { class: 'places' }, ...findings.slice(0, shownAtFirst).map(findingItem))
  const rest = findings.slice(shownAtFirst)
  if (rest.length === 0) return list
  const more = el(
    'button',
    {
      class: 'button small',
      attributes: { type: 'button' },
      on: {
        click: () => {
          more.remove()
          list.append(...rest.map(findingItem))
        },
      },
    },
    `Show ${rest.length.toLocaleString('en')} more`,
  )
  return el('div', {}, list, more)
}

/** Findings of one code: what it means, and each place. */
export const groupView = ({ code, findings }: FindingGroup): HTMLElement => {
  const { title, means } = meaningOf(code)
  const isFault = findings.some(({ severity }) => severity === 'fault')
  return el(
    'article',
    { class: isFault ? 'group fault' : 'group', attributes: { 'data-code': code } },
    el('h3', {}, title),
    el(
      'p',
      { class: 'code' },
      el('code', {}, code),
      findings.length > 1 ? ` ${countOf(findings.length, 'place')}` : '',
    ),
    el('p', { class: 'means' }, means),
    listOf(findings),
  )
}
