import { IconGavel } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CaseFull } from '../../../../shared/schema/case.ts'
import { useUsers } from '../../../data/queries/session.ts'
import { formatLocal } from '../../../ui/time.ts'
import classes from '../workspace.module.css'

/** Says that a legal hold protects the case, why, and since when. */
export const HoldBanner = ({ hold }: { readonly hold: NonNullable<CaseFull['hold']> }) => {
  const { t } = useTranslation()
  const name =
    useUsers().data?.find((user) => user.id === hold.placed_by)?.name ?? t('case.hold.someone', { id: hold.placed_by })
  return (
    <div className={classes.hold} role="note">
      <IconGavel size={16} aria-hidden />
      <p>
        <b>{t('case.hold.banner')}</b>{' '}
        <span>{t('case.hold.since', { at: formatLocal(Date.parse(hold.placed_at)), name })}</span>{' '}
        <span dir="auto">“{hold.reason}”</span> <span>{t('case.hold.means')}</span>
      </p>
    </div>
  )
}
