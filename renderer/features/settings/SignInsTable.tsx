import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import type { LiveSignIn, useEndSignIn } from '../../data/queries/signIns.ts'
import { describeError } from '../../ui/describeError.ts'
import cells from '../../ui/plain-table.module.css'
import { PlainTable } from '../../ui/PlainTable.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { browserOf } from './agentName.ts'
import classes from './settings.module.css'

const useAgentWords = () => {
  const { t } = useTranslation()
  return ({ agent }: LiveSignIn): string => {
    if (agent === null) return t('settings.signIns.unknown')
    const named = browserOf(agent)
    if (named === null) return agent
    return named.system === null ? named.browser : t('settings.signIns.on', { ...named })
  }
}

type Ending = ReturnType<typeof useEndSignIn>

const SignInRow = ({ signIn, ending }: { readonly signIn: LiveSignIn; readonly ending: Ending }) => {
  const { t } = useTranslation()
  const agent = useAgentWords()(signIn)
  const address = signIn.address ?? t('settings.signIns.unknown')
  const end = (): void =>
    ending.mutate(signIn.id, {
      onSuccess: ({ data }) => notifications.show({ message: t('settings.signIns.ended', { count: data.ended }) }),
      onError: (error) => notifications.show({ color: 'red', message: describeError(error, t).what }),
    })
  return (
    <tr>
      <td className={classes.agent}>
        <bdi title={signIn.agent ?? undefined}>{agent}</bdi>
        <span className={classes.agentKind}>
          {t(`settings.signIns.kind.${signIn.kind}`)}
          {signIn.how === 'provider' ? `, ${t('settings.signIns.byProvider')}` : null}
        </span>
      </td>
      <td>{address}</td>
      <td>
        <Timestamp at={signIn.signed_in_at} />
      </td>
      <td>
        <Timestamp at={signIn.last_used_at} />
      </td>
      <td className={cells.end}>
        {signIn.this_one ? (
          t('settings.signIns.thisOne')
        ) : (
          <Button
            variant="default"
            size="compact-xs"
            onClick={end}
            disabled={ending.isPending}
            aria-label={t('settings.signIns.endOf', { agent, address })}
          >
            {t('settings.signIns.end')}
          </Button>
        )}
      </td>
    </tr>
  )
}

/** Sign-ins that live, each with the button that ends it. */
export const SignInsTable = ({
  signIns,
  ending,
}: {
  readonly signIns: readonly LiveSignIn[]
  readonly ending: Ending
}) => {
  const { t } = useTranslation()
  return (
    <PlainTable
      heads={(['by', 'from', 'began', 'used'] as const).map((column) => ({ text: t(`settings.signIns.${column}`) }))}
      actions
    >
      {signIns.map((signIn) => (
        <SignInRow key={signIn.id} signIn={signIn} ending={ending} />
      ))}
    </PlainTable>
  )
}
