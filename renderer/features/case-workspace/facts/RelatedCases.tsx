import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { redactedText, type CaseFull } from '../../../../shared/schema/case.ts'
import type { CaseRelation } from '../../../../shared/schema/case-relations.ts'
import { useRelations } from '../../../data/queries/relations.ts'
import { caseHref, hrefOf } from '../../../state/route.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import type { OpenDialog } from '../dialogs/CaseDialogs.tsx'
import { Redacted } from '../timeline/FactValue.tsx'
import classes from './related.module.css'
import workspace from '../workspace.module.css'

const shownAtFirst = 8
/** One page of the interface; what is beyond it is for the queue. */
const shownAtMost = 100

type Props = { readonly file: CaseFull; readonly writes: boolean; readonly onDialog: (dialog: OpenDialog) => void }

/** The other case, which may be opened where it is here. */
const OtherCase = ({ relation }: { readonly relation: CaseRelation }) => {
  const { t } = useTranslation()
  const { other_id: id, case_number: number, title } = relation
  if (id === null || title === null) {
    return (
      <span className={classes.other}>
        <span className={classes.number}>{number}</span>
        <span className={classes.elsewhere}>{t('case.related.elsewhere')}</span>
      </span>
    )
  }
  return (
    <a
      href={caseHref(id)}
      className={classes.other}
      aria-label={t('case.related.open', { number, title })}
      title={title}
    >
      <span className={classes.number}>{number}</span>
      {title === redactedText ? (
        <Redacted note={undefined} />
      ) : (
        <span className={classes.title} dir="auto">
          {title}
        </span>
      )}
    </a>
  )
}

const Row = ({ relation, writes, onDialog }: { readonly relation: CaseRelation } & Omit<Props, 'file'>) => {
  const { t } = useTranslation()
  const { state } = relation
  return (
    <li className={classes.row} data-state={state}>
      <span className={classes.kind}>{t(`case.related.kinds.${relation.relation}`)}</span>
      {relation.status === null ? null : <StatusBadge status={relation.status} />}
      {writes ? (
        <button
          type="button"
          onClick={() => onDialog({ kind: 'unrelate', relation })}
          aria-label={t('case.related.remove', { number: relation.case_number })}
        >
          <IconX size={12} aria-hidden />
        </button>
      ) : null}
      <OtherCase relation={relation} />
      {state === 'holds' ? null : (
        <span className={classes.state} title={t(`case.related.stateMeans.${state}`)}>
          <IconAlertTriangle size={12} aria-hidden /> <span>{t(`case.related.states.${state}`)}</span>
          <span className="fs-visually-hidden">{t(`case.related.stateMeans.${state}`)}</span>
        </span>
      )}
    </li>
  )
}

/** The cases with which this one belongs together. */
export const RelatedCases = ({ file, writes, onDialog }: Props) => {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const relations = useRelations(file.id, all ? shownAtMost : shownAtFirst)
  const { items, total } = relations.data ?? { items: [], total: 0 }
  const more = Math.min(total, shownAtMost) - items.length
  return (
    <section className={workspace.block} aria-label={t('case.related.title')}>
      <div className={workspace.blockHead}>
        <h2>{t('case.related.title')}</h2>
        {writes ? (
          <Tooltip label={t('case.commands.relate')}>
            <ActionIcon size={20} onClick={() => onDialog({ kind: 'relate' })} aria-label={t('case.commands.relate')}>
              <IconPlus size={14} aria-hidden />
            </ActionIcon>
          </Tooltip>
        ) : null}
      </div>
      {relations.error === null ? null : (
        <ErrorState error={relations.error} onRetry={() => void relations.refetch()} compact />
      )}
      {relations.data !== undefined && total === 0 ? (
        <p className={workspace.nothing}>{t('case.related.none')}</p>
      ) : null}
      {items.length === 0 ? null : (
        <ul className={workspace.alerts}>
          {items.map((relation) => (
            <Row
              key={`${relation.relation} ${relation.other_uid}`}
              relation={relation}
              writes={writes}
              onDialog={onDialog}
            />
          ))}
        </ul>
      )}
      <div className={classes.foot}>
        {more > 0 && !all ? (
          <Button variant="subtle" size="compact-xs" onClick={() => setAll(true)}>
            {t('case.related.more', { count: more })}
          </Button>
        ) : null}
        {items.some(({ relation }) => relation === 'child') ? (
          <a href={hrefOf({ name: 'queue', query: { parent_id: String(file.id) } })}>{t('case.related.children')}</a>
        ) : null}
      </div>
    </section>
  )
}
