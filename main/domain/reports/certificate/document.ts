import type { CertificateForm, CertifiedPiece, CertifiedRecord } from '../../../../shared/schema/certificate.ts'
import type { ReportDocument, ReportDocumentSection, ReportForm } from '../../../../shared/schema/reports.ts'
import { provenOf } from '../../../../shared/text/proven.ts'
import { fact, section, stepsSection } from '../document-parts.ts'
import type { DocumentFrame } from '../document-parts.ts'
import { emptyCertificate } from './draft.ts'
import { declarationOf, isForUnitedStates, quotedRules } from './rules-of-evidence.ts'
import { conclusionSentence, methodErrors, methodWords, ownLimits, statementWords } from './words.ts'

type Paragraph = ReportDocumentSection['paragraphs'][number]

const ofPerson = 'stated by the person who certifies'
const ofRecord = 'from the sealed record'
const line = '_______________________________'

const minute = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`
const counted = (number: number, one: string, more: string): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : more}`

const stated = (label: string, text: string): Paragraph[] =>
  text.trim() === '' ? [] : [{ text: `${label}: ${text.trim()}`, under: ofPerson }]

const headSection = (certificate: CertificateForm, frame: DocumentFrame): ReportDocumentSection =>
  section('Certificate', {
    facts: [
      ...fact('What is certified', certificate.statements.map((one) => statementWords[one]).join('; ')),
      ...fact('Matter', certificate.matter),
      ...fact('Case', frame.caseNumber),
      ...fact('Version', `${frame.version}, ${frame.state.replaceAll('_', ' ')}`),
      { label: 'Person who certifies', value: certificate.name.trim() || line },
      { label: 'Position', value: certificate.position.trim() || line },
      ...fact('Organisation', certificate.organisation),
    ],
    paragraphs: [
      ...stated('Qualification', certificate.qualification),
      ...stated('How I know what I certify', certificate.knowledge),
    ],
  })

/** What the person says of the items, each with whose word it is. */
const statementSection = (certificate: CertificateForm): ReportDocumentSection => {
  const items = counted(certificate.record?.pieces.length ?? 0, 'item', 'items')
  const wants = (statement: CertificateForm['statements'][number]): boolean =>
    certificate.statements.includes(statement)
  return section('Statement', {
    note: 'The line under each paragraph says whose statement it is.',
    paragraphs: [
      {
        text: `This certificate covers the ${items} listed below and nothing else. The facts of each item are those that the sealed entries of the case state.`,
        under: ofRecord,
      },
      ...(wants('fre_902_13')
        ? [
            ...stated('The process or system that generated the records', certificate.process),
            ...stated('That it produces an accurate result', certificate.accuracy),
          ]
        : []),
      ...(wants('fre_902_14')
        ? [
            {
              text: 'Each item is identified by its SHA-256, a process of digital identification. The program computed it over the bytes as they were taken in, and sealed it in an entry of the case.',
              under: ofRecord,
            },
            ...stated('How the copies were made and compared', certificate.comparison),
          ]
        : []),
      ...(wants('examination') ? stated('Examination', certificate.examination) : []),
    ],
  })
}

const imageHashText = (hashes: CertifiedPiece['image_hashes']): string =>
  Object.entries(hashes ?? {})
    .map(([name, value]) => `${name.toUpperCase()} ${value}`)
    .join('; ')

const itemSection = (piece: CertifiedPiece, index: number): ReportDocumentSection =>
  section(`Item ${index + 1}: ${piece.name}`, {
    facts: [
      ...fact('SHA-256', piece.sha256),
      ...fact('Size', counted(piece.size, 'byte', 'bytes')),
      ...fact('Path', piece.path ?? ''),
      ...fact('Source', piece.source ?? ''),
      ...fact('Serial number', piece.serial ?? ''),
      ...fact('SHA-256 at the source', piece.source_sha256 ?? ''),
      ...fact('Hashes of the medium', imageHashText(piece.image_hashes)),
      ...fact('Method', methodWords[piece.method]),
      ...fact('Tool', `${piece.tool} ${piece.tool_version}`),
      ...fact('Write blocker', piece.write_blocker ?? 'none stated'),
      ...fact('Acquired by', piece.acquired_by),
      ...fact('Acquired', `${minute(piece.started_at)} to ${minute(piece.ended_at)}`),
      ...fact('Taken in by', `${piece.taken_in_by}, on the device ${piece.device}`),
      ...fact('Sealed', `${minute(piece.sealed_at)}, entry ${piece.number}: ${piece.entry_id}`),
      ...fact('Custody', `${counted(piece.custody, 'sealed entry', 'sealed entries')} about it, this one included`),
    ],
  })

/** What a check found that is no fault is told too: it says how far the proof goes. */
const foundText = ({ conclusion, findings, told }: CertifiedRecord['check']): string => {
  if (findings === 0) return 'It found nothing.'
  const more = findings > told.length ? ` And ${counted(findings - told.length, 'more', 'more')}.` : ''
  const what = conclusion === 'faults_found' ? 'It found' : 'It found no fault, and noted'
  return `${what}: ${told.join('; ')}.${more}`
}

const proofSection = ({ proof, check, devices }: CertifiedRecord): ReportDocumentSection => {
  const { sealed, witnessed, complete, stamped } = provenOf({
    entries: proof.entries,
    witnessed: proof.witnessed,
    cosigned: proof.cosigned?.size ?? 0,
    stamped: proof.stamped === null ? null : { entries: proof.stamped.size, at: minute(proof.stamped.at) },
  })
  const checked = `The program checked the case on ${minute(check.at)}: ${counted(check.entries, 'entry', 'entries')}, ${counted(check.signatures, 'signature', 'signatures')}, ${counted(check.disclosures, 'withheld value', 'withheld values')} and ${counted(check.checkpoints, 'checkpoint', 'checkpoints')}. ${foundText(check)} ${conclusionSentence[check.conclusion]}`
  return section('What the sealed record proves', {
    note: 'As the record stood when this version was saved. A bundle of the case can be checked by anybody, without this program.',
    facts: [
      ...fact('Hub', proof.hub ?? 'none'),
      ...fact(
        'Witnesses',
        proof.cosigned === null || proof.cosigned.by.length === 0
          ? 'none that this device trusts'
          : proof.cosigned.by.map(({ name, at }) => `${name} (${minute(at)})`).join('; '),
      ),
      ...fact(
        'Time stamp',
        proof.stamped === null ? 'none' : `${minute(proof.stamped.at)}, by ${proof.stamped.signer}`,
      ),
    ],
    paragraphs: [checked, sealed, `${witnessed} ${complete}`, ...(stamped === null ? [] : [stamped])].map((text) => ({
      text,
      under: null,
    })),
    table: {
      head: ['Device', 'Entries it signed', 'Key'],
      rows: devices.map(({ name, entries, kid, revoked_at: revoked }) => [
        revoked === null ? name : `${name} (revoked ${minute(revoked)})`,
        String(entries),
        kid,
      ]),
    },
  })
}

const methodSection = (certificate: CertificateForm): ReportDocumentSection => {
  const tools = new Set((certificate.record?.pieces ?? []).map(({ tool, tool_version: of }) => `${tool} ${of}`.trim()))
  return section('Tools, validation and errors', {
    facts: [
      ...fact('Taken in with', [...tools].join('; ')),
      ...fact('Record read with', certificate.record?.program ?? ''),
    ],
    paragraphs: [
      ...stated('Validation', certificate.validation),
      ...stated('Error rates', certificate.error_rates),
      ...methodErrors.map((text) => ({ text, under: 'of the method and the program' })),
    ],
  })
}

const limitSection = (certificate: CertificateForm): ReportDocumentSection =>
  section('Limits', {
    paragraphs: [
      ...stated('Limits', certificate.limits),
      ...ownLimits.map((text) => ({ text, under: 'of the method and the program' })),
    ],
  })

const signatureSection = (certificate: CertificateForm): ReportDocumentSection => {
  const { citation, words } = declarationOf(certificate)
  return section('Declaration', {
    facts: [
      { label: 'Executed on', value: certificate.on || line },
      { label: 'At', value: certificate.place.trim() || line },
      { label: 'Name', value: certificate.name.trim() || line },
      { label: 'Signature', value: line },
    ],
    paragraphs: [{ text: words, under: citation === '' ? null : citation }],
  })
}

const ruleSection = (certificate: CertificateForm): readonly ReportDocumentSection[] => {
  const rules = quotedRules(certificate)
  if (rules.length === 0) return []
  return [
    section('What the rules ask', {
      note: 'No part of the declaration. A certification under these rules goes to authenticity alone: an adverse party can object on any other ground, such as hearsay or relevance.',
      paragraphs: rules.map(({ citation, words }) => ({ text: `“${words}”`, under: citation })),
    }),
  ]
}

/** What the pages of a certificate say, in their order: all that is declared stands above the declaration. */
export const certificateDocumentOf = (form: ReportForm, frame: DocumentFrame): ReportDocument => {
  const certificate = form.certificate ?? emptyCertificate()
  const { record } = certificate
  return {
    title: form.title.trim() === '' ? frame.caseNumber : form.title.trim(),
    kind: isForUnitedStates(certificate)
      ? 'Certification of electronic evidence'
      : 'Certificate of electronic evidence',
    under: `${frame.caseNumber} · ${frame.institution} · version ${frame.version}, ${frame.state.replaceAll('_', ' ')}`,
    sections: [
      headSection(certificate, frame),
      statementSection(certificate),
      ...(record?.pieces ?? []).map(itemSection),
      ...(record === null ? [] : [proofSection(record)]),
      methodSection(certificate),
      limitSection(certificate),
      signatureSection(certificate),
      ...ruleSection(certificate),
      ...stepsSection(frame),
    ],
    made_from: [...frame.madeFrom],
  }
}
