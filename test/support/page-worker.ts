import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { Worker } from 'node:worker_threads'
import type { CheckAnswer } from '../../main/bundle/page/protocol.ts'
import type { BundleReport } from '../../main/bundle/check/verify-bundle.ts'
import { verifyPage } from '../../main/bundle/write/verify-page.ts'
import type { UnpackedBundle } from './unpacked-bundle.ts'

/** The text that the script of a page begins with, `var name='...'`, which is its worker. */
const firstText = (script: string): string => {
  const start = script.indexOf("'")
  let end = start + 1
  while (script[end] !== "'") end += script[end] === '\\' ? 2 : 1
  return String(runInNewContext(script.slice(start, end + 1)))
}

/** What a browser gives a worker, and nothing of Node. */
const browser = `
const { parentPort } = require('node:worker_threads')
globalThis.postMessage = (answer) => parentPort.postMessage(answer)
globalThis.addEventListener = (_, listener) => parentPort.on('message', ({ archive, files }) => listener({ data:
  archive ? { kind: 'archive', file: new Blob([archive]) }
    : { kind: 'folder', files: files.map(([path, bytes]) => ({ path, file: new Blob([bytes]) })) } }))
for (const name of ['Buffer', 'process', 'setImmediate', 'global']) delete globalThis[name]
{ const require = undefined, module = undefined, exports = undefined;
`

/** The worker of `verify.html`, as it was built, with what a browser has. */
export interface PageWorker {
  archive(file: string): Promise<BundleReport>
  folder(bundle: UnpackedBundle): Promise<BundleReport>
  close(): Promise<unknown>
}

/** Starts the worker of the page that lies in every bundle. */
export const startPageWorker = async (): Promise<PageWorker> => {
  const html = Buffer.from(await verifyPage()).toString('utf8')
  const script = html.slice(html.indexOf('<script type="module">'))
  const worker = new Worker(`${browser}${firstText(script)}}`, { eval: true })
  const broken = new Promise<never>((_, reject) => worker.once('error', reject))
  const answered = (request: unknown): Promise<BundleReport> =>
    new Promise((resolve, reject) => {
      const hear = (answer: CheckAnswer): void => {
        if (answer.kind === 'progress') return
        worker.off('message', hear)
        if (answer.kind === 'report') resolve(answer.report)
        else reject(new Error(answer.message))
      }
      worker.on('message', hear)
      worker.postMessage(request)
    })
  const ask = (request: unknown): Promise<BundleReport> => Promise.race([answered(request), broken])
  return {
    archive: (file) => ask({ archive: readFileSync(file) }),
    folder: (bundle) => ask({ files: bundle.files().map((path) => [`bundle/${path}`, bundle.bytes(path)]) }),
    close: () => worker.terminate(),
  }
}
