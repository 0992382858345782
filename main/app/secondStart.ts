import { realpathSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { isOpened } from './opened.ts'
import type { Folders } from './options.ts'

/** What a second start tells the first, which alone owns the profile. */
const secondStart = z.object({ data: z.string().min(1), isNamed: z.boolean() })

/** What a start tells the one that runs already. */
export const tellOfStart = ({ data, isNamed }: Folders): z.infer<typeof secondStart> => ({ data, isNamed })

const inFull = (folder: string): string => {
  try {
    return realpathSync.native(folder)
  } catch {
    return path.resolve(folder)
  }
}

/**
 * The folder that a second start asked for, where it is another one than is open; null for the same, for a start that
 * only brought a link or a file, and for one of an earlier release, which does not tell.
 */
export function otherFolder(open: string, told: unknown, args: readonly string[]): string | null {
  const start = secondStart.safeParse(told)
  if (!start.success) return null
  if (args.some(isOpened) && !start.data.isNamed) return null
  return inFull(start.data.data) === inFull(open) ? null : start.data.data
}

/** The arguments of a start like this one, on another folder. */
export const argumentsFor = (argv: readonly string[], data: string): string[] => [
  ...argv.slice(1).filter((arg) => !arg.startsWith('--data=') && !isOpened(arg)),
  `--data=${data}`,
]
