import { useMemo } from 'react'
import { edgesOf, type DrawnEdge } from './model/drawn.ts'
import { shownOf, type Shown } from './model/view.ts'
import { useNetwork } from './state.ts'

/** What is on the screen of what the window holds, and its lines. */
export const useShown = (): { readonly shown: Shown; readonly edges: readonly DrawnEdge[] } => {
  const { net, centres, hidden, hiddenKinds, hiddenLinks, pinned, span, grouping, opened, path } = useNetwork()
  return useMemo(() => {
    const kept = new Set([...centres, ...pinned, ...(path?.nodes ?? [])])
    const shown = shownOf(net, { hidden, hiddenKinds, hiddenLinks, span, grouping, opened, kept })
    return { shown, edges: edgesOf(shown.links) }
  }, [net, centres, hidden, hiddenKinds, hiddenLinks, pinned, span, grouping, opened, path])
}
