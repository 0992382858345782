import type { ParseKeys, TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { GridWords } from './words.ts'

/** Lists of which rows can be selected. */
type SelectableList = 'alerts' | 'screening' | 'transactions'

/** Lists whose words stand under their own name in the messages. */
type WordedList = SelectableList | 'businesses' | 'decisions' | 'reports'

type ColumnKey = Extract<ParseKeys, `${WordedList}.column.${string}`>

const nothingSelected = {
  selected: () => '',
  selectAll: '',
  select: () => '',
  toggle: '',
  selectMatching: '',
  clear: '',
}

/** What a list says whose rows cannot be selected. */
export const useListWords = <T>(list: WordedList, label: string): GridWords<T> => {
  const { t } = useTranslation()
  return useMemo(
    () => ({
      ...nothingSelected,
      label,
      changed: t('queue.changed'),
      column: (id) => t(`${list}.column.${id}` as ColumnKey),
      next: t(`${list}.command.next`),
      previous: t(`${list}.command.previous`),
      open: t(`${list}.command.open`),
      reload: t('queue.command.reload'),
      seeksEnd: (count) => t('ui.seeksEnd', { count }),
      goesOn: (count) => t('ui.goesOn', { count }),
    }),
    [t, list, label],
  )
}

/** What a list says whose rows can be selected; `select` says it of a row, and is the same function at every call. */
export const useSelectableWords = <T>(
  list: SelectableList,
  label: string,
  select: (t: TFunction, item: T) => string,
): GridWords<T> => {
  const { t } = useTranslation()
  const words = useListWords<T>(list, label)
  return useMemo(
    () => ({
      ...words,
      selected: (count) => t('queue.selected', { count }),
      selectAll: t(`${list}.selectAll`),
      select: (item) => select(t, item),
      toggle: t('queue.command.toggle'),
      selectMatching: t(`${list}.command.selectMatching`),
      clear: t('queue.command.clear'),
    }),
    [t, words, list, select],
  )
}
