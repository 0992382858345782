import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFoundCases } from '../../data/queries/foundCases.ts'
import type { Me } from '../../data/queries/session.ts'
import { currentCommands, useCommandRegistry, type PaletteCommand, type CommandSection } from '../../state/commands.ts'
import { closeDialog, openDialog, useDialogs } from '../../state/dialogs.ts'
import { openCase } from '../../state/route.ts'
import { FocusReturn } from '../../ui/dialog/FocusReturn.tsx'
import { Keys } from '../../ui/Keys.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useEnterAhead } from '../../ui/useEnterAhead.ts'
import { matches } from './matches.ts'
import classes from './palette.module.css'

const [store, spotlight] = createSpotlight()
const sections: readonly CommandSection[] = ['case', 'selection', 'navigate', 'view', 'help']

// A list that scrolls must be reachable by keyboard; the component hands this on to its scroll area, which its types
// leave out.
const focusableList: object = { viewportProps: { tabIndex: 0 } }

const CommandAction = ({ command }: { readonly command: PaletteCommand }) => (
  <Spotlight.Action
    label={command.title}
    className={classes.action}
    onClick={() => {
      closeDialog()
      // The palette must have given the focus back before a command takes it.
      window.setTimeout(command.run)
    }}
    rightSection={command.shortcut === undefined ? undefined : <Keys shortcut={command.shortcut} />}
  />
)

/** Everything that can be done now, and every case, by typing a part of its name. */
export const Palette = ({ me: _ }: { readonly me: Me }) => {
  const { t } = useTranslation()
  const opened = useDialogs((dialogs) => dialogs.open === 'palette')
  const [query, setQuery] = useState('')
  const groups = useCommandRegistry((registry) => registry.groups)
  const { cases, isCurrent } = useFoundCases(query, { size: 7, isEnabled: opened, least: 2 })
  const shownCases = isCurrent ? cases : []
  useEffect(() => {
    if (opened) spotlight.open()
    else spotlight.close()
  }, [opened])
  const offered = currentCommands(groups).filter(
    (command) => command.hidden !== true && matches(query, `${command.title} ${command.keywords ?? ''}`),
  )
  const toCase = (id: number): void => {
    closeDialog()
    openCase(id)
  }
  const ahead = useEnterAhead(isCurrent, () => {
    const [best] = shownCases
    if (offered.length === 0 && best !== undefined) toCase(best.id)
  })
  return (
    <>
      {opened ? <FocusReturn /> : null}
      <Spotlight.Root
        store={store}
        query={query}
        onQueryChange={(text) => {
          ahead.drop()
          setQuery(text)
        }}
        onSpotlightClose={() => {
          ahead.drop()
          if (useDialogs.getState().open === 'palette') closeDialog()
        }}
        onSpotlightOpen={() => openDialog('palette')}
        shortcut={null}
        returnFocus={false}
        scrollable
        maxHeight={460}
        size={600}
        lockScroll={false}
        centered={false}
        yOffset="9vh"
        attributes={{ content: { 'aria-label': t('shell.palette') } }}
        transitionProps={{ duration: 0 }}
        overlayProps={{ backgroundOpacity: 0.3 }}
      >
        <Spotlight.Search
          placeholder={t('command.placeholder')}
          aria-label={t('command.placeholder')}
          leftSection={<IconSearch size={16} stroke={1.7} />}
          dir="auto"
          onKeyDown={(event) => event.key === 'Enter' && !isCurrent && ahead.keep()}
        />
        <Spotlight.ActionsList {...focusableList}>
          {sections.map((section) => {
            const own = offered.filter((command) => command.section === section)
            return own.length === 0 ? null : (
              <Spotlight.ActionsGroup key={section} label={t(`command.sections.${section}`)}>
                {own.map((command) => (
                  <CommandAction key={command.id} command={command} />
                ))}
              </Spotlight.ActionsGroup>
            )
          })}
          {shownCases.length === 0 ? null : (
            <Spotlight.ActionsGroup label={t('command.sections.cases')}>
              {shownCases.map((item) => (
                <Spotlight.Action key={item.id} className={classes.action} onClick={() => toCase(item.id)}>
                  <span className={classes.case}>
                    <span className="fs-mono fs-muted">{item.case_number}</span>
                    <span dir="auto" className="fs-ellipsis">
                      {item.title}
                    </span>
                    <StatusBadge status={item.status} />
                  </span>
                </Spotlight.Action>
              ))}
            </Spotlight.ActionsGroup>
          )}
          {offered.length === 0 && shownCases.length === 0 ? (
            <Spotlight.Empty>{t(isCurrent ? 'command.empty' : 'command.searching')}</Spotlight.Empty>
          ) : null}
        </Spotlight.ActionsList>
      </Spotlight.Root>
    </>
  )
}
