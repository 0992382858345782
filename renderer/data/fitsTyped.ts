/** What a query tells of the answer that it has. */
type Asked = { readonly isPlaceholderData: boolean; readonly isPending: boolean }

/**
 * Whether what was found fits what is typed now: it was asked for with this text, and is neither on its way nor what an
 * older text found.
 */
export const fitsTyped = (typed: string, askedFor: string, { isPlaceholderData, isPending }: Asked): boolean =>
  askedFor === typed && !isPlaceholderData && !isPending
