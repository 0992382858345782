import { useTranslation } from 'react-i18next'
import { exactBytes, formatBytes } from './bytes.ts'

/** A size that can be read at a glance; hovering gives the exact number of bytes. */
export const Bytes = ({ value, className }: { readonly value: number; readonly className?: string }) => {
  const { t, i18n } = useTranslation()
  return (
    <span className={className} title={t('ui.bytes', { count: value, text: exactBytes(value, i18n.language) })}>
      {formatBytes(value, i18n.language)}
    </span>
  )
}
