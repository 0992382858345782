import { NumberInput, Select, TextInput } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { trainModel } from '../../../shared/api/models.ts'
import { modelKinds, type ModelKind, type TrainingProposal } from '../../../shared/schema/models.ts'
import { useTrainingProposal, useTrainModel } from '../../data/queries/models.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { DayField } from '../../ui/DayField.tsx'
import classes from './model.module.css'

type DialogProps = { readonly onClose: () => void; readonly onStarted: (id: string) => void }
type Props = DialogProps & {
  /** What the form begins with; null: there are too few labels. */
  readonly proposal: TrainingProposal | null
}

/** Where the request holds the days of the form. */
const pathOf = {
  from: ['train', 'from'],
  to: ['train', 'to'],
  testFrom: ['test', 'from'],
  testTo: ['test', 'to'],
} as const

/** What the form begins with. */
const beginning = (proposal: TrainingProposal | null, t: TFunction) => ({
  name: proposal === null ? '' : t('model.form.ownName', { count: proposal.frauds }),
  version: proposal?.train.to ?? '1',
  kind: 'boosted_trees' as ModelKind,
  from: proposal?.train.from ?? '',
  to: proposal?.train.to ?? '',
  testFrom: proposal?.test?.from ?? '',
  testTo: proposal?.test?.to ?? '',
  delay: proposal?.delay_days ?? 7,
})

const Form = ({ onClose, onStarted, proposal }: Props) => {
  const { t } = useTranslation()
  const write = useTrainModel()
  const [form, setForm] = useState(() => beginning(proposal, t))
  const set = (change: Partial<typeof form>): void => setForm({ ...form, ...change })
  const test = form.testFrom === '' && form.testTo === '' ? null : { from: form.testFrom, to: form.testTo }
  const body = trainModel.body.safeParse({
    name: form.name,
    version: form.version,
    kind: form.kind,
    train: { from: form.from, to: form.to },
    test,
    delay_days: form.delay,
  })
  const wrongOf = (...path: readonly string[]): string | undefined =>
    body.error?.issues.find((issue) => issue.path.join() === path.join())?.message
  const confirm = (): void => {
    if (!body.success) return
    write.mutate(body.data, {
      onSuccess: ({ data }) => {
        onStarted(data.id)
        onClose()
      },
    })
  }
  /** A day that is left empty is no fault yet, but for one of the two measuring days beside the other. */
  const faultOf = (name: keyof typeof pathOf): string | undefined =>
    form[name] === '' && (test === null || pathOf[name][0] !== 'test') ? undefined : wrongOf(...pathOf[name])
  const day = (name: 'from' | 'to' | 'testFrom' | 'testTo') => (
    <DayField
      label={t(`model.form.${name}`)}
      value={form[name]}
      onDay={(day) => set({ [name]: day })}
      error={faultOf(name)}
      required={name === 'from' || name === 'to'}
    />
  )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('model.trainTitle')}
      confirm={t('model.train')}
      onConfirm={confirm}
      pending={write.isPending}
      disabled={!body.success}
      error={write.error}
      size={600}
    >
      <p className={classes.plain}>{t('model.trainMeans')}</p>
      {proposal === null ? null : (
        <p className={classes.plain}>
          {t(proposal.test === null ? 'model.proposedAll' : 'model.proposed', { count: proposal.frauds })}
        </p>
      )}
      <div className={classes.form}>
        <TextInput
          label={t('model.form.name')}
          value={form.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          required
          data-autofocus
          dir="auto"
          maxLength={80}
        />
        <TextInput
          label={t('model.form.version')}
          value={form.version}
          onChange={(event) => set({ version: event.currentTarget.value })}
          error={form.version === '' ? undefined : wrongOf('version')}
          required
          maxLength={40}
        />
        <Select
          label={t('model.form.kind')}
          data={modelKinds.map((kind) => ({ value: kind, label: t(`model.form.kinds.${kind}`) }))}
          value={form.kind}
          allowDeselect={false}
          onChange={(kind) => set({ kind: modelKinds.find((one) => one === kind) ?? 'boosted_trees' })}
        />
        <NumberInput
          label={t('model.form.delay')}
          value={form.delay}
          min={0}
          max={365}
          onChange={(value) => set({ delay: Number(value) })}
        />
        {day('from')}
        {day('to')}
        {day('testFrom')}
        {day('testTo')}
      </div>
    </ConfirmDialog>
  )
}

/** Asks for a training on the workspace's transactions; where there are labels, names and days are filled in. */
export const TrainDialog = (props: DialogProps) => {
  const proposal = useTrainingProposal()
  if (proposal.isPending) return null
  return <Form {...props} proposal={proposal.data ?? null} />
}
