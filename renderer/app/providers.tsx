import { MantineProvider, mergeThemeOverrides } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../state/preferences.ts'
import { theme } from '../theme/theme.ts'

/** The colour scheme in force: the person's choice, or the system's. */
export const useColourScheme = (): 'light' | 'dark' => {
  const choice = usePreferences((preferences) => preferences.colour)
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)', false, { getInitialValueInEffect: false })
  if (choice === 'system') return systemIsDark === true ? 'dark' : 'light'
  return choice
}

/** Everything that the screens stand on: the cache, the look, the notices. */
export const Providers = ({ client, children }: { readonly client: QueryClient; readonly children: ReactNode }) => {
  const { t } = useTranslation()
  const named = useMemo(() => {
    const closeButtonProps = { 'aria-label': t('common.close') }
    return mergeThemeOverrides(theme, { components: { Notification: { defaultProps: { closeButtonProps } } } })
  }, [t])
  return (
    <QueryClientProvider client={client}>
      <MantineProvider
        theme={named}
        forceColorScheme={useColourScheme()}
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <Notifications position="bottom-right" autoClose={5_000} limit={4} />
        {children}
      </MantineProvider>
    </QueryClientProvider>
  )
}
