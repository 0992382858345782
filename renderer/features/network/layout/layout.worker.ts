import type { Matrices } from './matrices.ts'
import { settle, type SettlingProgress } from './settle.ts'

/** What the worker is told: another graph takes the place of the one at work. */
export interface LayoutOrder extends Matrices {
  readonly run: number
}

export interface LayoutNews extends SettlingProgress {
  readonly run: number
}

/** How often the window hears of progress, in milliseconds. */
const tellMs = 50

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<LayoutOrder>) => void) | null
  postMessage: (news: LayoutNews, transfer: Transferable[]) => void
}
const turns = new MessageChannel()

/** Works one slice at a time, so that an order that came meanwhile is seen between two. */
scope.onmessage = ({ data }) => {
  const progress = settle(data, data.nodes.length > 20_000 ? 4 : 10)
  let toldAt = -Infinity
  turns.port1.onmessage = () => {
    const next = progress.next()
    if (next.done === true) return
    const now = performance.now()
    if (next.value.step >= next.value.of || now - toldAt >= tellMs) {
      toldAt = now
      scope.postMessage({ run: data.run, ...next.value }, [])
    }
    turns.port2.postMessage(null)
  }
  turns.port2.postMessage(null)
}
