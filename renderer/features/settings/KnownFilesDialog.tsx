import { Button, FileButton, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { importKnownFiles } from '../../../shared/api/known-files.ts'
import { standings, type KnownFileList, type Standing } from '../../../shared/schema/known-files.ts'
import { useImportKnownFiles } from '../../data/queries/known-files.ts'
import { formatBytes } from '../../ui/bytes.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FileName } from '../../ui/FileName.tsx'
import classes from './settings.module.css'

type Props = { readonly lists: readonly KnownFileList[]; readonly onClose: () => void }

/** A name without its ending, as the first proposal of what the list is called. */
const withoutEnding = (name: string): string => name.replace(/\.[^.]{1,8}$/u, '').slice(0, 80)

/** Imports a list of known files: its file, what it is called, and what it says of a file to be on it. */
export const KnownFilesDialog = ({ lists, onClose }: Props) => {
  const { t, i18n } = useTranslation()
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState('')
  const [standing, setStanding] = useState<Standing>('known_good')
  const send = useImportKnownFiles()
  const parsed = importKnownFiles.query.safeParse({ name: name.trim(), standing })
  const same = lists.find((list) => list.name.toLowerCase() === name.trim().toLowerCase())
  const choose = (chosen: File | null): void => {
    setFile(chosen)
    if (chosen !== null && name.trim() === '') setName(withoutEnding(chosen.name))
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('known.import')}
      confirm={t('known.importIt')}
      onConfirm={() =>
        file !== null && parsed.success && send.mutate({ file, name: name.trim(), standing }, { onSuccess: onClose })
      }
      pending={send.isPending}
      disabled={file === null || !parsed.success}
      error={send.error}
      size={520}
    >
      <p className={classes.note}>{t('known.forms')}</p>
      <div className={classes.chosen}>
        <FileButton onChange={choose}>
          {(props) => (
            <Button {...props} variant="default" data-autofocus>
              {t('known.choose')}
            </Button>
          )}
        </FileButton>
        {file === null ? (
          <span className={classes.note}>{t('known.noFile')}</span>
        ) : (
          <span role="status">
            <FileName name={file.name} /> <span className={classes.note}>{formatBytes(file.size, i18n.language)}</span>
          </span>
        )}
      </div>
      <TextInput
        label={t('known.name')}
        description={same === undefined ? t('known.nameHint') : t('known.replaces', { list: same.name })}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={80}
        dir="auto"
        required
      />
      <div>
        <p className={classes.choiceLabel} id="known-standing">
          {t('known.says')}
        </p>
        <SegmentedControl
          aria-labelledby="known-standing"
          value={standing}
          onChange={(value) => setStanding(standings.find((one) => one === value) ?? 'known_good')}
          data={standings.map((value) => ({ value, label: t(`known.standing.${value}`) }))}
          fullWidth
        />
        <p className={classes.note}>{t(`known.meaning.${standing}`)}</p>
      </div>
      {send.isPending ? (
        <p className={classes.note} role="status">
          {t('known.reading')}
        </p>
      ) : null}
    </ConfirmDialog>
  )
}
