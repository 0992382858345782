import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SetAsideEntry } from '../../../../shared/schema/sync.ts'
import { useForgetSetAside, useSetAside } from '../../../data/queries/sync.ts'
import { readDraft, writeDraft } from '../../../state/drafts.ts'
import { openCase } from '../../../state/route.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { knownTypes } from '../../case-workspace/model/knownTypes.ts'
import { typeKey } from '../../case-workspace/timeline/EntryWords.tsx'
import { asideText } from '../model/asideText.ts'
import classes from '../sync.module.css'

/** Puts the text into the case's note as a draft, below what is being written there, and opens the case. */
const writeAnew = (caseId: number, text: string): void => {
  const draft = readDraft(`note:${caseId}`)
  writeDraft(`note:${caseId}`, draft === '' || draft.includes(text) ? draft || text : `${draft}\n\n${text}`)
  openCase(caseId)
}

const Row = ({ entry, onForget }: { readonly entry: SetAsideEntry; readonly onForget: () => void }) => {
  const { t } = useTranslation()
  const type = t(`case.entryTypes.${typeKey(knownTypes.find((known) => known === entry.type) ?? 'unknown')}`)
  const text = asideText(entry)
  const number = entry.case_number === '' ? t('sync.aside.workspace') : entry.case_number
  const { case_id: caseId } = entry
  return (
    <li className={classes.aside}>
      <div className={classes.asideHead}>
        <span className={classes.number}>{number}</span>
        <strong>{type}</strong>
        {entry.sealed_at === '' ? null : (
          <span className={classes.newsCount}>
            {t('sync.aside.at')} <Timestamp at={entry.sealed_at} />
          </span>
        )}
      </div>
      <p className={classes.asideText} dir="auto">
        {entry.type === 'unreadable' ? t('sync.aside.unreadable') : text}
      </p>
      <div className={classes.asideFoot}>
        <span className={classes.note}>
          {t(`sync.aside.reason.${entry.reason}`, { message: entry.refusal ?? '' })} {caseId === null ? t('sync.aside.elsewhere') : ''}
        </span>
        {text === '' ? null : <CopyButton value={text} label={t('sync.aside.copy')} />}
        {caseId === null || text === '' || entry.reason === 'refused' ? null : (
          <Button variant="default" size="compact-xs" aria-label={t('sync.aside.anewLabel', { number, type })} onClick={() => writeAnew(caseId, text)}>
            {t('sync.aside.anew')}
          </Button>
        )}
        {entry.reason === 'refused' ? null : (
          <Button variant="subtle" size="compact-xs" aria-label={t('sync.aside.doneLabel', { number, type })} onClick={onForget}>
            {t('sync.aside.done')}
          </Button>
        )}
      </div>
    </li>
  )
}

/** What was written on this device and no hub has: with its text, to be written anew. */
export const SetAside = () => {
  const { t } = useTranslation()
  const entries = useSetAside().data ?? []
  const [asked, setAsked] = useState<SetAsideEntry | null>(null)
  const forget = useForgetSetAside()
  if (entries.length === 0) return null
  return (
    <section className={classes.block} aria-labelledby="sync-aside">
      <div className={classes.blockHead}>
        <h2 id="sync-aside">{t('sync.aside.title')}</h2>
      </div>
      <p className={classes.note}>{t('sync.aside.lead')}</p>
      <ul className={classes.asides}>
        {entries.map((entry) => (
          <Row key={entry.entry_id} entry={entry} onForget={() => setAsked(entry)} />
        ))}
      </ul>
      <ConfirmDialog
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={t('sync.aside.doneTitle')}
        confirm={t('sync.aside.remove')}
        danger
        onConfirm={() => asked !== null && forget.mutate(asked.entry_id, { onSuccess: () => setAsked(null) })}
        pending={forget.isPending}
        error={forget.error}
        size={440}
      >
        <p className={classes.plain}>{t('sync.aside.doneText')}</p>
        <p className={classes.asideText} dir="auto">
          {asked === null ? '' : asideText(asked)}
        </p>
      </ConfirmDialog>
    </section>
  )
}
