import classes from './marks.module.css'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
const names: Readonly<Record<string, string>> = {
  mod: isApple ? '⌘' : 'Ctrl',
  shift: isApple ? '⇧' : 'Shift',
  alt: isApple ? '⌥' : 'Alt',
  enter: 'Enter',
  escape: 'Esc',
  up: '↑',
  down: '↓',
}

/** A shortcut as keys to press, written as in a command: `mod+k`, `g q`. */
export const Keys = ({ shortcut }: { readonly shortcut: string }) => (
  <span className={classes.keys}>
    {shortcut.split(/[ +]/).map((key, index) => (
      <kbd key={index} className={classes.key}>
        {names[key] ?? (key.length === 1 ? key.toUpperCase() : key)}
      </kbd>
    ))}
  </span>
)
