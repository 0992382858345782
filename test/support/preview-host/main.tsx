import '../../../renderer/app/noEval.ts'
import '@mantine/core/styles.css'
import '../../../shared/theme/tokens.css'
import '../../../renderer/theme/base.css'
import '../../../renderer/theme/components.css'
import { MantineProvider } from '@mantine/core'
import { StrictMode, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { startI18n } from '../../../renderer/app/i18n.ts'
import { installThemeVariables } from '../../../renderer/theme/install.ts'
import { theme } from '../../../renderer/theme/theme.ts'
import { EvidencePreview } from '../../../renderer/ui/evidence-preview/EvidencePreview.tsx'
import { servedPiece, type PreviewHost, type TestPiece } from './host.ts'

/**
 * A page that shows one piece at a time, in place of the screens of the application. Bytes come from the test, not from
 * a service.
 */

type Shown = { readonly piece: TestPiece | null; readonly scheme: 'light' | 'dark'; readonly count: number }

installThemeVariables()
await startI18n()

let shown: Shown = { piece: null, scheme: 'light', count: 0 }
const listeners = new Set<() => void>()
const become = (next: Shown): void => {
  shown = next
  for (const listener of listeners) listener()
}
const served = new Map<string, ReturnType<typeof servedPiece>>()

const host: PreviewHost = {
  reads: [],
  troubles: [],
  show: (piece) => {
    served.set(`/test-evidence/${shown.count + 1}`, servedPiece(piece))
    become({ ...shown, piece, count: shown.count + 1 })
  },
  setScheme: (scheme) => become({ ...shown, scheme }),
}
window.previewHost = host

const reachNetwork = window.fetch.bind(window)
window.fetch = (input, init) => {
  const piece = typeof input === 'string' ? served.get(input) : undefined
  if (piece === undefined) return reachNetwork(input, init)
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(new Headers(init?.headers).get('range') ?? '') ?? []
  const offset = Number(first)
  const length = Number(last) - offset + 1
  host.reads.push({ offset, length })
  return Promise.resolve(piece.range(offset, length))
}

const Host = () => {
  const { piece, scheme, count } = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
  const url = `/test-evidence/${count}`
  return (
    <MantineProvider theme={theme} forceColorScheme={scheme} withCssVariables={false} withGlobalClasses={false}>
      <div style={{ height: '100vh' }}>
        {piece === null ? null : (
          <EvidencePreview
            key={count}
            source={{
              url,
              name: piece.name,
              mediaType: piece.mediaType,
              kind: piece.kind,
              size: served.get(url)?.size ?? 0,
            }}
            onTrouble={(why) => host.troubles.push(why)}
          />
        )}
      </div>
    </MantineProvider>
  )
}

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <Host />
  </StrictMode>,
)
