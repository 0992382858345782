import { useMemo } from 'react'
import { encode } from 'uqr'

/** Light modules around the picture, without which readers do not find it (ISO/IEC 18004). */
const border = 4

/** The dark modules of a text as one path, a square for each. */
const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')

/** A text as a QR picture, drawn here: it goes nowhere. Dark on light in every colour scheme, as readers ask for. */
export const QrPicture = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { size, data } = useMemo(() => encode(text, { ecc: 'M', border }), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={200}
      height={200}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={pathOf(data)} fill="#000000" />
    </svg>
  )
}
