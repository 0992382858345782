/** A level from 1 to 3 as bars that grow; the fourth and highest is a filled mark. */
export const LevelBars = ({ level }: { readonly level: number }) => (
  <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden>
    {level === 4 ? (
      <>
        <rect x="1" y="1" width="12" height="12" rx="3" fill="currentColor" />
        <path d="M7 3.6v4M7 9.9v.6" stroke="var(--fs-surface)" strokeWidth="1.8" strokeLinecap="round" />
      </>
    ) : (
      [0, 1, 2].map((bar) => (
        <rect
          key={bar}
          x={1.5 + bar * 4}
          y={9 - bar * 3}
          width="2.8"
          height={3.5 + bar * 3}
          rx="1"
          fill="currentColor"
          opacity={bar < level ? 1 : 0.25}
        />
      ))
    )}
  </svg>
)
