import { useTranslation } from 'react-i18next'
import { pageSize } from '../../data/paging/rows.ts'
import type { toldSize } from './useListSize.ts'

/** Says how many rows a list has, in the words of its kind. */
export const useSizeWords = (list: 'alerts' | 'transactions'): ((told: ReturnType<typeof toldSize>) => string) => {
  const { t, i18n } = useTranslation()
  const text = (count: number): string => count.toLocaleString(i18n.language)
  return (told) => {
    if (told === null) return ''
    return told === 'many'
      ? t(`${list}.manyTotal`, { max: text(pageSize) })
      : t(`${list}.total`, { count: told, text: text(told) })
  }
}
