import type {
  CaseReportKind,
  NarrativeQuestion,
  ReportCheck,
  ReportFinding,
  ReportForm,
} from '../../../shared/schema/reports.ts'
import { checkCertificate } from './certificate/check.ts'
import { checkFincen } from './check-fincen.ts'
import { checkGoaml } from './check-goaml.ts'
import { openFinder } from './finder.ts'
import { noInstrument, questionStates } from './questions.ts'

/** What a report of any kind needs before anybody reviews it. */
const checkGeneral = (kind: CaseReportKind, form: ReportForm): readonly ReportFinding[] => {
  const filing = openFinder('filing', ['submit'])
  filing.required('title', form.title, 'The title')
  if (kind === 'sar') filing.required('filing.detected_on', form.filing.detected_on, 'The day of detection')
  const narrative = openFinder('narrative', ['submit'])
  if (form.narrative.length === 0) narrative.add('missing', 'narrative', 'The narrative is missing.')
  const ids = new Set(form.narrative.map(({ id }) => id))
  if (ids.size < form.narrative.length) narrative.add('duplicate', 'narrative', 'Two sentences have the same key.')
  return [...filing.findings, ...narrative.findings]
}

/** What the format in which it is filed lacks stands in the way of submitting it too. */
const blockingSubmission = (findings: readonly ReportFinding[]): readonly ReportFinding[] =>
  findings.map((finding) => ({ ...finding, blocks: ['submit', ...finding.blocks] }))

const blocked = (findings: readonly ReportFinding[], what: ReportFinding['blocks'][number]): boolean =>
  findings.some(({ blocks }) => blocks.includes(what))

/** Where that is put right which a question lacks: what was used is said in the form, all else in the narrative. */
const placeOf = (question: NarrativeQuestion, message: string): Pick<ReportFinding, 'section' | 'path'> =>
  question === 'how' && message === noInstrument
    ? { section: 'activity', path: 'activity.instruments' }
    : { section: 'narrative', path: 'narrative' }

/**
 * Checks a form: what it lacks for review, for each format, and how its narrative answers the six questions. A SAR must
 * answer all of them; to a report of a case they are advice, and a certificate is asked none.
 *
 * @param today the day in UTC, `YYYY-MM-DD`
 */
export const checkForm = (kind: CaseReportKind, form: ReportForm, today: string): ReportCheck => {
  if (kind === 'certificate') return checkCertificate(form, today)
  const questions = questionStates(form)
  const unanswered = questions.flatMap(({ question, missing }) =>
    missing.map((message): ReportFinding => ({
      code: `question_${question}`,
      ...placeOf(question, message),
      message,
      blocks: kind === 'sar' ? ['submit'] : [],
    })),
  )
  if (kind === 'case_report') {
    const findings = [...checkGeneral(kind, form), ...unanswered]
    return {
      findings,
      questions: [...questions],
      ready: { submit: !blocked(findings, 'submit'), pdf: true, xml: false, goaml: false },
    }
  }
  const isFincen = form.filing.system === 'fincen'
  const fincen = checkFincen(form, today)
  const goaml = checkGoaml(form, today)
  const own = isFincen ? blockingSubmission(fincen) : blockingSubmission(goaml)
  const findings = [...checkGeneral(kind, form), ...own, ...unanswered]
  return {
    findings,
    questions: [...questions],
    ready: { submit: !blocked(findings, 'submit'), pdf: true, xml: fincen.length === 0, goaml: goaml.length === 0 },
  }
}

/** What stands in the way of a format, whether or not it is the one in which the report is filed. */
export const formatFaults = (form: ReportForm, format: 'xml' | 'goaml', today: string): readonly ReportFinding[] =>
  format === 'xml' ? checkFincen(form, today) : checkGoaml(form, today)
