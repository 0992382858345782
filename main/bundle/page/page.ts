import './page.css'
import Checker from './checker.ts?worker&inline'
import type { BundleReport } from '../check/verify-bundle.ts'
import type { Chosen } from './chosen.ts'
import { el } from './dom.ts'
import { progressView } from './progress-view.ts'
import type { CheckAnswer } from './protocol.ts'
import { resultView } from './result-view.ts'
import { startView } from './start-view.ts'

const title = 'Verify a case bundle'

const main = el('main')

const show = (state: string, name: string, ...content: readonly HTMLElement[]): void => {
  document.title = name
  document.body.dataset['state'] = state
  main.replaceChildren(...content)
  scrollTo(0, 0)
  main.querySelector<HTMLElement>('h2[tabindex]')?.focus({ preventScroll: true })
}

/** What the title of the window says before the name of the file. */
const titles: Readonly<Record<BundleReport['conclusion'], string>> = {
  intact_to_the_end: 'No fault',
  intact_as_far_as_it_goes: 'No fault, as far as it goes',
  faults_found: 'Faults found',
}

const failureView = (message: string): HTMLElement =>
  el(
    'section',
    { class: 'part' },
    el('h2', { attributes: { tabindex: '-1' } }, 'The check could not be carried out'),
    el(
      'p',
      {},
      'This says nothing about the bundle. Try a current Chromium, Firefox or Safari, or use the commands in VERIFY.txt.',
    ),
    el('p', { class: 'mono' }, message),
    el('button', { class: 'button', attributes: { type: 'button' }, on: { click: start } }, 'Back'),
  )

/** Warns before a check that is under way is left behind. */
const beforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault()

const check = (chosen: Chosen): void => {
  const worker = new Checker()
  const end = (): void => {
    worker.terminate()
    removeEventListener('beforeunload', beforeLeaving)
  }
  const fileCount = chosen.request.kind === 'folder' ? chosen.request.files.length : null
  const view = progressView(chosen.name, chosen.bytes, fileCount, () => {
    end()
    start()
  })
  const failed = (message: string): void => {
    end()
    show('failed', `Not checked · ${title}`, failureView(message))
  }
  worker.addEventListener('message', ({ data }: MessageEvent<CheckAnswer>) => {
    if (data.kind === 'progress') view.show(data)
    else if (data.kind === 'failed') failed(data.message)
    else {
      end()
      const word = titles[data.report.conclusion]
      show('result', `${word} · ${title}`, resultView(chosen, data.report, start))
    }
  })
  worker.addEventListener('error', (event) =>
    failed(event.message === '' ? 'The browser did not start the script that checks.' : event.message),
  )
  addEventListener('beforeunload', beforeLeaving)
  show('running', `Checking · ${title}`, view.element)
  worker.postMessage(chosen.request)
}

function start(): void {
  const view = startView((chosen) => {
    view.dispose()
    check(chosen)
  })
  show('start', title, view.element)
}

// A file that is dropped where nothing takes it would make the browser leave the page.
for (const type of ['dragover', 'drop']) addEventListener(type, (event) => event.preventDefault())

document
  .getElementById('page')
  ?.replaceChildren(
    el(
      'header',
      {},
      el('h1', {}, title),
      el('p', {}, `Fieldseal ${import.meta.env['FIELDSEAL_VERSION'] as string}. Works offline, in this browser alone.`),
    ),
    main,
  )
start()
