import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { NetworkPath, NodeRisk } from '../../../../shared/schema/network.ts'
import { ShareBar } from '../../../ui/charts/ShareBar.tsx'
import classes from './panel.module.css'

type Props = {
  readonly risk: NodeRisk
  /** Shows the way that explains a part; absent where there is no picture. */
  readonly onShow?: (path: NetworkPath, text: string) => void
}

/** The way of a path in words: each node in its order. */
const wayOf = (path: NetworkPath): string => path.nodes.map(({ id }) => id).join(' → ')

/**
 * What the risk of an entity is made of, largest first: each part with its share of the score and the way that explains
 * it.
 */
export const RiskParts = ({ risk, onShow }: Props) => {
  const { t } = useTranslation()
  if (risk.parts.length === 0) return <p className={classes.nothing}>{t('network.risk.none')}</p>
  const whole = risk.parts.reduce((sum, { share }) => sum + share, 0)
  return (
    <ol className={classes.parts} aria-label={t('network.risk.label')}>
      {risk.parts.map((part) => (
        <li key={part.part}>
          <span className={classes.partHead}>
            <span className={classes.partName}>{t(`network.risk.part.${part.part}`)}</span>
            <span className={classes.partShare}>
              <ShareBar share={whole === 0 ? 0 : part.share / whole} />
            </span>
          </span>
          <span className={classes.partText} dir="auto">
            {part.text}
          </span>
          {part.path === null || part.path.nodes.length < 2 ? null : (
            <span className={classes.way}>
              <bdi className={classes.wayText} title={wayOf(part.path)}>
                {wayOf(part.path)}
              </bdi>
              {onShow === undefined ? null : (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  flex="none"
                  onClick={() => (part.path === null ? undefined : onShow(part.path, part.text))}
                >
                  {t('network.risk.show')}
                </Button>
              )}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
