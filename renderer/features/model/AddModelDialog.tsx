import { FileInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { modelUploadMax } from '../../../shared/api/models.ts'
import { modelName, modelVersion } from '../../../shared/schema/models.ts'
import { useAddModel } from '../../data/queries/models.ts'
import { goToDetection } from '../../state/route.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { base64Length, isOnnx, modelFileBody, namesOf } from './modelFile.ts'
import classes from './model.module.css'

/**
 * Brings a model file that was trained elsewhere: in xgboost’s JSON format, or as ONNX, which names no features by
 * itself.
 */
export const AddModelDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const write = useAddModel()
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState('')
  const [version, setVersion] = useState('1')
  const [features, setFeatures] = useState('')
  const onnx = file !== null && isOnnx(file)
  const tooLarge = file !== null && (onnx ? base64Length(file.size) : file.size) > modelUploadMax
  const ready =
    file !== null && !tooLarge && modelName.safeParse(name).success && modelVersion.safeParse(version).success
  const confirm = async (): Promise<void> => {
    if (file === null) return
    const { data } = await write.mutateAsync({ name, version, ...(await modelFileBody(file, namesOf(features))) })
    goToDetection('model', data.id)
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('model.add')}
      confirm={t('model.addConfirm')}
      onConfirm={() => void confirm().catch(() => undefined)}
      pending={write.isPending}
      disabled={!ready}
      error={write.error}
    >
      <p className={classes.plain}>{t('model.addMeans')}</p>
      <FileInput
        label={t('model.form.file')}
        accept="application/json,.json,.onnx"
        value={file}
        onChange={setFile}
        required
        error={tooLarge ? t('model.tooLarge') : undefined}
        data-autofocus
      />
      {onnx ? (
        <TextInput
          label={t('model.form.features')}
          description={t('model.form.featuresMeans')}
          value={features}
          onChange={(event) => setFeatures(event.currentTarget.value)}
          dir="ltr"
        />
      ) : null}
      <TextInput
        label={t('model.form.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        required
        dir="auto"
        maxLength={80}
      />
      <TextInput
        label={t('model.form.version')}
        value={version}
        onChange={(event) => setVersion(event.currentTarget.value)}
        error={version === '' ? undefined : modelVersion.safeParse(version).error?.issues[0]?.message}
        required
        maxLength={40}
      />
    </ConfirmDialog>
  )
}
