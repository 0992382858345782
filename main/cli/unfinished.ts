import { randomBytes } from 'node:crypto'

/**
 * The name under which a file is written before it is whole. Nobody knows it before, so that in a folder which others
 * can write to nobody has laid a file or a link there to get at what is written; open it with `wx`, which follows no
 * link and takes no file that is there.
 */
export const unfinishedBeside = (file: string): string => `${file}.${randomBytes(8).toString('hex')}.part`
