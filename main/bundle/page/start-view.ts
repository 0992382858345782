import { fromDropped, fromPicked, type Chosen, type PageRefusal } from './chosen.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { el, icon } from './dom.ts'

const refusalText = (refusal: PageRefusal): readonly (string | HTMLElement)[] => {
  switch (refusal.kind) {
    case 'nothing':
      return ['There was no file in what you gave.']
    case 'several':
      return ['One bundle at a time: give one ZIP file, or the one folder into which it was unpacked.']
    case 'unreadable':
      return ['The browser could not read it. It may have been moved, or you may not be allowed to read it.']
    case 'encrypted':
      return [
        el('strong', {}, 'This bundle is encrypted for a recipient.'),
        ' Decrypt it first with age and your own key, then give the ZIP file that comes out. A page should never be asked for a secret key.',
        el('code', { class: 'command' }, `age --decrypt -i YOUR-KEY.txt -o bundle.zip ${refusal.name}`),
      ]
  }
}

const picker = (
  label: string,
  kind: 'archive' | 'folder',
  isMain: boolean,
  take: (files: File[]) => void,
): HTMLElement => {
  const input = el('input', {
    class: 'picker',
    attributes: {
      type: 'file',
      tabindex: '-1',
      'aria-hidden': 'true',
      'data-pick': kind,
      ...(kind === 'folder' ? { webkitdirectory: '' } : { accept: '.zip,.age,application/zip' }),
    },
    on: {
      change: () => {
        const files = [...(input.files ?? [])]
        input.value = ''
        take(files)
      },
    },
  })
  const button = el(
    'button',
    { class: isMain ? 'button main' : 'button', attributes: { type: 'button' }, on: { click: () => input.click() } },
    label,
  )
  return el('span', {}, button, input)
}

/** The page before anything was given to it. */
export const startView = (
  onChosen: (chosen: Chosen) => void,
): { readonly element: HTMLElement; readonly dispose: () => void } => {
  const notice = el('div', { class: 'notice', attributes: { role: 'alert', hidden: '' } })
  const settle = (pending: Promise<Result<Chosen, PageRefusal>>): void => {
    void pending.then((result) => {
      if (result.ok) {
        onChosen(result.value)
        return
      }
      notice.replaceChildren(...refusalText(result.error))
      notice.hidden = false
    })
  }
  const take = (files: File[]): void => settle(fromPicked(files))
  const zone = el(
    'section',
    { class: 'drop' },
    icon('file'),
    el('h2', {}, 'Drop the case bundle here'),
    el('p', {}, 'The ZIP file as you got it, or the folder into which it was unpacked.'),
    el(
      'div',
      { class: 'actions' },
      picker('Choose ZIP file', 'archive', true, take),
      picker('Choose folder', 'folder', false, take),
    ),
    notice,
  )
  const over = (event: DragEvent): void => {
    event.preventDefault()
    zone.classList.add('over')
  }
  const leave = (event: DragEvent): void => {
    if (event.relatedTarget === null) zone.classList.remove('over')
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    zone.classList.remove('over')
    if (event.dataTransfer !== null) settle(fromDropped(event.dataTransfer))
  }
  addEventListener('dragover', over)
  addEventListener('dragleave', leave)
  addEventListener('drop', drop)
  const element = el(
    'div',
    {},
    zone,
    el(
      'section',
      { class: 'plain' },
      el('h2', {}, 'What happens'),
      el(
        'ul',
        {},
        el(
          'li',
          {},
          'Every file is hashed and compared with the signed lists; every sealed entry, its place, its signature and its proof are checked.',
        ),
        el(
          'li',
          {},
          'It all happens in this browser. Nothing is sent anywhere, and nothing of the bundle is opened or run.',
        ),
        el('li', {}, 'A bundle of many gigabytes can be checked: it is read piece by piece.'),
      ),
    ),
  )
  const dispose = (): void => {
    removeEventListener('dragover', over)
    removeEventListener('dragleave', leave)
    removeEventListener('drop', drop)
  }
  return { element, dispose }
}
