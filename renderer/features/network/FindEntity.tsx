import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNodeSearch } from '../../data/queries/network.ts'
import { useEnterAhead } from '../../ui/useEnterAhead.ts'
import { KindMark } from './KindMark.tsx'
import { keyOf } from './model/kinds.ts'
import classes from './network.module.css'

export const findFieldId = 'network-find'

type Props = {
  readonly onFound: (key: string) => void
  readonly width?: number
  readonly autoFocus?: boolean
  /** Where the screen has another one. */ readonly id?: string
}

/** Finds an entity of the network by its identifier or name; Enter takes the best. */
export const FindEntity = ({ onFound, width = 260, autoFocus = false, id = findFieldId }: Props) => {
  const { t } = useTranslation()
  const combobox = useCombobox()
  const [typed, setTyped] = useState('')
  const wanted = typed.trim()
  const [asked] = useDebouncedValue(wanted, 150)
  const search = useNodeSearch(asked)
  const found = asked === '' || wanted === '' ? [] : (search.data ?? [])
  const isCurrent = asked === wanted && !search.isPlaceholderData && !search.isLoading
  const mark = useEffectEvent(() => {
    if (isCurrent && found.length > 0) combobox.selectFirstOption()
    else combobox.resetSelectedOption()
  })
  // What is found comes after the list was opened: the best of it is marked then, and nothing while it fits an older
  // text.
  useEffect(() => mark(), [search.data, isCurrent])
  const choose = (key: string): void => {
    setTyped('')
    combobox.closeDropdown()
    onFound(key)
  }
  const takeBest = (): void => {
    const [best] = found
    if (best !== undefined) choose(keyOf(best))
  }
  const ahead = useEnterAhead(isCurrent, takeBest)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Escape') {
      ahead.drop()
      if (!combobox.dropdownOpened) event.currentTarget.blur()
    }
    if (event.key !== 'Enter' || wanted === '' || (isCurrent && combobox.getSelectedOptionIndex() >= 0)) return
    event.preventDefault()
    if (isCurrent) takeBest()
    else ahead.keep()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose} width={340} position="bottom-start">
      <Combobox.Target withExpandedAttribute>
        <TextInput
          id={id}
          w={width}
          role="combobox"
          aria-label={t('network.find.label')}
          placeholder={t('network.find.placeholder')}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={typed}
          maxLength={200}
          dir="auto"
          data-autofocus={autoFocus || undefined}
          onChange={(event) => {
            ahead.drop()
            setTyped(event.currentTarget.value)
            combobox.openDropdown()
          }}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={typed.trim() === ''}>
        <Combobox.Options aria-label={t('network.find.label')}>
          {found.map((node) => (
            <Combobox.Option key={keyOf(node)} value={keyOf(node)} disabled={!isCurrent}>
              <span className={classes.option}>
                <KindMark kind={node.kind} />
                <bdi className={classes.ellipsis}>{node.label}</bdi>
                {node.label === node.id ? null : <bdi className="fs-mono">{node.id}</bdi>}
                <span className="fs-muted">{t(`network.kind.${node.kind}`)}</span>
              </span>
            </Combobox.Option>
          ))}
          {found.length > 0 ? null : (
            <Combobox.Empty>{!isCurrent ? t('network.find.searching') : t('network.find.nothing')}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
