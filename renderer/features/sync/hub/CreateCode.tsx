import { NumberInput, Radio, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createEnrolmentCode } from '../../../../shared/api/hub.ts'
import type { CreatedCode } from '../../../../shared/schema/hub.ts'
import { useCreateCode } from '../../../data/queries/hub.ts'
import { useUsers } from '../../../data/queries/session.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { PickSelect } from '../../../ui/PickSelect.tsx'
import shared from '../sync.module.css'

const choices = ['none', 'all'] as const

type Props = { readonly onClose: () => void; readonly onCreated: (created: CreatedCode) => void }

/** Makes a code: for whom, for which laptop, and for how long. */
export const CreateCode = ({ onClose, onCreated }: Props) => {
  const { t } = useTranslation()
  const people = useUsers()
  const users = (people.data ?? []).filter((user) => user.active)
  const [person, setPerson] = useState<string | null>(null)
  const [device, setDevice] = useState('')
  const [cases, setCases] = useState<(typeof choices)[number]>('none')
  const [hours, setHours] = useState<number | string>(48)
  const create = useCreateCode()
  const parsed = createEnrolmentCode.body.safeParse({
    user_id: Number(person),
    device_name: device.trim(),
    cases: cases === 'all' ? 'all' : [],
    hours,
  })
  const submit = (): void => {
    if (!parsed.success) return
    create.mutate(parsed.data, {
      onSuccess: (made) => {
        onClose()
        onCreated(made)
      },
    })
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('sync.hub.codes.createTitle')}
      confirm={t('sync.hub.codes.create')}
      onConfirm={submit}
      pending={create.isPending}
      disabled={!parsed.success}
      error={create.error}
      size={440}
    >
      <PickSelect
        label={t('sync.hub.codes.person')}
        data={users.map((user) => ({ value: String(user.id), label: user.name }))}
        value={person}
        onChange={setPerson}
        isComing={people.isPending}
        openOnFocus={false}
        data-autofocus
        required
      />
      <TextInput
        label={t('sync.hub.codes.device')}
        value={device}
        onChange={(event) => setDevice(event.currentTarget.value)}
        maxLength={120}
        dir="auto"
        required
      />
      <Radio.Group
        label={t('sync.hub.codes.cases')}
        value={cases}
        onChange={(value) => setCases(value === 'all' ? 'all' : 'none')}
      >
        <div className={shared.choices}>
          {choices.map((choice) => (
            <Radio key={choice} value={choice} label={t(`sync.hub.codes.caseChoice.${choice}`)} />
          ))}
        </div>
      </Radio.Group>
      <NumberInput
        label={t('sync.hub.codes.hours')}
        value={hours}
        onChange={setHours}
        min={1}
        max={720}
        allowDecimal={false}
        w={160}
      />
    </ConfirmDialog>
  )
}
