/** The id of the one search box, so that a key can reach it from anywhere. */
export const searchInputId = 'case-search'

/** Puts the cursor into the search box, with its text selected. */
export const focusSearch = (): void => {
  const input = document.getElementById(searchInputId)
  if (!(input instanceof HTMLInputElement)) return
  input.focus()
  input.select()
}
