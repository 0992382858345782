import { readFile, stat } from 'node:fs/promises'
import type { Command } from 'commander'
import { readRuleVocabulary } from '../../../shared/api/rules.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { featureNames } from '../../detection/features/catalogue.ts'
import { checkText, type CheckAgainst } from '../../detection/rules/check.ts'
import { starterLists, starterRules } from '../../detection/rules/starter/starter-rules.ts'
import { withService } from '../connection.ts'
import { exitCodes, failed, misused, type ExitCode, type Stop } from '../io.ts'
import { dataOption } from '../options.ts'
import type { Registrar } from '../registrar.ts'

/** Largest file that is read: what the interface takes. */
const maxBytes = 8_388_608

/** What a new workspace has: a file can be checked where there is no data folder. */
const ofNewWorkspace: CheckAgainst = {
  features: new Set(featureNames),
  lists: new Set(starterLists.map(({ key }) => key)),
  rules: new Set(starterRules.map(({ key }) => key)),
}

const ofWorkspace = async (data: string): Promise<Result<CheckAgainst, Stop>> => {
  let found: CheckAgainst = ofNewWorkspace
  const asked = await withService(data, async (client) => {
    const answer = await client.call(readRuleVocabulary, {})
    if (!answer.ok) return answer
    const { features, lists, rules } = answer.value.data
    found = {
      features: new Set(features.map(({ name }) => name)),
      lists: new Set(lists.map(({ key }) => key)),
      rules: new Set(rules.map(({ key }) => key)),
    }
    return ok(undefined)
  })
  return asked.ok ? ok(found) : asked
}

const readText = async (file: string): Promise<Result<string, Stop>> => {
  try {
    const { size } = await stat(file)
    if (size > maxBytes) return fail(failed(`${file} is larger than ${maxBytes} bytes`))
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(await readFile(file)))
  } catch (error) {
    return fail(error instanceof TypeError ? failed(`${file} is not UTF-8`) : misused(`${file} cannot be read`))
  }
}

/** What a file holds: a set, one rule, or logic alone. */
const kindOf = (text: string): 'set' | 'rule' | 'logic' => {
  if (/^\s*\{[^]*"format"\s*:/u.test(text)) return 'set'
  return /^\s*\{[^]*"logic"\s*:/u.test(text) ? 'rule' : 'logic'
}

const about = `
FILE is a set of rules as \`GET /v1/rule-set\` writes it, one rule, or logic alone. Prints one line for each fault and hint with its JSON pointer,
line and column, then a line with the verdict: ok (exit 0) or faults (exit 1). Hints are no faults.
Without --data it is checked against what a new workspace has; with it, against that workspace's features, lists and rules.`

/** `rules check`. */
export const addRuleCommands = (program: Command, registrar: Registrar): void => {
  const check = program
    .command('rules')
    .description('work on detection rules')
    .command('check')
    .description('check a file of rules')
    .argument('<file>', 'the JSON file')
    .addOption(dataOption().makeOptionMandatory(false))
    .option('--kind <kind>', 'what the file holds: set, rule or logic; default: by its content')
    .addHelpText('after', about)
  registrar.runs<{ data?: string; kind?: string }>(
    check,
    async ({ data, kind }, [file = '']): Promise<Result<ExitCode, Stop>> => {
      if (kind !== undefined && !['set', 'rule', 'logic'].includes(kind))
        return fail(misused('--kind is set, rule or logic'))
      const text = await readText(file)
      if (!text.ok) return text
      const against = data === undefined ? ok(ofNewWorkspace) : await ofWorkspace(data)
      if (!against.ok) return against
      const what = (kind as 'set' | 'rule' | 'logic' | undefined) ?? kindOf(text.value)
      const { faults, hints, ...found } = checkText(text.value, what, against.value)
      for (const fault of faults) registrar.io.print({ severity: 'fault', ...fault })
      for (const hint of hints) registrar.io.print({ severity: 'hint', ...hint })
      registrar.io.print({
        verdict: faults.length === 0 ? 'ok' : 'faults',
        kind: what,
        faults: faults.length,
        hints: hints.length,
        features: found.features,
        lists: found.lists,
        rules: found.rules,
      })
      return ok(faults.length === 0 ? exitCodes.done : exitCodes.failed)
    },
  )
}
