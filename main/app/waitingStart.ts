import { existsSync } from 'node:fs'
import path from 'node:path'

/** A command that waits until its input has ended and the process that held it is gone. */
export type WaitingStart = {
  readonly command: string
  readonly args: readonly string[]
  readonly environment: NodeJS.ProcessEnv
}

/**
 * `$1` is the process, `$2` the folder that it leaves (empty: none), `$3` the program.
 *
 * What the process had open is closed: its sockets would stay bound, and the folder of its AppImage mounted. Bash closes
 * all of it; other shells can name the first ten alone, and those of the AppImage's runtime are among them. The input
 * ends a little before the process does, which until then holds the profile: the program would take itself for a second
 * start, and go. A folder that the runtime removes must be gone before the program is unpacked: both have the same name.
 * The waits end after half a minute: a number may be given to another process, and a folder may stay.
 */
const script = [
  'for open in /proc/self/fd/*; do',
  '  n=${open##*/}',
  '  case $n in [012]) ;; ?) eval "exec $n>&-" ;; *) [ -z "$BASH_VERSION" ] || eval "exec $n>&-" ;; esac',
  'done',
  'read -r _',
  'old=$1 left=$2; shift 2',
  'n=0',
  'while kill -0 "$old" 2> /dev/null && [ "$n" -lt 300 ]; do sleep 0.1; n=$((n + 1)); done',
  'n=0',
  'while [ -n "$left" ] && [ -e "$left" ] && [ "$n" -lt 300 ]; do sleep 0.1; n=$((n + 1)); done',
  'exec "$@" < /dev/null',
].join('\n')

/** How the runtime of an AppImage names the folder into which it unpacks one that is not mounted. */
const unpacked = 'appimage_extracted_'

/** `-p`: no file of the person's is run first. */
const shells = [
  { command: '/bin/bash', options: ['-p'] },
  { command: '/bin/sh', options: [] },
] as const

/**
 * The command that starts an AppImage once a process has ended.
 *
 * @param pid the process, which holds the command's input
 * @param file the AppImage
 * @param args its arguments
 * @param environment of the process; one that was unpacked and not mounted is unpacked again
 * @param isThere whether there is a file
 */
export const waitingStart = (
  pid: number,
  file: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  isThere: (file: string) => boolean = existsSync,
): WaitingStart => {
  const { command, options } = shells.find((shell) => isThere(shell.command)) ?? shells[1]
  const opened = environment.APPDIR ?? ''
  const isUnpacked = path.basename(opened).startsWith(unpacked)
  return {
    command,
    args: [...options, '-c', script, 'fieldseal', String(pid), isUnpacked ? opened : '', file, ...args],
    environment: isUnpacked ? { ...environment, APPIMAGE_EXTRACT_AND_RUN: '1' } : environment,
  }
}
