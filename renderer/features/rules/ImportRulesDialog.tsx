import { FileInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ruleSet, type RuleSet } from '../../../shared/schema/rules.ts'
import { useImportRules } from '../../data/queries/rules.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import classes from './rules.module.css'

/** Largest file of rules: what one request takes. */
const fileMax = 8_000_000

type Read = { readonly set: RuleSet } | { readonly fault: string }

const readSet = async (file: File): Promise<Read | null> => {
  try {
    const parsed = ruleSet.safeParse(JSON.parse(await file.text()))
    if (parsed.success) return { set: parsed.data }
    const [issue] = parsed.error.issues
    return { fault: `${issue?.path.join('/') ?? ''}: ${issue?.message ?? ''}` }
  } catch {
    return null
  }
}

/** Takes a set of rules from a file: each becomes a draft, which changes nothing yet. */
export const ImportRulesDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const write = useImportRules()
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const choose = (chosen: File | null): void => {
    setFile(chosen)
    setFault(chosen !== null && chosen.size > fileMax ? t('rules.tooLarge') : null)
  }
  const confirm = async (): Promise<void> => {
    if (file === null) return
    const read = await readSet(file)
    if (read === null || 'fault' in read) {
      setFault(read === null ? t('rules.noJson') : read.fault)
      return
    }
    const { data } = await write.mutateAsync(read.set)
    notifications.show({
      message: t('rules.imported', { count: data.rules.filter(({ outcome }) => outcome !== 'unchanged').length }),
    })
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('rules.import')}
      confirm={t('rules.importConfirm')}
      onConfirm={() => void confirm().catch(() => undefined)}
      pending={write.isPending}
      disabled={file === null || fault !== null}
      error={write.error}
    >
      <p className={classes.plain}>{t('rules.importMeans')}</p>
      <FileInput
        label={t('rules.file')}
        accept="application/json,.json"
        value={file}
        onChange={choose}
        error={fault ?? undefined}
        required
        data-autofocus
      />
    </ConfirmDialog>
  )
}
