import type { NodeKind } from '../../../shared/schema/network.ts'
import { forms } from './model/forms.ts'
import { shapeOf } from './model/kinds.ts'
import { kindToken } from './picture/palette.ts'

type Props = { readonly kind: NodeKind | null; readonly group?: boolean; readonly size?: number }

/** The form and the colour that a kind has in the picture; the word stands beside it. */
export const KindMark = ({ kind, group = false, size = 13 }: Props) => (
  <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden style={{ flex: 'none' }}>
    <path
      d={forms[group ? 'cluster' : kind === null ? 'disc' : shapeOf[kind]]}
      fillRule="evenodd"
      fill={`var(${kindToken(kind)})`}
    />
  </svg>
)
