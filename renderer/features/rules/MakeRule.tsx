import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommands, type PaletteCommand } from '../../state/commands.ts'
import { ruleLikeHref } from '../../state/route.ts'
import { Keys } from '../../ui/Keys.tsx'

/** Leads from a transaction to a rule that begins from it. */
export const MakeRule = ({
  transactionId,
  className,
}: {
  readonly transactionId: string
  readonly className: string | undefined
}) => {
  const { t } = useTranslation()
  const href = ruleLikeHref(transactionId)
  const commands = useMemo(
    (): readonly PaletteCommand[] => [
      {
        id: 'rule.make',
        section: 'selection',
        title: t('rules.makeCommand'),
        shortcut: 'm',
        keywords: 'rule detection',
        run: () => void (window.location.hash = href),
      },
    ],
    [href, t],
  )
  useCommands(commands)
  return (
    <>
      <a href={href} className={className} aria-keyshortcuts="m">
        {t('rules.make')}
      </a>{' '}
      <Keys shortcut="m" />
    </>
  )
}
