import { app } from 'electron'
import type { UpdatesView } from '../../../shared/ipc/updates.ts'
import { appImageHere } from '../appImage.ts'
import { goBackSwitch } from '../goBack.ts'
import type { Leaving } from '../leaving.ts'
import { quitAndStart } from '../startAgain.ts'
import type { Supervisor } from '../supervisor.ts'
import { isAdministrator } from './administrator.ts'
import { makeAppUpdates, type AppUpdates } from './appUpdates.ts'
import { compiledTrust } from './compiledTrust.ts'
import { targetHere } from './installation.ts'

type Parts = {
  readonly userData: string
  readonly supervisor: Supervisor
  readonly leaving: Leaving
  readonly after: (ms: number, action: () => void) => () => void
  readonly onChange: (view: UpdatesView) => void
  readonly log: (line: string) => void
}

/** Updates of this very process. The program that takes its place is started when this one has ended. */
export function startUpdates({ userData, supervisor, leaving, after, onChange, log }: Parts): AppUpdates {
  const restart = (): void => {
    const args = process.argv.slice(1).filter((argument) => argument !== `--${goBackSwitch}`)
    const again = (): void => quitAndStart(args, log)
    if (leaving.mayLeave(again)) again()
  }
  const updates = makeAppUpdates({
    trust: compiledTrust(),
    version: app.getVersion(),
    target: targetHere(),
    appImage: appImageHere(),
    userData,
    environment: process.env,
    isAdministrator: async () => isAdministrator(await supervisor.upstream()),
    after,
    restart,
    onChange,
    log,
  })
  updates.begin()
  return updates
}
