import { parentPort, workerData } from 'node:worker_threads'
import type { WorkbookReply, WorkbookRequest } from './messages.ts'
import { readSheets } from './sheets.ts'

const batchRows = 1_000

const tell = (reply: WorkbookReply): void => parentPort?.postMessage(reply)

const found = await readSheets(workerData as WorkbookRequest)
if ('fault' in found) tell(found)
else {
  let at = 0
  // Each message of whoever reads asks for more, so that nothing piles up on the way.
  parentPort?.on('message', () => {
    const rows = found.rows.slice(at, at + batchRows)
    at += rows.length
    tell(rows.length === 0 ? { end: true } : { rows })
  })
  const { rows: _, ...told } = found
  tell(told)
}
