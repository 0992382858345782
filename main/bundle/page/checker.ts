import './no-eval.ts'
import './platform/group-by.ts'
import { errorText } from '../../../shared/text/error-text.ts'
import type { BundleSource } from '../check/source.ts'
import { verifyBundle } from '../check/verify-bundle.ts'
import { isRecord } from '../format/layout.ts'
import { openZipBundle } from '../zip/zip-source.ts'
import { blobRange } from './blob-range.ts'
import { fileListSource } from './file-list-source.ts'
import { pageZip } from './page-zip.ts'
import { pageHasher } from './platform/crypto.ts'
import type { CheckAnswer, CheckRequest, PageStep } from './protocol.ts'

const say = (answer: CheckAnswer): void => postMessage(answer)

const pauseMs = 80

/** Tells how far a step is, not more often than a person can see; its first and last word always. */
const createTeller = () => {
  let last = 0
  let current: PageStep | null = null
  return (step: PageStep, done: number, total: number | null): void => {
    const now = performance.now()
    if (step === current && done !== total && now - last < pauseMs) return
    last = now
    current = step
    say({ kind: 'progress', step, done, total })
  }
}

/**
 * Tells of the records that are read a second time: first every file is hashed, then these are read for what they say.
 */
const withRecordsCounted = (source: BundleSource, onRead: (done: number, total: number) => void): BundleSource => {
  const total = source.files.filter(({ path }) => isRecord(path)).length
  const hashed = new Set<string>()
  let done = 0
  return {
    ...source,
    read: (path) => {
      if (isRecord(path) && hashed.has(path)) onRead((done += 1), total)
      hashed.add(path)
      return source.read(path)
    },
  }
}

const check = async (request: CheckRequest): Promise<void> => {
  const tell = createTeller()
  tell('open', 0, null)
  const source =
    request.kind === 'archive' ? await openZipBundle(blobRange(request.file), pageZip) : fileListSource(request.files)
  const report = await verifyBundle(
    withRecordsCounted(source, (done, total) => tell('records', done, total)),
    {
      createHasher: pageHasher,
      onProgress: (done, total) => tell('files', done, total),
      onEntries: (done, total) => tell('signatures', done, total),
    },
  )
  say({ kind: 'report', report })
}

addEventListener('message', (event: MessageEvent<CheckRequest>) => {
  check(event.data).catch((error: unknown) => say({ kind: 'failed', message: errorText(error) }))
})
