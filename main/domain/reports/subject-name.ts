import type { ReportSubject } from '../../../shared/schema/reports.ts'

/** What a subject is called where it must be named: by its place, so that a message says which one is meant. */
export const subjectName = (subject: ReportSubject, index: number): string => {
  const name =
    subject.kind === 'person'
      ? [subject.first_name, subject.last_name]
          .map((part) => part.trim())
          .filter((part) => part !== '')
          .join(' ')
      : subject.last_name.trim()
  return name === '' ? `subject ${index + 1}` : name
}
