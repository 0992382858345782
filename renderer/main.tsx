import './app/noEval.ts'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/spotlight/styles.css'
import '../shared/theme/tokens.css'
import './theme/base.css'
import './theme/components.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { startI18n } from './app/i18n.ts'
import { Providers } from './app/providers.tsx'
import { makeQueryClient } from './data/queryClient.ts'
import { followAddress } from './state/route.ts'
import { markExpired, markLocked, markReachable } from './state/session.ts'
import { nameFonts } from './theme/fonts.ts'
import { installThemeVariables } from './theme/install.ts'

installThemeVariables()
followAddress()
await startI18n()

const client = makeQueryClient({ onSignedOut: markExpired, onLocked: markLocked, onReachable: markReachable })
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <Providers client={client}>
      <App />
    </Providers>
  </StrictMode>,
)
nameFonts()
