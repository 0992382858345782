import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inRoot } from '../../scripts/lib/paths.ts'

/**
 * Makes a folder of these files (name to content) in which a check of the sources runs as it does here: with the same
 * packages and types, and with `config` as it stands. Whoever asks removes it.
 */
export const plantTree = async (files: Readonly<Record<string, string>>, config: string): Promise<string> => {
  const tree = await mkdtemp(path.join(tmpdir(), 'fieldseal-planted-'))
  for (const [name, code] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
    await mkdir(path.join(tree, path.dirname(name)), { recursive: true })
    await writeFile(path.join(tree, name), `${code}\n`)
  }
  for (const name of ['tsconfig.json', config]) await cp(inRoot(name), path.join(tree, name))
  await symlink(inRoot('node_modules'), path.join(tree, 'node_modules'))
  return tree
}

/** What a tool of this Node says on its standard output of a planted tree; it may well end with faults. */
export const saidOf = (tree: string, command: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile(process.execPath, command, { cwd: tree, maxBuffer: 1 << 26 }, (_, out) => resolve(out))
  })
