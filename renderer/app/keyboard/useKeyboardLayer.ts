import { useEffect } from 'react'
import { currentCommands, runCommand, useCommandRegistry } from '../../state/commands.ts'
import { useConnection } from '../../state/session.ts'
import { pressName, step, type Pending } from './shortcuts.ts'

const textTargets = 'input:not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable="true"]'
const ownKeys = '[role="menu"], [role="listbox"], [role="dialog"]'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(textTargets) !== null

const pressable = 'a[href], button, summary, input, [role="button"], [role="tab"]'
const activating: ReadonlySet<string> = new Set(['enter', 'space', 'up', 'down', 'left', 'right'])

/** Whether the key means something to the control that has the focus: Enter on a link follows the link. */
const belongsToControl = (name: string, target: EventTarget | null): boolean =>
  activating.has(name) && target instanceof Element && target.closest(pressable) !== null

/** The one key that works everywhere, also in a text and over a dialog. Ctrl+A in a text selects the text. */
const everywhere = 'mod+k'

/** Whether single keys belong to something else now: a dialog, a menu, a list of options. */
const isTaken = (target: EventTarget | null): boolean =>
  document.querySelector('[role="dialog"]') !== null || (target instanceof Element && target.closest(ownKeys) !== null)

/** Runs registered commands by their shortcuts, and those that the native menu sends. Mounted once. */
export const useKeyboardLayer = (): void => {
  useEffect(() => {
    let pending: Pending = null
    // A dialog closes itself on Escape before the event bubbles up to here: whether the press was its own is decided on
    // the way down.
    let taken = false
    const onCapture = (event: KeyboardEvent): void => {
      taken = isTaken(event.target)
    }
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || useConnection.getState().locked) return
      const name = pressName(event)
      if (name !== everywhere && (isTyping(event.target) || taken || belongsToControl(name, event.target))) return
      const offered = currentCommands(useCommandRegistry.getState().groups)
      const shortcuts = new Set(
        offered.flatMap((command) => (command.shortcut === undefined ? [] : [command.shortcut])),
      )
      const result = step(pending, name, event.timeStamp, shortcuts)
      pending = result.pending
      if (result.matched === null) return
      event.preventDefault()
      offered.findLast((command) => command.shortcut === result.matched)?.run()
    }
    window.addEventListener('keydown', onCapture, { capture: true })
    window.addEventListener('keydown', onKeyDown)
    const stopMenu = window.fieldseal?.onCommand((command) => {
      if (!useConnection.getState().locked) void runCommand(command)
    })
    return () => {
      window.removeEventListener('keydown', onCapture, { capture: true })
      window.removeEventListener('keydown', onKeyDown)
      stopMenu?.()
    }
  }, [])
}
