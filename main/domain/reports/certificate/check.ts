import { redactedText } from '../../../../shared/schema/case.ts'
import type { CertificateForm, CertificateStatement } from '../../../../shared/schema/certificate.ts'
import type { ReportCheck, ReportFinding, ReportForm } from '../../../../shared/schema/reports.ts'
import { openFinder } from '../finder.ts'
import type { Finder } from '../finder.ts'
import { emptyCertificate } from './draft.ts'

type TextField = 'process' | 'accuracy' | 'comparison' | 'examination' | 'validation' | 'error_rates' | 'limits'

/** The texts that each statement cannot do without: the record does not hold them, a person has to say them. */
const needed: Readonly<Record<CertificateStatement, readonly (readonly [TextField, string])[]>> = {
  fre_902_13: [
    ['process', 'What generated the records (FRE 902(13))'],
    ['accuracy', 'How you know that it produces an accurate result (FRE 902(13))'],
  ],
  fre_902_14: [['comparison', 'How the copies were made and their hashes compared (FRE 902(14))']],
  examination: [
    ['examination', 'What was examined, how, and what it showed'],
    ['validation', 'How the tools were validated'],
    ['error_rates', 'What is known of error rates'],
    ['limits', 'What are the limits of the examination'],
  ],
}

const checkPerson = (finder: Finder, certificate: CertificateForm, today: string): void => {
  finder.required('certificate.name', certificate.name, 'The name of the person who certifies')
  finder.required('certificate.position', certificate.position, 'The position')
  finder.required('certificate.qualification', certificate.qualification, 'The qualification')
  finder.required('certificate.knowledge', certificate.knowledge, 'How the person knows what is certified')
  finder.required('certificate.place', certificate.place, 'The place of signing')
  finder.required('certificate.on', certificate.on, 'The day of signing')
  if (certificate.on > today) finder.add('future', 'certificate.on', 'The day of signing lies in the future.')
}

const checkItems = (finder: Finder, { pieces, record }: CertificateForm): void => {
  if (pieces.length === 0) finder.add('missing', 'certificate.pieces', 'No piece of evidence is chosen.')
  if (new Set(pieces).size < pieces.length)
    finder.add('duplicate', 'certificate.pieces', 'A piece of evidence is chosen twice.')
  for (const { name, number } of record?.pieces ?? [])
    if (name === redactedText)
      finder.add('erased', 'certificate.pieces', `The name of the piece that entry ${number} took in was erased.`, [])
}

const checkRecord = (finder: Finder, { pieces, record }: CertificateForm): void => {
  if (record === null) {
    finder.add('missing', 'certificate.record', 'The facts of the sealed record are written when you save.')
    return
  }
  const told = new Set(record.pieces.map(({ uid }) => uid))
  if (pieces.some((uid) => !told.has(uid)))
    finder.add(
      'missing',
      'certificate.record',
      'The record does not hold a chosen piece yet. Save to read its facts. If this stays, the device lacks them: take the piece out.',
    )
  if (record.check.conclusion === 'faults_found')
    finder.add(
      'faults_found',
      'certificate.record',
      'The check of the case found faults. Nobody can certify from it; verify the case and see what they are.',
    )
}

/**
 * Checks a certificate: what a person has still to say before it can be reviewed.
 *
 * @param today the day in UTC, `YYYY-MM-DD`
 */
export const checkCertificate = (form: ReportForm, today: string): ReportCheck => {
  const certificate = form.certificate ?? emptyCertificate()
  const statement = openFinder('statement', ['submit'])
  statement.required('title', form.title, 'The title')
  if (certificate.statements.length === 0)
    statement.add('missing', 'certificate.statements', 'What is certified is not chosen.')
  const person = openFinder('person', ['submit'])
  checkPerson(person, certificate, today)
  const items = openFinder('items', ['submit'])
  checkItems(items, certificate)
  const methods = openFinder('methods', ['submit'])
  for (const [field, name] of new Set(certificate.statements.flatMap((one) => needed[one])))
    methods.required(`certificate.${field}`, certificate[field], name)
  const record = openFinder('record', ['submit'])
  checkRecord(record, certificate)
  const findings: readonly ReportFinding[] = [statement, person, items, methods, record].flatMap((one) => one.findings)
  return {
    findings: [...findings],
    questions: [],
    ready: {
      submit: !findings.some(({ blocks }) => blocks.includes('submit')),
      pdf: true,
      xml: false,
      goaml: false,
    },
  }
}
