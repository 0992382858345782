import type { BundleReport } from '../check/verify-bundle.ts'
import { el, icon } from './dom.ts'
import { matchFingerprints, readFingerprint, type Match } from './fingerprint.ts'

const said = (match: Match | 'unreadable'): string => {
  switch (match) {
    case 'signing':
      return 'It is the fingerprint of the key that signed this bundle.'
    case 'first':
      return 'It is the fingerprint of the first key of the workspace, which enrolled the key that signed this bundle.'
    case 'none':
      return 'It is not the fingerprint of a key that signed this bundle or enrolled its key. Do not rely on the bundle before the institution explains this.'
    case 'some':
      return 'Not all of these are fingerprints of the key that signed this bundle or of the first key of the workspace. Compare them one at a time.'
    case 'unreadable':
      return 'This is no fingerprint, and it was compared with nothing. One has 43 letters and digits, or begins with SHA256: and has 43 after it.'
  }
}

const fingerprintRow = (name: string, value: string): HTMLElement =>
  el('div', { class: 'pair' }, el('dt', {}, name), el('dd', { class: 'mono' }, value))

/**
 * The key that signed, and the place to compare its fingerprint.
 *
 * @param onMatch null: what was given is no fingerprint, or was taken away
 */
export const keyView = (
  { signingKey, firstKey }: BundleReport,
  onMatch: (match: Match | null) => void,
): HTMLElement => {
  if (signingKey === null) return el('p', {}, 'No signature holds, so that there is no key to compare.')
  const answer = el('p', { class: 'answer', attributes: { role: 'status', id: 'answer' } })
  const compare = (text: string): void => {
    const given = readFingerprint(text)
    const match = given.kind === 'fingerprints' ? matchFingerprints(given.values, signingKey, firstKey) : null
    const told = given.kind === 'unreadable' ? 'unreadable' : match
    answer.dataset['match'] = told ?? ''
    if (told === null) answer.replaceChildren()
    else
      answer.replaceChildren(
        icon(told === 'signing' || told === 'first' ? 'ok' : told === 'none' ? 'fault' : 'open'),
        el('span', {}, said(told)),
      )
    onMatch(match)
  }
  const input = el('input', {
    class: 'given mono',
    attributes: {
      type: 'text',
      id: 'fingerprint',
      autocomplete: 'off',
      spellcheck: 'false',
      autocapitalize: 'off',
      'aria-describedby': 'answer',
    },
    on: { input: () => compare(input.value) },
  })
  return el(
    'div',
    {},
    el(
      'p',
      {},
      'Whoever exchanges every key in a bundle and signs all of it anew has a bundle that agrees with itself. So ask the institution for the fingerprint of its device key by another way than the one by which the bundle came: by telephone, on paper, from an earlier bundle.',
    ),
    el(
      'dl',
      { class: 'pairs' },
      fingerprintRow('Key id', signingKey.kid),
      fingerprintRow('As ssh-keygen prints it', signingKey.sshFingerprint),
    ),
    firstKey === null || firstKey.kid === signingKey.kid
      ? null
      : el(
          'dl',
          { class: 'pairs' },
          fingerprintRow('First key of the workspace', firstKey.kid),
          fingerprintRow('As ssh-keygen prints it', firstKey.sshFingerprint),
        ),
    el('label', { attributes: { for: 'fingerprint' } }, 'Fingerprint that you got by another way'),
    input,
    answer,
  )
}
