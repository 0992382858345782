import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../../../../scripts/lib/paths.ts'
import { caseStatuses } from '../../../../shared/schema/case.ts'
import { defaultSlaHours } from '../../../../shared/schema/policy.ts'

const page = readFileSync(inRoot('docs/cases.md'), 'utf8')

test('docs/cases.md tells every state, and the hours that a new workspace gives each priority', () => {
  const section = (title: string): string => page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
  const states = [...section('States').matchAll(/^\| (`.*`) \|/gmu)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/gu)].map(([, state]) => state),
  )
  expect(states).toEqual([...caseStatuses])
  const hours = [...section('The deadline').matchAll(/^\| `(\w+)` \| (\d+) \|$/gmu)].map(([, priority, count]) => [
    priority,
    Number(count),
  ])
  expect(Object.fromEntries(hours)).toEqual(defaultSlaHours)
})
