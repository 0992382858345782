import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CaseFull } from '../../../../shared/schema/case.ts'
import { useDraft } from '../../../state/drafts.ts'
import { useLink } from '../data/useCaseWrites.ts'
import { linkedIds, caseLinkKinds, type LinkedKind } from '../model/links.ts'
import { parseIdentifiers } from '../model/identifiers.ts'
import { CaseDecisionDialog } from './CaseDecisionDialog.tsx'
import classes from './dialogs.module.css'
import { useDecidedOn } from './StaleNotice.tsx'

const bodyNames = { alerts: 'alert_ids', customers: 'customer_ids', accounts: 'account_ids' } as const
const most = 1_000

type FieldProps = {
  readonly kind: LinkedKind
  readonly text: string
  readonly onText: (text: string) => void
  readonly linked: readonly number[]
  readonly first: boolean
}

const IdField = ({ kind, text, onText, linked, first }: FieldProps) => {
  const { t } = useTranslation()
  const { ids, bad } = parseIdentifiers(text)
  const known = ids.filter((id) => linked.includes(id)).length
  const error =
    bad.length > 0
      ? t('case.link.bad', { parts: bad.slice(0, 5).join(', ') })
      : ids.length > most
        ? t('case.link.tooMany')
        : undefined
  return (
    <Textarea
      label={t(`case.link.${kind}`)}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      error={error}
      description={known > 0 ? t('case.link.known', { count: known }) : undefined}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      autosize
      minRows={1}
      maxRows={5}
      inputMode="numeric"
      data-autofocus={first || undefined}
    />
  )
}

/** Links alerts, customers and accounts by their identifiers. */
export const LinkDialog = ({ file, onClose }: { readonly file: CaseFull; readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const drafts = {
    alerts: useDraft(`link-alerts:${file.id}`, file.id),
    customers: useDraft(`link-customers:${file.id}`, file.id),
    accounts: useDraft(`link-accounts:${file.id}`, file.id),
  }
  const decided = useDecidedOn(file)
  const write = useLink(file.id)
  const parsed = caseLinkKinds.map((kind) => ({ kind, ...parseIdentifiers(drafts[kind][0]) }))
  const fresh = parsed
    .map(({ kind, ids }) => ({ kind, ids: ids.filter((id) => !linkedIds(file, kind).includes(id)) }))
    .filter(({ ids }) => ids.length > 0)
  const count = fresh.reduce((sum, { ids }) => sum + ids.length, 0)
  const ready = count > 0 && parsed.every(({ ids, bad }) => bad.length === 0 && ids.length <= most)
  const confirm = (): void => {
    const done = (): void => {
      for (const kind of caseLinkKinds) drafts[kind][2]()
      onClose()
    }
    write.mutate(
      { body: Object.fromEntries(fresh.map(({ kind, ids }) => [bodyNames[kind], ids])), revision: decided.revision },
      { onSuccess: done },
    )
  }
  return (
    <CaseDecisionDialog
      file={file}
      decided={decided}
      title={t('case.link.title')}
      confirm={t('case.link.submit', { count })}
      ready={ready}
      write={write}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className={classes.plain}>{t('case.link.text')}</p>
      {caseLinkKinds.map((kind, index) => (
        <IdField
          key={kind}
          kind={kind}
          text={drafts[kind][0]}
          onText={drafts[kind][1]}
          linked={linkedIds(file, kind)}
          first={index === 0}
        />
      ))}
    </CaseDecisionDialog>
  )
}
