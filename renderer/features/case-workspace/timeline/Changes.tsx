import { IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { StatedChange } from '../model/changes.ts'
import type { RedactionNote } from '../model/entryFacts.ts'
import { FactValue } from './FactValue.tsx'
import classes from './timeline.module.css'

const knownFields = [
  'title',
  'description',
  'number',
  'status',
  'priority',
  'owner',
  'assignee',
  'deadline',
  'alerts',
  'customers',
  'accounts',
  'basis',
  'reference',
  'source',
  'created',
  'file',
  'size',
  'sha256',
  'method',
  'evidenceSource',
  'serial',
  'acquiredBy',
  'label',
  'tags',
  'pieces',
  'disclosed',
  'recipient',
  'version',
  'due',
  'format',
  'filedOn',
  'caseOutcome',
  'access',
] as const
/** These say what they are by themselves. */
const bare: ReadonlySet<string> = new Set([
  'accessPeople',
  'piece',
  'otherPiece',
  'relation',
  'alert',
  'alertTitle',
  'risk',
  'outcome',
  'caseRelation',
  'otherCase',
  'task',
  'taskTitle',
  'playbook',
])
const isKnownField = (field: string): field is (typeof knownFields)[number] =>
  (knownFields as readonly string[]).includes(field)

type Props = {
  readonly changes: readonly StatedChange[]
  readonly redactions: ReadonlyMap<string, RedactionNote>
  readonly labels: 'always' | 'auto'
}

/** What an entry changed, each as `Field from → to`; a single change that its headline names goes without its label. */
export const Changes = ({ changes, redactions, labels }: Props) => {
  const { t } = useTranslation()
  return (
    <span className={classes.changes}>
      {changes.map((change) => (
        <span key={change.field} className={classes.change}>
          {bare.has(change.field) || (labels === 'auto' && change.from !== null) ? null : (
            <span className={classes.field} dir="auto">
              {isKnownField(change.field) ? t(`case.fields.${change.field}`) : change.field}
            </span>
          )}
          {change.from === null ? null : (
            <>
              <span className="fs-visually-hidden">{t('case.values.from')}</span>
              <FactValue fact={change.from} kind={change.kind} redactions={redactions} />
              <IconArrowRight size={13} className={classes.arrow} aria-hidden />
              <span className="fs-visually-hidden">{t('case.values.to')}</span>
            </>
          )}
          {change.to === null ? null : <FactValue fact={change.to} kind={change.kind} redactions={redactions} />}
        </span>
      ))}
    </span>
  )
}
