/** The element id of a piece in the grid, for aria-activedescendant. */
export const pieceElementId = (index: number): string => `piece-${index}`

/**
 * The folder part of a path below an acquired folder, with its last `/`; empty for a file that lies at the top or came
 * alone.
 */
export const folderOf = (path: string | null): string => (path === null ? '' : path.slice(0, path.lastIndexOf('/') + 1))
