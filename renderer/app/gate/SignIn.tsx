import { useTranslation } from 'react-i18next'
import { GateFrame } from './GateFrame.tsx'
import { ProviderSignIn } from './ProviderSignIn.tsx'
import { SignInForm } from './SignInForm.tsx'
import classes from './gate.module.css'

/** The first page in a browser. */
export const SignIn = () => {
  const { t } = useTranslation()
  return (
    <GateFrame title={t('signIn.title')} lead={t('signIn.lead')}>
      <SignInForm />
      <ProviderSignIn />
      <p className={classes.foot}>{t('signIn.foot')}</p>
    </GateFrame>
  )
}
