import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import classes from './entry.module.css'

/** Text for machines, with a button that copies it whole. */
export const CodeBlock = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { t } = useTranslation()
  return (
    <div className={classes.code}>
      {/* Scrolls, so the keyboard must reach it. */}
      <pre tabIndex={0} role="region" aria-label={label}>
        {text}
      </pre>
      <span className={classes.codeCopy}>
        <CopyButton value={text} label={`${t('common.copy')}: ${label}`} />
      </span>
    </div>
  )
}
