import { expect, test } from 'vitest'
import { runShell, shellBlocks, type ShellRun } from '../../support/shell-blocks.ts'

/** An object of which every member that was asked for is null: an answer to something else. */
const nothingThere = /\{\s*(?:"\w+": null,?\s*)+\}/u

/** A refusal is an answer to curl, so it ends no command by itself. */
const hasSucceeded = ({ code, output }: ShellRun): void => {
  expect(output).not.toContain('"success":false')
  expect(output).not.toMatch(nothingThere)
  expect(code, output).toBe(0)
}

test(
  'README.md: five minutes on the command line make a case in a workspace that verifies',
  { timeout: 180_000 },
  async () => {
    const run = await runShell(shellBlocks('README.md', 'Five minutes on the command line'), 8787)
    hasSucceeded(run)
    expect(run.output).toContain('"title":"Card testing at a petrol station"')
    expect(run.output).toContain('"verdict":"intact"')
  },
)

test(
  'docs/api.md: its commands lead from the first request over an alert to a decision and its events',
  { timeout: 180_000 },
  async () => {
    const run = await runShell(shellBlocks('docs/api.md'), 8080)
    hasSucceeded(run)
    expect(run.output).toMatch(/"outcome": "decline"/u)
    expect(run.output).toContain('"confirmed"')
    expect(run.output).toMatch(/^data: ?\{/mu)
  },
)

test('docs/hub.md: five minutes make a hub and a laptop that syncs with it', { timeout: 180_000 }, async () => {
  const run = await runShell(shellBlocks('docs/hub.md', 'Try it in five minutes'), 8787)
  hasSucceeded(run)
  expect(run.output).toMatch(/"entries_waiting":0/u)
})
