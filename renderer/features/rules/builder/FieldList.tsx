import { Combobox } from '@mantine/core'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { RuleVocabulary } from '../../../../shared/schema/rules.ts'
import { entityWord } from '../../../../shared/text/feature-words.ts'
import classes from './builder.module.css'
import { catalogueOf, type Field } from './field-search.ts'
import { offersFor, type Offers } from './offers.ts'

/** What stands before a path, a section to go on with, and a value, among the values of the options. */
export const offerKinds = { path: 'path:', open: 'open:', value: 'value:' } as const

type Props = {
  readonly vocabulary: RuleVocabulary
  readonly typed: string
  readonly isSubject: boolean
  /** The path that is chosen now. */
  readonly chosen: string | null
  /** Once what is offered for the text is there. */
  readonly onShown: () => void
}

const FieldOption = ({ field, chosen }: { readonly field: Field; readonly chosen: string | null }) => (
  <Combobox.Option
    value={`${offerKinds.path}${field.path}`}
    active={field.path === chosen}
    aria-selected={field.path === chosen}
    className={classes.option ?? ''}
  >
    <span dir="auto">{field.name}</span>
    {field.name === field.path ? null : <code>{field.path}</code>}
  </Combobox.Option>
)

const ValueOption = ({ value }: { readonly value: NonNullable<Offers['value']> }) => {
  const { t } = useTranslation()
  const kind = typeof value.literal as 'number' | 'string' | 'boolean'
  return (
    <Combobox.Option
      value={`${offerKinds.value}${String(value.literal)}`}
      aria-selected={false}
      className={classes.option ?? ''}
    >
      <span dir="auto">{t(`rules.builder.value.${kind}`, { text: String(value.literal) })}</span>
      <small>{t('rules.builder.asValue')}</small>
    </Combobox.Option>
  )
}

const OpenOption = ({ section }: { readonly section: string }) => {
  const { t } = useTranslation()
  const [of = '', kind] = section.split('.')
  return (
    <Combobox.Option value={`${offerKinds.open}${section}`} aria-selected={false} className={classes.option ?? ''}>
      <span>
        {of === 'metadata'
          ? t('rules.builder.openSection.metadata')
          : t('rules.builder.openSection.profile', { entity: entityWord(kind ?? '') })}
      </span>
      <small>{t('rules.builder.goOn', { section })}</small>
    </Combobox.Option>
  )
}

/** What is offered for what is typed: fields in words with their paths below, by group, and the text as a value. */
export const FieldList = ({ vocabulary, typed, isSubject, chosen, onShown }: Props) => {
  const { t } = useTranslation()
  const catalogue = useMemo(() => catalogueOf(vocabulary), [vocabulary])
  const offers = useMemo(
    () => offersFor(catalogue, typed, isSubject, (group) => t(`rules.builder.group.${group}`)),
    [catalogue, typed, isSubject, t],
  )
  const shown = useEffectEvent(onShown)
  useEffect(() => shown(), [offers])
  const value = offers.value === null ? null : <ValueOption value={offers.value} />
  const found = offers.sections.reduce((sum, { fields }) => sum + fields.length, 0)
  return (
    <>
      <Combobox.Options aria-label={t('rules.builder.fields')} className={classes.options ?? ''}>
        {offers.value?.leads === true ? value : null}
        {offers.sections.map(({ group, fields }, at) => (
          <Combobox.Group key={`${group} ${at}`} label={t(`rules.builder.group.${group}`)}>
            {fields.map((field) => (
              <FieldOption key={field.path} field={field} chosen={chosen} />
            ))}
          </Combobox.Group>
        ))}
        {offers.open.map((section) => (
          <OpenOption key={section} section={section} />
        ))}
        {offers.value?.leads === false ? value : null}
      </Combobox.Options>
      <div role="status" className="fs-visually-hidden">
        {t('rules.builder.found', { count: found })}
      </div>
    </>
  )
}
