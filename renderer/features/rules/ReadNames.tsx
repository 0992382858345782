import { useTranslation } from 'react-i18next'
import { fieldName } from '../../../shared/text/field-words.ts'
import type { Group } from './builder/logic.ts'
import { readsOutside } from './builder/reads.ts'
import classes from './rules.module.css'

/** What a rule reads where the builder does not show it, in words beside the names that its text has. */
export const ReadNames = ({ group, reason }: { readonly group: Group; readonly reason: string }) => {
  const { t } = useTranslation()
  const paths = readsOutside(group, reason)
  if (paths.length === 0) return null
  return (
    <section aria-label={t('rules.reads')}>
      <h3 className={classes.readsTitle}>{t('rules.reads')}</h3>
      <ul className={classes.reads}>
        {paths.map((path) => (
          <li key={path}>
            {/* Who names the metadata may do so in any script. */}
            <span dir="auto">{fieldName(path)}</span>
            {fieldName(path) === path ? null : <code>{path}</code>}
          </li>
        ))}
      </ul>
    </section>
  )
}
