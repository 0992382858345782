import type { SearchGroup, SearchResult } from '../../../shared/schema/search.ts'
import type { PaletteCommand, CommandSection } from '../../state/commands.ts'
import { moreHref } from './results/addresses.ts'

/** A line of the palette that can be chosen. */
export type PaletteLine =
  | { readonly kind: 'command'; readonly key: string; readonly command: PaletteCommand }
  | { readonly kind: 'result'; readonly key: string; readonly result: SearchResult }
  | { readonly kind: 'more'; readonly key: string; readonly href: string; readonly area: SearchGroup['area'] }

/** Lines that belong together. `isCut`: there are more, and no list shows them. */
export type PaletteGroup = {
  readonly key: CommandSection | SearchGroup['area']
  readonly lines: readonly PaletteLine[]
  readonly isCut: boolean
}

const sections: readonly CommandSection[] = ['case', 'selection', 'navigate', 'view', 'help']

/** Beside results so many commands are shown: who types words of a case does not look for all of them. */
const commandsBesideResults = 6

const idOf = (result: SearchResult): string => {
  switch (result.kind) {
    case 'entity':
      return `${result.entity_kind}:${result.id}`
    case 'transaction':
      return result.transaction_id
    case 'evidence':
    case 'evidence_text':
      return `${result.case_id}:${result.evidence_id}`
    case 'list_entry':
      return `${result.list}:${result.id}`
    case 'list':
      return `${result.holds}:${result.list}`
    default:
      return String(result.id)
  }
}

/** The key of a line stays the same from one answer to the next, so that what is chosen stays chosen. */
const resultGroup = (group: SearchGroup, typed: string): PaletteGroup => {
  const href = group.more ? moreHref(group, typed) : null
  return {
    key: group.area,
    lines: [
      ...group.items.map((result): PaletteLine => ({ kind: 'result', key: `${result.kind} ${idOf(result)}`, result })),
      ...(href === null ? [] : [{ kind: 'more', key: `more ${group.area}`, href, area: group.area } as const]),
    ],
    isCut: group.more && href === null,
  }
}

/** Commands by section, then what was found. */
export const paletteGroups = (
  commands: readonly PaletteCommand[],
  found: readonly SearchGroup[],
  typed: string,
): readonly PaletteGroup[] => {
  const offered = found.length === 0 ? commands : commands.slice(0, commandsBesideResults)
  return [
    ...sections.flatMap((section): PaletteGroup[] => {
      const own = offered.filter((command) => command.section === section)
      const lines = own.map((command): PaletteLine => ({ kind: 'command', key: `command ${command.id}`, command }))
      return lines.length === 0 ? [] : [{ key: section, lines, isCut: false }]
    }),
    ...found.map((group) => resultGroup(group, typed)),
  ]
}
