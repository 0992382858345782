import { useTranslation } from 'react-i18next'
import type { AccountMoney } from '../../../../shared/api/tracing.ts'
import { entityHref, profileHref } from '../../../state/route.ts'
import classes from './money.module.css'

type Props = { readonly party: AccountMoney['parties'][number]['party'] }

/** Who is on the other side of a movement: a link where there is a page about it. */
export const PartyName = ({ party }: Props) => {
  const { t } = useTranslation()
  if (party === null) return <span className={classes.nobody}>{t('customer.money.nobody')}</span>
  if (party.kind === 'name') return <bdi>{party.id}</bdi>
  const { kind, id } = party
  return (
    <a href={profileHref({ kind, id }) ?? entityHref({ kind, id })} title={id}>
      <bdi>{id}</bdi>
    </a>
  )
}
