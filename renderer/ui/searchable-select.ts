/**
 * How a Select is searched by typing: the first match is what Enter takes. Without the second option the component
 * forgets its highlighted match in a timer after it has opened, and Enter then does nothing for a fast typist.
 */
export const searchableSelect = {
  searchable: true,
  selectFirstOptionOnDropdownOpen: true,
  selectFirstOptionOnChange: true,
} as const
