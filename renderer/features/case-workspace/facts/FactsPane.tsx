import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { caseDescription, redactedText, type CaseFull } from '../../../../shared/schema/case.ts'
import { descriptionMax } from '../../../../shared/schema/text.ts'
import { OutcomeMark } from '../../../ui/OutcomeMark.tsx'
import { PersonName } from '../../../ui/PersonName.tsx'
import { PriorityMark } from '../../../ui/PriorityMark.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { useCaseAccess } from '../../../data/queries/caseAccess.ts'
import { useTimeline } from '../data/useTimeline.ts'
import type { OpenDialog } from '../dialogs/CaseDialogs.tsx'
import { openedBy } from '../model/openedBy.ts'
import { LongText } from '../timeline/LongText.tsx'
import { Redacted } from '../timeline/FactValue.tsx'
import classes from '../workspace.module.css'
import { InPlaceEditor } from './InPlaceEditor.tsx'
import { Links } from './Links.tsx'
import { RelatedCases } from './RelatedCases.tsx'
import { SealSummary } from './SealSummary.tsx'

/** Which text of the case is being edited in place. */
export type EditedFact = 'title' | 'description' | null

type Props = {
  readonly file: CaseFull
  readonly writes: boolean
  readonly editing: EditedFact
  readonly onEdit: (editing: EditedFact) => void
  readonly onDialog: (dialog: OpenDialog) => void
  readonly onVerify: () => void
}

const Fact = ({
  label,
  children,
  onChange,
  hint,
}: {
  readonly label: string
  readonly children: ReactNode
  readonly onChange?: () => void
  readonly hint?: string
}) => (
  <div className={classes.fact}>
    <dt>{label}</dt>
    <dd>
      <span className={classes.factValue}>{children}</span>
      {onChange === undefined ? null : (
        <Tooltip label={hint}>
          <ActionIcon size={20} onClick={onChange} aria-label={hint} className={classes.factEdit}>
            <IconPencil size={13} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </dd>
  </div>
)

/** Who or what opened the case; from the first entries, which the timeline reads too. */
const OpenedBy = ({ file }: Pick<Props, 'file'>) => {
  const { loaded } = useTimeline(file.id, [1])
  return (
    <span className={classes.aside} dir="auto">
      {openedBy(loaded)}
    </span>
  )
}

/** Who may know the case; who may set that changes it from here. */
const Access = ({ file, onChange }: Pick<Props, 'file'> & { readonly onChange: (() => void) | undefined }) => {
  const { t } = useTranslation()
  const access = useCaseAccess(file.id).data
  if (access === undefined) return null
  const { rule, team, people, broke_glass: broke, may_set: maySet } = access
  return (
    <Fact
      label={t('access.fact')}
      {...(maySet && onChange !== undefined ? { onChange, hint: t('access.command') } : {})}
    >
      <span dir="auto">{rule === 'team' ? (team?.name ?? t('access.unknownTeam')) : t(`caseAccess.${rule}`)}</span>
      {people.length === 0 ? null : (
        <span className={classes.aside} dir="auto">
          {people.map(({ name }) => name).join(', ')}
        </span>
      )}
      {broke.length === 0 ? null : (
        <span className={classes.aside}>{t('access.brokeGlassCount', { count: broke.length })}</span>
      )}
    </Fact>
  )
}

const Description = ({ file, writes, editing, onEdit }: Pick<Props, 'file' | 'writes' | 'editing' | 'onEdit'>) => {
  const { t } = useTranslation()
  return (
    <section className={classes.block}>
      <div className={classes.blockHead}>
        <h2>{t('case.facts.description')}</h2>
        {writes && editing !== 'description' ? (
          <Tooltip label={t('case.edit.editDescription')}>
            <ActionIcon size={20} onClick={() => onEdit('description')} aria-label={t('case.edit.editDescription')}>
              <IconPencil size={13} aria-hidden />
            </ActionIcon>
          </Tooltip>
        ) : null}
      </div>
      {editing === 'description' ? (
        <InPlaceEditor
          file={file}
          field="description"
          schema={caseDescription}
          max={descriptionMax}
          label={t('case.edit.description')}
          onDone={() => onEdit(null)}
        />
      ) : file.description === redactedText ? (
        <Redacted note={undefined} />
      ) : (
        <LongText text={file.description} />
      )}
    </section>
  )
}

/** What is known about the case now, beside its timeline. */
export const FactsPane = ({ file, writes, editing, onEdit, onDialog, onVerify }: Props) => {
  const { t } = useTranslation()
  const change = (dialog: OpenDialog) => (writes ? () => onDialog(dialog) : undefined)
  return (
    <aside className={classes.facts} aria-label={t('case.facts.title')}>
      <dl className={classes.list}>
        <Fact label={t('case.facts.status')} onChange={change({ kind: 'status' })} hint={t('case.commands.status')}>
          <StatusBadge status={file.status} />
        </Fact>
        {file.outcome === null ? null : (
          <Fact label={t('caseOutcome.label')}>
            <OutcomeMark outcome={file.outcome} />
          </Fact>
        )}
        <Fact
          label={t('case.facts.priority')}
          onChange={change({ kind: 'priority' })}
          hint={t('case.commands.priority')}
        >
          <PriorityMark priority={file.priority} />
        </Fact>
        <Fact label={t('case.facts.owner')} onChange={change({ kind: 'assign' })} hint={t('case.commands.assign')}>
          <PersonName name={file.owner_name} />
        </Fact>
        <Access file={file} onChange={change({ kind: 'access' })} />
        <Fact label={t('case.facts.due')}>
          <Timestamp at={file.sla_due_at} />
          <span className={classes.aside}>{t('case.facts.hours', { count: file.sla_hours })}</span>
        </Fact>
        <Fact label={t('case.facts.opened')}>
          <Timestamp at={file.created_at} />
          <OpenedBy file={file} />
        </Fact>
        <Fact label={t('case.facts.changed')}>
          <Timestamp at={file.updated_at} />
        </Fact>
        {file.finished_at === null ? null : (
          <Fact label={t('case.facts.finished')}>
            <Timestamp at={file.finished_at} />
          </Fact>
        )}
        {file.source === null ? null : (
          <Fact label={t('case.facts.source')}>
            <span dir="auto">{file.source.system}</span>
            <span className={classes.aside} dir="auto">
              {t('case.facts.reference', { reference: file.source.reference })}
            </span>
          </Fact>
        )}
      </dl>
      <Description file={file} writes={writes} editing={editing} onEdit={onEdit} />
      <Links file={file} writes={writes} onDialog={onDialog} />
      <RelatedCases key={file.id} file={file} writes={writes} onDialog={onDialog} />
      <SealSummary file={file} onVerify={onVerify} />
    </aside>
  )
}
