import { useTranslation } from 'react-i18next'
import type { FinalOwner, TreeNode } from '../../../shared/schema/kyb.ts'
import { detectionHref } from '../../state/route.ts'
import classes from './businesses.module.css'
import { shareRangeText, statedText } from '../../ui/shares.ts'

const Frame = ({ label, children }: { readonly label: string; readonly children: React.ReactNode }) => (
  <div className={classes.frame} tabIndex={0} role="group" aria-label={label}>
    <table className={classes.table}>{children}</table>
  </div>
)

/** The tree of owners as a table: who holds what of whom, and what that is of the business. */
export const TreeTable = ({ nodes }: { readonly nodes: readonly TreeNode[] }) => {
  const { t, i18n } = useTranslation()
  return (
    <Frame label={t('businesses.treeTable')}>
      <thead>
        <tr>
          <th scope="col">{t('businesses.layer')}</th>
          <th scope="col">{t('businesses.owner')}</th>
          <th scope="col">{t('businesses.column.kind')}</th>
          <th scope="col">{t('businesses.holds')}</th>
          <th scope="col">{t('businesses.of')}</th>
          <th scope="col" className={classes.end}>
            {t('businesses.integrated')}
          </th>
        </tr>
      </thead>
      <tbody>
        {nodes.flatMap((node, at) =>
          node.parent === null
            ? []
            : [
                <tr key={at}>
                  <td>{node.depth}</td>
                  <td className={classes.wide}>
                    <bdi>{node.party.name}</bdi>
                    {node.again === null ? null : ` (${t(`businesses.again.${node.again}`)})`}
                  </td>
                  <td>{t(`businesses.kind.${node.party.kind}`)}</td>
                  <td>
                    {node.interests
                      .map(({ kind, share }) =>
                        `${t(`businesses.interest.${kind}`)} ${statedText(share, i18n.language) ?? ''}`.trim(),
                      )
                      .join(', ')}
                  </td>
                  <td className={classes.wide}>
                    <bdi>{nodes[node.parent]?.party.name}</bdi>
                  </td>
                  <td className={classes.end}>
                    {node.integrated === null ? '' : shareRangeText(node.integrated, i18n.language)}
                  </td>
                </tr>,
              ],
        )}
      </tbody>
    </Frame>
  )
}

const Paths = ({ owner }: { readonly owner: FinalOwner }) => {
  const { t, i18n } = useTranslation()
  return (
    <ul className={classes.paths}>
      {owner.paths.map(({ through, share }) => (
        <li key={through.join(' › ')}>
          <bdi>{through.join(' › ')}</bdi> <span className={classes.quiet}>{shareRangeText(share, i18n.language)}</span>
        </li>
      ))}
      {owner.paths_more ? <li className={classes.quiet}>{t('businesses.morePaths')}</li> : null}
    </ul>
  )
}

/** Who owns or controls the business in the end, and through whom. */
export const OwnersTable = ({ owners }: { readonly owners: readonly FinalOwner[] }) => {
  const { t, i18n } = useTranslation()
  if (owners.length === 0) return <p className={classes.nothing}>{t('businesses.noOwners')}</p>
  return (
    <Frame label={t('businesses.owners')}>
      <thead>
        <tr>
          <th scope="col">{t('businesses.owner')}</th>
          <th scope="col">{t('businesses.column.kind')}</th>
          <th scope="col" className={classes.end}>
            {t('businesses.interest.shareholding')}
          </th>
          <th scope="col" className={classes.end}>
            {t('businesses.interest.voting_rights')}
          </th>
          <th scope="col">{t('businesses.beneficialOwner')}</th>
          <th scope="col">{t('businesses.controls')}</th>
          <th scope="col">{t('businesses.through')}</th>
        </tr>
      </thead>
      <tbody>
        {owners.map((owner) => (
          <tr key={owner.id}>
            <td className={classes.wide}>
              <a href={detectionHref('businesses', owner.id)}>
                <bdi>{owner.name}</bdi>
              </a>
              {owner.known ? null : <span className={classes.quiet}> · {t('businesses.notNamed')}</span>}
            </td>
            <td>{t(`businesses.kind.${owner.kind}`)}</td>
            <td className={classes.end}>{shareRangeText(owner.shares, i18n.language)}</td>
            <td className={classes.end}>{shareRangeText(owner.votes, i18n.language)}</td>
            <td data-met={owner.beneficial_owner} className={classes.met}>
              {t(`businesses.met.${owner.beneficial_owner}`)}
              {owner.basis.length === 0 ? null : (
                <span className={classes.quiet}>
                  {' '}
                  {owner.basis.map((basis) => t(`businesses.basis.${basis}`)).join(', ')}
                </span>
              )}
            </td>
            <td data-met={owner.controls} className={classes.met}>
              {t(`businesses.met.${owner.controls}`)}
            </td>
            <td className={classes.wide}>
              <Paths owner={owner} />
            </td>
          </tr>
        ))}
      </tbody>
    </Frame>
  )
}
