import { Checkbox, Select, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { legalBases } from '../../../../shared/schema/legal-basis.ts'
import type { CaseFull } from '../../../../shared/schema/case.ts'
import { lineOfText } from '../../../../shared/schema/text.ts'
import type { TimelineEntry } from '../../../../shared/schema/timeline.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { useRedact } from '../data/useCaseWrites.ts'
import { useQuotations } from '../data/useQuotations.ts'
import { plainText } from '../model/changes.ts'
import { WithheldName } from '../../../ui/WithheldName.tsx'
import { Quotations } from './Quotations.tsx'
import classes from './dialogs.module.css'

type Props = { readonly file: CaseFull; readonly entry: TimelineEntry; readonly onClose: () => void }
type Basis = (typeof legalBases)[number]
type Erasable = { readonly name: string; readonly digest: string; readonly text: string }

const erasableOf = (entry: TimelineEntry): Erasable[] =>
  Object.entries(entry.withheld)
    .filter(([, value]) => value.state === 'disclosed')
    .map(([name, value]) => ({ name, digest: value.digest, text: plainText(value.value) }))

const Value = ({ value }: { readonly value: Erasable }) => (
  <span className={classes.erasable}>
    <span className={classes.why}>
      <WithheldName name={value.name} />
    </span>
    <span className={classes.excerpt} dir="auto">
      {value.text}
    </span>
  </span>
)

/** What will be gone for good. */
const Doomed = ({ values }: { readonly values: readonly Erasable[] }) => {
  const { t } = useTranslation()
  return (
    <>
      <div className={classes.danger} role="alert">
        <IconAlertTriangleFilled size={18} aria-hidden />
        <p>{t('case.redact.sure')}</p>
      </div>
      <ul className={classes.doomed}>
        {values.map((value) => (
          <li key={value.digest}>
            <Value value={value} />
          </li>
        ))}
      </ul>
    </>
  )
}

const isBasis = (value: string | null): value is Basis => legalBases.some((basis) => basis === value)

/** Which values are to be erased, and why they may be. */
type Asked = { readonly chosen: readonly string[]; readonly basis: Basis | null; readonly reference: string }

type AskedProps = {
  readonly values: readonly Erasable[]
  readonly asked: Asked
  readonly onChange: (asked: Asked) => void
  readonly badReference: boolean
}

const AskedFields = ({ values, asked, onChange, badReference }: AskedProps) => {
  const { t } = useTranslation()
  return (
    <>
      <Checkbox.Group
        label={t('case.redact.choose')}
        value={[...asked.chosen]}
        onChange={(chosen) => onChange({ ...asked, chosen })}
      >
        <div className={classes.options}>
          {values.map((value) => (
            <Checkbox key={value.digest} value={value.digest} label={<Value value={value} />} />
          ))}
        </div>
      </Checkbox.Group>
      <Select
        label={t('case.redact.basis')}
        placeholder={t('case.redact.basisPlaceholder')}
        data={legalBases.map((one) => ({ value: one, label: t(`case.legalBasis.${one}`) }))}
        value={asked.basis}
        onChange={(value) => onChange({ ...asked, basis: isBasis(value) ? value : null })}
        required
      />
      <TextInput
        label={t('case.redact.reference')}
        description={t('case.redact.referenceHint')}
        value={asked.reference}
        onChange={(event) => onChange({ ...asked, reference: event.currentTarget.value })}
        error={badReference}
        maxLength={200}
        dir="auto"
      />
    </>
  )
}

/** The number of the other case in which the rationale of a relation stands, too; null for all other entries. */
const twinOf = ({ type, values }: TimelineEntry): string | null =>
  (type === 'case.related' || type === 'case.unrelated') && typeof values['other_number'] === 'string'
    ? values['other_number']
    : null

/** Erases withheld values in two steps: first what and on which basis, then what will be gone for good. */
export const RedactDialog = ({ file, entry, onClose }: Props) => {
  const { t } = useTranslation()
  const values = erasableOf(entry)
  const twin = twinOf(entry)
  const [asked, setAsked] = useState<Asked>({
    chosen: values.length === 1 ? values.map((value) => value.digest) : [],
    basis: null,
    reference: '',
  })
  const { chosen, basis, reference } = asked
  const [sure, setSure] = useState(false)
  const [understood, setUnderstood] = useState(false)
  const [together, setTogether] = useState(false)
  const write = useRedact(file.id)
  const quotations = useQuotations(file.id, entry.entry_id, chosen, sure)
  const held = file.hold !== null
  const badReference = reference !== '' && !lineOfText(200).safeParse(reference).success
  const picked = values.filter((value) => chosen.includes(value.digest))
  const complete = picked.length > 0 && basis !== null && !badReference && !held

  const confirm = (): void => {
    if (!sure) {
      setSure(true)
      return
    }
    if (basis === null) return
    const named = reference === '' ? {} : { reference }
    write.mutate(
      {
        entry_id: entry.entry_id,
        digests: picked.map((value) => value.digest),
        legal_basis: basis,
        with_quotations: together,
        ...named,
      },
      {
        onSuccess: ({ data: { erased, quotations_erased: quoted, exports_discarded: discarded } }) => {
          notifications.show({
            title: t('case.redact.done', { count: erased + quoted }),
            message: t('case.redact.discarded', { count: discarded }),
          })
          onClose()
        },
      },
    )
  }
  // What goes with it is decided in sight of what quotes these values, and those may be others next time.
  const back = (): void => {
    setSure(false)
    setTogether(false)
  }
  return (
    <ConfirmDialog
      opened
      onClose={sure && !write.isPending ? back : onClose}
      title={sure ? t('case.redact.sureTitle') : t('case.redact.title')}
      confirm={sure ? t('case.redact.submit', { count: picked.length }) : t('case.redact.next')}
      onConfirm={confirm}
      danger={sure}
      pending={write.isPending}
      disabled={!complete || (sure && (!understood || !quotations.isSuccess))}
      error={write.error ?? (sure ? quotations.error : null)}
      size={540}
    >
      {held ? <p className={classes.notice}>{t('case.redact.held')}</p> : null}
      {sure && basis !== null ? (
        <>
          <Doomed values={picked} />
          <p className={classes.plain}>{t('case.redact.copies')}</p>
          <Quotations quotations={quotations.data ?? []} together={together} onTogether={setTogether} />
          <Checkbox
            checked={understood}
            onChange={(event) => setUnderstood(event.currentTarget.checked)}
            label={t('case.redact.understand', { basis: t(`case.legalBasis.${basis}`) })}
          />
        </>
      ) : (
        <>
          <p className={classes.plain}>{t('case.redact.intro', { number: entry.place + 1 })}</p>
          {twin === null ? null : <p className={classes.notice}>{t('case.redact.twin', { number: twin })}</p>}
          {values.length === 0 ? <p className={classes.notice}>{t('case.redact.nothing')}</p> : null}
          <AskedFields values={values} asked={asked} onChange={setAsked} badReference={badReference} />
        </>
      )}
    </ConfirmDialog>
  )
}
