import classes from './marks.module.css'

const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/u)
  const first = [...(words[0] ?? '')][0] ?? ''
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : ''
  return (first + last).toLocaleUpperCase()
}

/** A person: initials in a ring, and the name in full. */
export const PersonName = ({ name, plain = false }: { readonly name: string; readonly plain?: boolean }) => (
  <span className={classes.person} title={name}>
    {plain ? null : (
      <span className={classes.initials} aria-hidden>
        {initialsOf(name)}
      </span>
    )}
    <span dir="auto" className="fs-ellipsis">
      {name}
    </span>
  </span>
)
