import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './day-field.module.css'
import { formatDay, formatLocal } from './time.ts'
import { movedDay, readDay, readMoment } from './typed-day.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'rightSection' | 'placeholder' | 'dir'> & {
  /** The day as `2026-11-21`, with `time` as `2026-11-21T14:05:00`; '' for none. */
  readonly value: string
  /** Called with a day that there is, or with '' while what stands in the field is none. */
  readonly onDay: (value: string) => void
  /** Whether the time of a clock stands behind the day. */
  readonly time?: boolean
  /** The last day that the calendar offers. */
  readonly max?: string
}

const steps: Readonly<Record<string, { readonly days: number } | { readonly months: number }>> = {
  ArrowUp: { days: 1 },
  ArrowDown: { days: -1 },
  PageUp: { months: 1 },
  PageDown: { months: -1 },
}

/** A clock's seconds that are none are not shown. */
const shownOf = (value: string, time: boolean): string =>
  time ? value.replace('T', ' ').replace(/(:\d{2}):00$/u, '$1') : value

/**
 * A day, typed as 2026-11-21 whatever the language of the browser: its own field asks for the parts in an order that
 * differs from machine to machine.
 * The arrows go a day on and back, Page up and Page down a month; Alt and the arrow down open the browser's calendar.
 */
export const DayField = ({
  value,
  onDay,
  time = false,
  max,
  error,
  readOnly = false,
  onKeyDown,
  onBlur,
  ...rest
}: Props) => {
  const { t } = useTranslation()
  const calendar = useRef<HTMLInputElement>(null)
  // What was typed, and the value that was made of it: another value came from elsewhere and is what counts.
  const [typed, setTyped] = useState<{ readonly text: string; readonly gives: string } | null>(null)
  const [left, setLeft] = useState(false)
  const read = time ? readMoment : readDay
  const own = typed !== null && typed.gives === value ? typed : null
  const text = own?.text ?? shownOf(value, time)
  const isNone = text.trim() !== '' && read(text) === null
  const take = (next: string): void => {
    const gives = read(next) ?? ''
    setTyped({ text: next, gives })
    if (gives !== value) onDay(gives)
  }
  const put = (gives: string): void => {
    setTyped(null)
    onDay(gives)
  }
  const open = (): void => calendar.current?.showPicker()
  const step = (event: KeyboardEvent<HTMLInputElement>): void => {
    onKeyDown?.(event)
    const by = steps[event.key]
    if (by === undefined || readOnly || event.defaultPrevented || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (event.altKey) return event.key === 'ArrowDown' ? open() : undefined
    const now = read(text)
    const today = formatLocal(Date.now(), true).replace(' ', 'T')
    if (now === null) return isNone ? undefined : put(time ? today : formatDay(Date.now()))
    put(`${movedDay(now.slice(0, 10), by)}${now.slice(10)}`)
  }
  return (
    <TextInput
      {...rest}
      classNames={
        rest.label === undefined
          ? { root: classes.bare ?? '', wrapper: classes.bareInput ?? '', error: classes.bareError ?? '' }
          : {}
      }
      value={text}
      readOnly={readOnly}
      placeholder={t(time ? 'ui.day.momentForm' : 'ui.day.form')}
      error={isNone && left ? t(time ? 'ui.day.noMoment' : 'ui.day.none') : error}
      autoComplete="off"
      spellCheck={false}
      dir="ltr"
      maxLength={time ? 19 : 10}
      onChange={(event) => {
        setLeft(false)
        take(event.currentTarget.value)
      }}
      onBlur={(event) => {
        setLeft(true)
        if (read(text) !== null) setTyped(null)
        onBlur?.(event)
      }}
      onKeyDown={step}
      rightSectionPointerEvents="all"
      rightSection={
        readOnly ? null : (
          <span className={classes.calendar}>
            {/* Where it stands, the browser opens its calendar; it is neither seen nor reached. */}
            <input
              ref={calendar}
              type="date"
              className={classes.native}
              tabIndex={-1}
              aria-hidden
              value={value.slice(0, 10)}
              max={max}
              onChange={(event) =>
                put(
                  event.currentTarget.value === ''
                    ? ''
                    : `${event.currentTarget.value}${time ? value.slice(10) || 'T00:00:00' : ''}`,
                )
              }
            />
            <ActionIcon size={20} tabIndex={-1} aria-label={t('ui.day.calendar')} onClick={open}>
              <IconCalendar size={14} stroke={1.7} aria-hidden />
            </ActionIcon>
          </span>
        )
      }
    />
  )
}
