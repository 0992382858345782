import type { RuleVocabulary } from '../../../../shared/schema/rules.ts'
import { fieldGroup, fieldGroups, fieldName, type FieldGroup } from '../../../../shared/text/field-words.ts'

/** One thing that a rule may read: its path as the text has it, and its words. */
export type Field = { readonly path: string; readonly name: string; readonly group: FieldGroup }

export type FieldSection = { readonly group: FieldGroup; readonly fields: readonly Field[] }

/** All that rules may read, and the sections under which any name may follow (`metadata.`). */
export type FieldCatalogue = { readonly fields: readonly Field[]; readonly open: readonly string[] }

const fieldOf = (path: string): Field => ({ path, name: fieldName(path), group: fieldGroup(path) })

/** What a rule may read, with its words. */
export const catalogueOf = ({ fields, features }: Pick<RuleVocabulary, 'fields' | 'features'>): FieldCatalogue => {
  const listed = [
    ...fields.filter(({ open }) => !open).map(({ path }) => path),
    ...features.map(({ name }) => `features.${name}`),
  ]
  // Of features, too, any name may follow, but all of them are listed.
  const open = fields
    .filter((one) => one.open && !listed.some((path) => path.startsWith(`${one.path}.`)))
    .map(({ path }) => `${path}.`)
  return { fields: listed.map(fieldOf), open }
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[_.\s]+/gu, ' ')
    .trim()

/** Sections whose names people leave out. */
const shortFor = ['', 'event.', 'features.']

/**
 * The field that a text names in full: by its path, by its name without the section, or by a name under an open
 * section.
 */
export const namedField = ({ fields, open }: FieldCatalogue, text: string): Field | null => {
  const name = text.trim()
  for (const section of shortFor) {
    const listed = fields.find(({ path }) => path === `${section}${name}`)
    if (listed !== undefined) return listed
  }
  return open.some((section) => name.startsWith(section) && name.length > section.length) && !/\s/u.test(name)
    ? fieldOf(name)
    : null
}

/**
 * The fields whose words, path or group hold every word of a text, by group; one that the text names in full comes
 * first. Of no text, all of them.
 */
export const searchFields = (
  catalogue: FieldCatalogue,
  text: string,
  groupName: (group: FieldGroup) => string,
): readonly FieldSection[] => {
  const words = plain(text).split(' ')
  const named = namedField(catalogue, text)
  const found = catalogue.fields.filter((field) => {
    const all = `${plain(field.name)} ${plain(field.path)} ${plain(groupName(field.group))}`
    return field.path !== named?.path && words.every((word) => all.includes(word))
  })
  const sections = fieldGroups
    .map((group) => ({ group, fields: found.filter((field) => field.group === group) }))
    .filter(({ fields }) => fields.length > 0)
  return named === null ? sections : [{ group: named.group, fields: [named] }, ...sections]
}
