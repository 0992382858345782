import shared from './grid.module.css'

type Classes = Readonly<Record<string, string>>

/** The classes of a list of rows: those that all such lists share, each with the list's own of that name. */
export const onGrid = (own: Classes): Classes =>
  Object.fromEntries([...new Set([...Object.keys(shared), ...Object.keys(own)])].map((name) => [name, [shared[name], own[name]].filter((found) => found !== undefined).join(' ')]))
