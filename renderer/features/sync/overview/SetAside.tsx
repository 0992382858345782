import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SetAsideEntry } from '../../../../shared/schema/sync.ts'
import { useForgetSetAside, useRestoreSetAside, useSetAside } from '../../../data/queries/sync.ts'
import { readDraft, writeDraft } from '../../../state/drafts.ts'
import { openCase } from '../../../state/route.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { formatBytes } from '../../../ui/bytes.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { knownTypes } from '../../case-workspace/model/knownTypes.ts'
import { typeKey } from '../../case-workspace/timeline/EntryWords.tsx'
import { asideText } from '../model/asideText.ts'
import classes from '../sync.module.css'

/** Puts the text into the case's note as a draft, below what is being written there, and opens the case. */
const writeAnew = (caseId: number, text: string): void => {
  const draft = readDraft(`note:${caseId}`)
  writeDraft(`note:${caseId}`, draft === '' || draft.includes(text) ? draft || text : `${draft}\n\n${text}`, caseId)
  openCase(caseId)
}

interface RowProps {
  readonly entry: SetAsideEntry
  /** An auditor reads what was set aside, and copies it for whoever does it anew. */
  readonly writes: boolean
  readonly onForget: () => void
  /** Absent: it cannot be taken in again from here. */
  readonly onRestore?: () => void
  readonly restoring: boolean
}

/** The case is here and takes entries: the bytes that were kept can be evidence of it again. */
const isRestorable = ({ bytes, case_id: caseId, reason }: SetAsideEntry): boolean =>
  bytes !== null && caseId !== null && reason !== 'refused'

/** What is kept of a piece of evidence, and what can be done with it where it has no case here. */
const KeptBytes = ({ entry }: { readonly entry: SetAsideEntry }) => {
  const { t, i18n } = useTranslation()
  if (entry.bytes === null) return null
  const size = formatBytes(entry.bytes, i18n.language)
  return (
    <p className={classes.note}>{t(isRestorable(entry) ? 'sync.aside.kept' : 'sync.aside.keptElsewhere', { size })}</p>
  )
}

const Row = ({ entry, writes, onForget, onRestore, restoring }: RowProps) => {
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
      <KeptBytes entry={entry} />
      <div className={classes.asideFoot}>
        <span className={classes.note}>
          {t(`sync.aside.reason.${entry.reason}`, { message: entry.refusal ?? '' })}{' '}
          {caseId === null ? t('sync.aside.elsewhere') : ''}
        </span>
        {text === '' ? null : <CopyButton value={text} label={t('sync.aside.copy')} />}
        {onRestore === undefined || !writes ? null : (
          <Button
            variant="default"
            size="compact-xs"
            aria-label={t('sync.aside.restoreLabel', { number, name: text.split('\n')[0] ?? '' })}
            loading={restoring}
            onClick={onRestore}
          >
            {t('sync.aside.restore')}
          </Button>
        )}
        {!writes || caseId === null || text === '' || entry.reason === 'refused' || entry.bytes !== null ? null : (
          <Button
            variant="default"
            size="compact-xs"
            aria-label={t('sync.aside.anewLabel', { number, type })}
            onClick={() => writeAnew(caseId, text)}
          >
            {t('sync.aside.anew')}
          </Button>
        )}
        {entry.reason === 'refused' || !writes ? null : (
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={t('sync.aside.doneLabel', { number, type })}
            onClick={onForget}
          >
            {t('sync.aside.done')}
          </Button>
        )}
      </div>
    </li>
  )
}

/** What was written on this device and no hub has: with its text, to be written anew. */
export const SetAside = ({ writes }: { readonly writes: boolean }) => {
  const { t, i18n } = useTranslation()
  const entries = useSetAside().data ?? []
  const [asked, setAsked] = useState<SetAsideEntry | null>(null)
  const forget = useForgetSetAside()
  const restore = useRestoreSetAside()
  if (entries.length === 0) return null
  return (
    <section className={classes.block} aria-labelledby="sync-aside">
      <div className={classes.blockHead}>
        <h2 id="sync-aside">{t('sync.aside.title')}</h2>
      </div>
      <p className={classes.note}>{t('sync.aside.lead')}</p>
      <ul className={classes.asides}>
        {entries.map((entry) => (
          <Row
            key={entry.entry_id}
            entry={entry}
            writes={writes}
            onForget={() => setAsked(entry)}
            {...(isRestorable(entry)
              ? {
                  onRestore: () =>
                    restore.mutate(entry.entry_id, { onSuccess: ({ case_id: caseId }) => openCase(caseId) }),
                }
              : {})}
            restoring={restore.isPending && restore.variables === entry.entry_id}
          />
        ))}
      </ul>
      {restore.error === null ? null : <ErrorState error={restore.error} compact />}
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
        <p className={classes.plain}>
          {asked === null || asked.bytes === null
            ? t('sync.aside.doneText')
            : t('sync.aside.doneBytes', { size: formatBytes(asked.bytes, i18n.language) })}
        </p>
        <p className={classes.asideText} dir="auto">
          {asked === null ? '' : asideText(asked)}
        </p>
      </ConfirmDialog>
    </section>
  )
}
