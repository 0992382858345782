import { bytesText, countOf, el, icon } from './dom.ts'
import { steps, type CheckAnswer, type PageStep } from './protocol.ts'
import { stepNames } from './words.ts'

type Progress = Extract<CheckAnswer, { kind: 'progress' }>

const amount = ({ step, done, total }: Progress): string => {
  if (total === null) return ''
  if (step === 'files') return `${bytesText(done)} of ${bytesText(total)}`
  return `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`
}

interface Line {
  readonly element: HTMLElement
  show(state: 'waiting' | 'running' | 'done', progress: Progress | null): void
}

const lineOf = (step: PageStep): Line => {
  const sign = el('span', { class: 'sign' })
  const told = el('span', { class: 'amount' })
  const bar = el('progress', { attributes: { max: '1', 'aria-label': stepNames[step] } })
  const element = el('li', { class: 'step' }, sign, el('span', { class: 'what' }, stepNames[step]), told, bar)
  return {
    element,
    show(state, progress) {
      element.dataset['state'] = state
      sign.replaceChildren(icon(state === 'done' ? 'ok' : state === 'running' ? 'run' : 'none'))
      if (progress !== null) told.textContent = amount(progress)
      if (progress === null || progress.total === null || progress.total === 0) bar.removeAttribute('value')
      else bar.value = progress.done / progress.total
    },
  }
}

/** The page while a bundle is checked. */
export const progressView = (
  name: string,
  bytes: number,
  files: number | null,
  onCancel: () => void,
): { readonly element: HTMLElement; readonly show: (progress: Progress) => void } => {
  const lines = new Map(steps.map((step) => [step, lineOf(step)]))
  for (const line of lines.values()) line.show('waiting', null)
  const show = (progress: Progress): void => {
    const at = steps.indexOf(progress.step)
    for (const [index, step] of steps.entries()) {
      if (index < at) lines.get(step)?.show('done', null)
      else if (index === at) lines.get(step)?.show('running', progress)
    }
  }
  const element = el(
    'section',
    { class: 'running', attributes: { 'aria-busy': 'true' } },
    el('h2', { attributes: { tabindex: '-1' } }, 'Checking'),
    el(
      'p',
      { class: 'subject' },
      el('span', { class: 'name' }, name),
      ` ${bytesText(bytes)}${files === null ? '' : ` in ${countOf(files, 'file')}`}`,
    ),
    el('ol', { class: 'steps' }, ...[...lines.values()].map((line) => line.element)),
    el('button', { class: 'button', attributes: { type: 'button' }, on: { click: onCancel } }, 'Cancel'),
  )
  return { element, show }
}
