import { createContext, useContext } from 'react'
import type { ReportFinding } from '../../../../shared/schema/reports.ts'

/** What the fields of a form stand on. */
export interface FormEditing {
  readonly form: unknown
  readonly set: (path: string, value: unknown) => void
  /** Takes a row out of a list; it can be taken back. */
  readonly remove: (path: string, index: number) => void
  readonly readOnly: boolean
  readonly findings: readonly ReportFinding[]
}

export const EditingContext = createContext<FormEditing>({
  form: {},
  set: () => undefined,
  remove: () => undefined,
  readOnly: true,
  findings: [],
})

export const useEditing = (): FormEditing => useContext(EditingContext)

/** The element of a field, by the path that it shows. */
export const fieldId = (path: string): string => `report-${path.replaceAll('.', '-')}`
