import path from 'node:path'
import { build, createLogger } from 'vite'
import { describe, expect, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/paths.ts'

/** Builds one style sheet as those of the window are built, without writing it, and gives what is said meanwhile. */
async function warningsOf(file: string): Promise<readonly string[]> {
  const warnings: string[] = []
  const keep = (message: string): void => void warnings.push(message)
  const customLogger = { ...createLogger('silent'), warn: keep, warnOnce: keep }
  await build({
    configFile: inRoot('renderer/vite.config.ts'),
    customLogger,
    logLevel: 'warn',
    build: { write: false, rolldownOptions: { input: file } },
  })
  return warnings
}

describe('style sheets of the window', () => {
  test('one that composes from others is built without a warning', async () => {
    expect(await warningsOf(inRoot('renderer/features/customer/customer.module.css'))).toEqual([])
  })

  test('a url() in what is composed is refused: it would be looked for beside the wrong file', async () => {
    await expect(warningsOf(path.join(import.meta.dirname, 'styles/mine.module.css'))).rejects.toThrow(
      'What others compose from cannot have a url().',
    )
  })
})
