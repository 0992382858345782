import type { FieldGroup } from '../../../../shared/text/field-words.ts'
import { namedField, searchFields, type FieldCatalogue, type FieldSection } from './field-search.ts'
import { literalOf } from './values.ts'

/** What is offered for what is typed: the text as a value of the rule, before or behind the fields that match it. */
export type Offers = {
  readonly sections: readonly FieldSection[]
  /** Open sections that can be gone on with (`metadata.`). */
  readonly open: readonly string[]
  readonly value: { readonly literal: number | string | boolean; readonly leads: boolean } | null
}

/**
 * What is offered for a text. The first offer is what Enter takes: of a number the number, of what is looked at
 * (`isSubject`) the best field, and of what that is compared with the text itself, unless it is the whole path of a
 * field, or a section to go on with.
 */
export const offersFor = (
  catalogue: FieldCatalogue,
  text: string,
  isSubject: boolean,
  groupName: (group: FieldGroup) => string,
): Offers => {
  const typed = text.trim()
  const sections = searchFields(catalogue, typed, groupName)
  const open = catalogue.open.filter((section) => section.startsWith(typed))
  if (typed === '') return { sections, open, value: null }
  const literal = literalOf(typed)
  const isPath = namedField(catalogue, typed)?.path === typed
  const leads =
    typeof literal !== 'string' ||
    (!isSubject && !isPath && !open.includes(typed)) ||
    (sections.length === 0 && open.length === 0)
  return { sections, open, value: { literal, leads } }
}
