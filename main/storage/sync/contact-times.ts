import type { ContactTimes } from '../../domain/access/contact-lock.ts'
import type { ContactTimesTable } from './tables.ts'

/** Asks for the row of the last contact. */
export const contactTimesSql = 'select * from contact_times where id = 1'

/** When the hub was last heard; null: never, or it never told its time. */
export const contactTimesOf = (row: ContactTimesTable | undefined): ContactTimes | null =>
  row === undefined ? null : { contactMs: row.contact_ms, latestMs: row.latest_ms }
