type Props = { readonly size?: number; readonly title?: string; readonly className?: string }

const teeth = 16
const outline = Array.from({ length: teeth * 2 }, (_, step) => {
  const angle = (Math.PI * step) / teeth - Math.PI / 2
  const radius = step % 2 === 0 ? 11.4 : 10
  return `${(12 + radius * Math.cos(angle)).toFixed(2)},${(12 + radius * Math.sin(angle)).toFixed(2)}`
}).join(' ')

/** The mark of the product: a notarial seal around a field divided by a chevron. Decorative unless it has a title. */
export const SealMark = ({ size = 20, title, className }: Props) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    className={className}
    role={title === undefined ? undefined : 'img'}
    aria-label={title}
    aria-hidden={title === undefined}
  >
    <polygon points={outline} fill="currentColor" stroke="currentColor" strokeWidth="0.8" strokeLinejoin="round" />
    <circle cx="12" cy="12" r="7.6" fill="none" stroke="var(--fs-seal-ground, var(--fs-surface))" strokeWidth="0.9" />
    <path
      d="M7.9 13.9 12 8.6l4.1 5.3M9.6 15.9 12 12.8l2.4 3.1"
      fill="none"
      stroke="var(--fs-seal-ground, var(--fs-surface))"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
