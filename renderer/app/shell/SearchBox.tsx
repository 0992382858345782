import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findCaseByNumber } from '../../../shared/api/cases.ts'
import { call } from '../../data/client.ts'
import { isRefusal } from '../../data/errors.ts'
import { navigate, openCase, useRoute } from '../../state/route.ts'
import { Keys } from '../../ui/Keys.tsx'
import { searchInputId } from './searchFocus.ts'
import classes from './shell.module.css'

const caseNumber = /^CASE-[A-Z0-9-]+-\d{8}-\d{5}$/i

/** Sets the search of the queue, keeping its other filters when the queue is what is shown. */
const search = (q: string): void => {
  const { route } = useRoute.getState()
  if (route.name !== 'queue') {
    if (q !== '') navigate({ name: 'queue', query: { q } })
    return
  }
  const { q: _, ...others } = route.query
  navigate({ name: 'queue', query: q === '' ? others : { ...others, q } }, 'replace')
}

/** Full-text search of the queue as one types; a whole case number and Enter opens that case. */
export const SearchBox = () => {
  const { t } = useTranslation()
  const current = useRoute(({ route }) => (route.name === 'queue' ? (route.query.q ?? '') : ''))
  const onQueue = useRoute(({ route }) => route.name === 'queue')
  const [held, setHeld] = useState({ current, text: current })
  // What was typed has become the search of the queue: from now on it goes with that search.
  if (held.current !== current && held.text.trim() === current) setHeld({ current, text: held.text })
  const text = held.current === current || held.text.trim() === current ? held.text : current
  const later = useDebouncedCallback(search, 220)
  const type = (next: string): void => {
    setHeld({ current, text: next })
    if (onQueue) later(next.trim())
  }
  const submit = async (): Promise<void> => {
    const typed = text.trim()
    if (!caseNumber.test(typed)) {
      search(typed)
      document.getElementById('queue-grid')?.focus()
      return
    }
    try {
      const found = await call(findCaseByNumber, { params: { case_number: typed.toUpperCase() } })
      openCase(found.data.id)
    } catch (error) {
      if (isRefusal(error, 'not_found'))
        notifications.show({ message: t('shell.noCase', { number: typed }), color: 'red' })
      else search(typed)
    }
  }
  return (
    <form
      role="search"
      className={classes.search}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextInput
        id={searchInputId}
        type="text"
        aria-label={t('shell.searchLabel')}
        placeholder={t('shell.search')}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          if (text !== '') type('')
          else event.currentTarget.blur()
        }}
        leftSection={<IconSearch size={14} stroke={1.8} aria-hidden />}
        rightSection={
          text === '' ? (
            <Keys shortcut="/" />
          ) : (
            <button type="button" className={classes.bare} aria-label={t('common.clear')} onClick={() => type('')}>
              <IconX size={14} aria-hidden />
            </button>
          )
        }
        maxLength={500}
        dir="auto"
        spellCheck={false}
        autoComplete="off"
      />
    </form>
  )
}
