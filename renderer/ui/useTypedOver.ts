import { useRef, type FormEvent } from 'react'

/** What a searched field does with what is typed. */
export type TypedOver = {
  /** To be told of each key that changes the text. */
  readonly onInput: (event: FormEvent<HTMLInputElement>) => void
  /**
   * Whether a new text of the field is no more than its emptying of itself after nothing is taken any more: what is
   * being typed stays.
   */
  readonly swallows: (text: string) => boolean
}

/**
 * What was taken in a searched field is taken no more once something else is typed over it: what is sent is what the
 * field shows, never what was taken before.
 */
export const useTypedOver = (value: string | null, drop: () => void): TypedOver => {
  const isOvertyped = useRef(false)
  return {
    onInput: ({ currentTarget: { value: text } }) => {
      isOvertyped.current = value !== null && text !== ''
      if (value !== null) drop()
    },
    swallows: (text) => {
      if (text !== '' || !isOvertyped.current) return false
      isOvertyped.current = false
      return true
    },
  }
}
