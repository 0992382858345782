import { FileInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { modelUploadMax } from '../../../shared/api/models.ts'
import { modelName, modelVersion } from '../../../shared/schema/models.ts'
import { useAddModel } from '../../data/queries/models.ts'
import { goToDetection } from '../../state/route.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import classes from './model.module.css'

/** Brings a model file that was trained elsewhere. */
export const AddModelDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const write = useAddModel()
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState('')
  const [version, setVersion] = useState('1')
  const tooLarge = file !== null && file.size > modelUploadMax
  const ready = file !== null && !tooLarge && modelName.safeParse(name).success && modelVersion.safeParse(version).success
  const confirm = async (): Promise<void> => {
    if (file === null) return
    const { data } = await write.mutateAsync({ name, version, file: await file.text() })
    goToDetection('model', data.id)
    onClose()
  }
  return (
    <ConfirmDialog opened onClose={onClose} title={t('model.add')} confirm={t('model.addConfirm')} onConfirm={() => void confirm().catch(() => undefined)} pending={write.isPending} disabled={!ready} error={write.error}>
      <p className={classes.plain}>{t('model.addMeans')}</p>
      <FileInput label={t('model.form.file')} accept="application/json,.json" value={file} onChange={setFile} required error={tooLarge ? t('model.tooLarge') : undefined} data-autofocus />
      <TextInput label={t('model.form.name')} value={name} onChange={(event) => setName(event.currentTarget.value)} required dir="auto" maxLength={80} />
      <TextInput label={t('model.form.version')} value={version} onChange={(event) => setVersion(event.currentTarget.value)} required maxLength={40} />
    </ConfirmDialog>
  )
}
