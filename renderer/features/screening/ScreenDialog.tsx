import { Button, Select, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { nameKinds, screenedFacts, type ScreeningFull } from '../../../shared/schema/screening.ts'
import { useScreenSomebody } from '../../data/queries/screening.ts'
import { score } from '../../ui/charts/format.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { hitClasses } from './classes.ts'
import { ListAges } from './ListAges.tsx'
import { Parts } from './Parts.tsx'
import { Qualifiers } from './Qualifiers.tsx'

const fields = ['name', 'date', 'country', 'identifier', 'customer'] as const
type Field = (typeof fields)[number]
type Form = Readonly<Record<Field, string>> & { readonly kind: (typeof nameKinds)[number] }

const empty: Form = { name: '', date: '', country: '', identifier: '', customer: '', kind: 'person' }

const parts = (text: string): string[] =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const factsOf = ({ name, date, country, identifier, kind }: Form) =>
  screenedFacts.safeParse({
    kind,
    names: parts(name),
    dates: parts(date),
    countries: parts(country.toUpperCase()),
    identifiers: parts(identifier),
  })

const pathOf: Readonly<Record<string, Field>> = {
  names: 'name',
  dates: 'date',
  countries: 'country',
  identifiers: 'identifier',
}

const Result = ({ result }: { readonly result: ScreeningFull }) => {
  const { t, i18n } = useTranslation()
  return (
    <section className={hitClasses.result} aria-live="polite" aria-label={t('screening.form.result')}>
      <p className={hitClasses.verdict}>{t(`screening.verdict.${result.status}`, { count: result.hits })}</p>
      <ListAges lists={result.lists} />
      {result.matches.map((match) => (
        <div key={`${match.list}:${match.entry_id}`} className={hitClasses.found}>
          <p className={hitClasses.plain}>
            <strong>
              <bdi>{match.listed_name}</bdi>
            </strong>{' '}
            · {match.list} {match.entry_id} · {score(match.score, i18n.language)}
          </p>
          <Parts parts={match.parts} />
          <Qualifiers qualifiers={match.qualifiers} />
        </div>
      ))}
    </section>
  )
}

/** Screens somebody now; with a customer's number the register takes him, and matches become hits. */
export const ScreenDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const [form, setForm] = useState<Form>(empty)
  const [tried, setTried] = useState(false)
  const write = useScreenSomebody()
  const facts = factsOf(form)
  const faults = new Map(
    facts.success
      ? []
      : facts.error.issues.map(({ path, message }) => [pathOf[String(path[0])] ?? 'name', message] as const),
  )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    const customer = form.customer.trim()
    if (facts.success && !write.isPending)
      write.mutate({
        ...facts.data,
        ...(customer === '' ? {} : { subject: { kind: 'customer' as const, id: customer } }),
      })
  }
  return (
    <Dialog onClose={onClose} title={t('screening.form.title')} size={640} closeOnClickOutside={false}>
      <form onSubmit={submit} noValidate>
        <TextInput
          label={t('screening.form.name')}
          description={t('screening.form.several')}
          value={form.name}
          onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
          error={tried && faults.has('name') ? t('screening.form.nameMissing') : undefined}
          required
          dir="auto"
          data-autofocus
        />
        <div className={hitClasses.pair}>
          <Select
            label={t('screening.form.kind')}
            data={nameKinds.map((value) => ({ value, label: t(`screening.nameKind.${value}`) }))}
            value={form.kind}
            onChange={(value) => setForm({ ...form, kind: nameKinds.find((kind) => kind === value) ?? 'unknown' })}
            allowDeselect={false}
          />
          {fields.slice(1).map((field) => (
            <TextInput
              key={field}
              label={t(`screening.form.${field}`)}
              placeholder={t(`screening.form.example.${field as Exclude<Field, 'name'>}`)}
              value={form[field]}
              onChange={(event) => setForm({ ...form, [field]: event.currentTarget.value })}
              error={tried ? faults.get(field) : undefined}
              dir="auto"
            />
          ))}
        </div>
        <Button type="submit" mt="md" loading={write.isPending}>
          {t('screening.form.submit')}
        </Button>
      </form>
      {write.error === null ? null : <ErrorState error={write.error} compact />}
      {write.data === undefined ? null : <Result result={write.data.data} />}
    </Dialog>
  )
}
