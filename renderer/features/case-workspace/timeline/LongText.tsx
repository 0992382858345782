import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './timeline.module.css'

/** Longest text that is shown whole, in characters and in lines. */
const shownChars = 900
const shownLines = 10

const isLong = (text: string): boolean =>
  text.length > shownChars || text.split('\n', shownLines + 1).length > shownLines

/** A text of a person in its own direction, with its line breaks; a long one opens on demand. */
export const LongText = ({ text }: { readonly text: string }) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const long = isLong(text)
  return (
    <div>
      <div className={classes.prose} dir="auto" data-clamped={long && !open ? true : undefined}>
        {text}
      </div>
      {long ? (
        <button type="button" className={classes.linkButton} onClick={() => setOpen(!open)} aria-expanded={open}>
          {open ? t('case.timeline.collapse') : t('case.timeline.expand')}
        </button>
      ) : null}
    </div>
  )
}
