import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query'
import { useCallback } from 'react'

/** What is done once an answer is there. */
type Told<Answer> = { readonly onSuccess?: (answer: Answer) => void; readonly onError?: (error: Error) => void }

type Arguments<Answer, Value> = undefined extends Value
  ? [value?: Value, told?: Told<Answer>]
  : [value: Value, told?: Told<Answer>]

/** For each state of a change by itself, so that the one tells what the other holds. */
type WithMutate<Result, Answer, Value> = Result extends unknown
  ? Omit<Result, 'mutate'> & { readonly mutate: (...args: Arguments<Answer, Value>) => void }
  : never

/** A change that is sent, and how it stands with what was sent last. */
export type Sending<Answer, Value> = WithMutate<UseMutationResult<Answer, Error, Value>, Answer, Value>

/**
 * A change that is sent to the service. What a caller does with the answer is done for each that was sent, and also
 * where the caller is gone by then: what was changed often takes its row, and with it whoever asked, out of a list, and
 * the library itself tells a caller that is gone nothing.
 */
export const useSending = <Answer, Value = void>(
  options: UseMutationOptions<Answer, Error, Value>,
): Sending<Answer, Value> => {
  const mutation = useMutation(options)
  const { mutateAsync } = mutation
  const mutate = useCallback(
    (...[value, told = {}]: Arguments<Answer, Value>): void => {
      void mutateAsync(value as Value).then(told.onSuccess, told.onError ?? (() => undefined))
    },
    [mutateAsync],
  )
  return { ...mutation, mutate }
}
