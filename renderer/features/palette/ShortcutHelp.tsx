import { useTranslation } from 'react-i18next'
import { currentCommands, useCommandRegistry, type PaletteCommand, type CommandSection } from '../../state/commands.ts'
import { closeDialog, useDialogs } from '../../state/dialogs.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { Keys } from '../../ui/Keys.tsx'
import classes from './palette.module.css'

const sections: readonly CommandSection[] = ['case', 'selection', 'navigate', 'view', 'help']

const Group = ({
  title,
  lines,
}: {
  readonly title: string
  readonly lines: readonly Pick<PaletteCommand, 'id' | 'title' | 'shortcut'>[]
}) =>
  lines.length === 0 ? null : (
    <section className={classes.group}>
      <h3>{title}</h3>
      <dl>
        {lines.map((line) => (
          <div key={line.id} className={classes.shortcut}>
            <dt>{line.title}</dt>
            <dd>
              <Keys shortcut={line.shortcut ?? ''} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )

/** The shortcuts that hold on the screen that is open, read from the same list that runs them. */
export const ShortcutHelp = () => {
  const { t } = useTranslation()
  const opened = useDialogs((dialogs) => dialogs.open === 'shortcuts')
  const groups = useCommandRegistry((registry) => registry.groups)
  const withKeys = currentCommands(groups).filter((command) => command.shortcut !== undefined)
  return (
    <Dialog opened={opened} onClose={closeDialog} title={t('help.title')} size={640}>
      <div className={classes.columns}>
        {sections.map((section) => (
          <Group
            key={section}
            title={t(`command.sections.${section}`)}
            lines={withKeys.filter((command) => command.section === section)}
          />
        ))}
        <Group
          title={t('help.dialogs')}
          lines={[
            { id: 'send', title: t('help.send'), shortcut: 'mod+enter' },
            { id: 'cancel', title: t('help.cancel'), shortcut: 'escape' },
          ]}
        />
      </div>
    </Dialog>
  )
}
