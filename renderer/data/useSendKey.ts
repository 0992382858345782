import { useRef } from 'react'
import { newIdempotencyKey } from './client.ts'

/** The idempotency key of what a form sends. */
export type SendKey = {
  /**
   * The same content sent again is the same intent and keeps its key, so that what was done although its answer was
   * lost is done once.
   */
  readonly of: (content: string) => string
  /** It was done: the same content is another intent from now on. */
  readonly done: () => void
}

export const useSendKey = (): SendKey => {
  const sent = useRef<{ readonly content: string; readonly key: string } | null>(null)
  return {
    of: (content) => {
      const sending = sent.current?.content === content ? sent.current : { content, key: newIdempotencyKey() }
      sent.current = sending
      return sending.key
    },
    done: () => {
      sent.current = null
    },
  }
}
