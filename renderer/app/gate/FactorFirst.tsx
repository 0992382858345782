import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignOut } from '../../data/queries/session.ts'
import { RecoveryCodes } from '../../features/settings/RecoveryCodes.tsx'
import { SetUpSecondFactor } from '../../features/settings/SetUpSecondFactor.tsx'
import { GateFrame } from './GateFrame.tsx'
import classes from './gate.module.css'

/** L-121: instead of everything, for somebody whose role takes a second factor and who has none yet. */
export const FactorFirst = () => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const signOut = useSignOut()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const goOn = (): void => {
    setCodes(null)
    void client.invalidateQueries()
  }
  return (
    <GateFrame title={t('factorFirst.title')} lead={t('factorFirst.lead')} wide>
      <div className={classes.told}>
        <SetUpSecondFactor onDone={setCodes} />
      </div>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => signOut.mutate()}>
          {t('shell.signOut')}
        </Button>
      </div>
      <RecoveryCodes codes={codes} onClose={goOn} />
    </GateFrame>
  )
}
