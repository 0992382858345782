/** A form as the fields see it: values by path, for example `subjects.0.last_name`. */
type Holder = Readonly<Record<string, unknown>> | readonly unknown[]

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null

/** The value at a path; undefined where there is none. */
export const valueAt = (form: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (here, step) => (isHolder(here) ? (here as Readonly<Record<string, unknown>>)[step] : undefined),
      form,
    )

const changed = (here: unknown, [step, ...rest]: readonly string[], value: unknown): unknown => {
  if (step === undefined) return value
  if (Array.isArray(here))
    return (here as readonly unknown[]).map((item, index) =>
      String(index) === step ? changed(item, rest, value) : item,
    )
  return isHolder(here)
    ? { ...here, [step]: changed((here as Readonly<Record<string, unknown>>)[step], rest, value) }
    : here
}

/** The form with another value at a path; everything beside it stays the same object. */
export const withValueAt = <Form>(form: Form, path: string, value: unknown): Form =>
  changed(form, path.split('.'), value) as Form

/** The rows of a list of the form; none where there is no such list. */
export const rowsAt = (form: unknown, path: string): readonly unknown[] => {
  const rows = valueAt(form, path)
  return Array.isArray(rows) ? (rows as readonly unknown[]) : []
}

/**
 * The form with a row put in at a place of a list, or at its end where the list is shorter by now; as it is where there
 * is no such list any more.
 */
export const withRowAt = <Form>(form: Form, path: string, index: number, row: unknown): Form =>
  Array.isArray(valueAt(form, path)) ? withValueAt(form, path, rowsAt(form, path).toSpliced(index, 0, row)) : form

/** A key for a new row of a form. */
export const newKey = (): string => crypto.randomUUID().slice(0, 13)

/** A list with an item moved by one place; at an end it stays as it is. */
export const movedBy = <T>(items: readonly T[], index: number, by: 1 | -1): readonly T[] => {
  const other = index + by
  const [one, two] = [items[index], items[other]]
  if (one === undefined || two === undefined) return items
  return items.map((item, place) => (place === index ? two : place === other ? one : item))
}
