import type {
  CaseReportKind,
  NarrativeSource,
  ReportDocument,
  ReportDocumentSection,
} from '../../../shared/schema/reports.ts'

/** What a document names besides its form. */
export interface DocumentFrame {
  readonly kind: CaseReportKind
  readonly caseNumber: string
  readonly institution: string
  readonly state: string
  readonly version: number
  readonly madeFrom: ReportDocument['made_from']
  /** What a source is called, for example `entry 12`. */
  readonly sourceName: (source: NarrativeSource) => string
  readonly history: readonly (readonly [at: string, who: string, what: string])[]
}

/** A labelled value; nothing where it is empty. */
export const fact = (label: string, value: string): ReportDocumentSection['facts'] =>
  value.trim() === '' ? [] : [{ label, value: value.trim() }]

/** A section with the parts that it has. */
export const section = (
  title: string,
  parts: Partial<Omit<ReportDocumentSection, 'title'>>,
): ReportDocumentSection => ({
  title,
  note: null,
  facts: [],
  paragraphs: [],
  table: null,
  ...parts,
})

/** Every step that was sealed; no section where there is none. */
export const stepsSection = ({ history }: DocumentFrame): readonly ReportDocumentSection[] =>
  history.length === 0
    ? []
    : [
        section('Steps', {
          note: 'Each was sealed in the chain of the case.',
          table: { head: ['When (UTC)', 'Who', 'What'], rows: history.map((row) => [...row]) },
        }),
      ]
