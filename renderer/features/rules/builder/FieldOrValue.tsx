import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { RuleVocabulary } from '../../../../shared/schema/rules.ts'
import { fieldName } from '../../../../shared/text/field-words.ts'
import classes from './builder.module.css'
import { FieldList, offerKinds } from './FieldList.tsx'
import type { Json } from './logic.ts'
import { literalOf, pathOf, readOf, textOf } from './values.ts'

type Props = {
  readonly label: string
  readonly value: Json
  readonly isSubject: boolean
  readonly vocabulary: RuleVocabulary
  readonly disabled: boolean
  readonly onChange: (value: Json) => void
}

/** What stands below the field: the path as the text of the rule has it, or what kind of value is written there. */
const Caption = ({ value }: { readonly value: Json }) => {
  const { t } = useTranslation()
  const path = pathOf(value)
  const kind = typeof value
  if (path !== null) return <code title={path}>{path}</code>
  return kind === 'number' || kind === 'string' || kind === 'boolean' ? t(`rules.builder.valueKind.${kind}`) : null
}

/**
 * A field of the activity, shown and found in words, or a value that is typed. What is marked in the list is taken by
 * Enter and, once something was typed, by leaving the field; Escape keeps what stood there.
 */
export const FieldOrValue = ({ label, value, isSubject, vocabulary, disabled, onChange }: Props) => {
  const { t } = useTranslation()
  const combobox = useCombobox()
  const [typed, setTyped] = useState<string | null>(null)
  /** The option that was marked for what was typed; the arrow keys mark others. */
  const [marked, setMarked] = useState<string | null>(null)
  const path = pathOf(value)
  const shown = path === null ? textOf(value) : fieldName(path)
  const close = (): void => {
    setTyped(null)
    combobox.closeDropdown()
  }
  const take = (offer: string): void => {
    if (offer.startsWith(offerKinds.open)) {
      setTyped(offer.slice(offerKinds.open.length))
      return
    }
    onChange(
      offer.startsWith(offerKinds.path)
        ? readOf(offer.slice(offerKinds.path.length))
        : literalOf(offer.slice(offerKinds.value.length)),
    )
    close()
  }
  const leave = (): void => {
    if (combobox.dropdownOpened && typed !== null && typed.trim() !== '') combobox.clickSelectedOption()
    close()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setMarked(null)
    if (event.key === 'Escape') setTyped(null)
  }
  return (
    <div className={classes.field} data-subject={isSubject || undefined}>
      <Combobox store={combobox} onOptionSubmit={take} width={430} position="bottom-start" disabled={disabled}>
        <Combobox.Target
          withExpandedAttribute
          {...(marked === null || !combobox.dropdownOpened ? {} : { 'aria-activedescendant': marked })}
        >
          <TextInput
            size="xs"
            disabled={disabled}
            aria-label={label}
            description={<Caption value={value} />}
            inputWrapperOrder={['input', 'description']}
            aria-autocomplete="list"
            title={typed === null && path !== null ? shown : undefined}
            placeholder={t(isSubject ? 'rules.builder.subjectHint' : 'rules.builder.valueHint')}
            rightSection={<IconSelector size={14} aria-hidden />}
            rightSectionPointerEvents="none"
            classNames={{ input: classes.input ?? '', description: classes.caption ?? '' }}
            value={typed ?? shown}
            spellCheck={false}
            dir="auto"
            onFocus={(event) => event.currentTarget.select()}
            onClick={() => combobox.openDropdown()}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              combobox.openDropdown()
            }}
            onKeyDown={onKeyDown}
            onBlur={leave}
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          <FieldList
            vocabulary={vocabulary}
            typed={typed ?? ''}
            isSubject={isSubject}
            chosen={path}
            onShown={() =>
              setMarked((typed ?? '').trim() === '' ? combobox.selectActiveOption() : combobox.selectFirstOption())
            }
          />
        </Combobox.Dropdown>
      </Combobox>
    </div>
  )
}
