import { IconAlertOctagon, IconEye, IconShieldCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { KnownMark, Standing } from '../../shared/schema/known-files.ts'
import classes from './known-mark.module.css'

const icons = { known_good: IconShieldCheck, known_bad: IconAlertOctagon, of_interest: IconEye } as const

/** The sign of what lists say of a file. */
export const StandingIcon = ({ standing, size = 14 }: { readonly standing: Standing; readonly size?: number }) => {
  const Icon = icons[standing]
  return (
    <span className={classes.sign} data-standing={standing} aria-hidden>
      <Icon size={size} stroke={1.8} />
    </span>
  )
}

/** That a piece is on lists of known files: the gravest sign, and all lists in its words. */
export const KnownMarkSign = ({ known }: { readonly known: readonly KnownMark[] }) => {
  const { t } = useTranslation()
  const [first] = known
  if (first === undefined) return null
  const words = known.map((mark) =>
    t('known.mark', { standing: t(`known.standing.${mark.standing}`), list: mark.list }),
  )
  return (
    <span className={classes.mark} title={words.join('\n')}>
      <StandingIcon standing={first.standing} />
      <span className="fs-visually-hidden">{words.join('; ')}</span>
    </span>
  )
}
