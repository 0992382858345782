import * as api from '../../../shared/api/rules.ts'
import { refusal } from '../../../shared/api/errors.ts'
import type { AnswerOf } from '../../../shared/api/operation.ts'
import { fail } from '../../../shared/schema/result.ts'
import type { RuleFacts } from '../../detection/ports.ts'
import { prepareTrial } from '../../detection/rules/trial.ts'
import type { RuleStore } from '../../storage/rules/rule-store.ts'
import { answer, enveloped, paged } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Route } from '../http/call.ts'
import type { DryRunJobs } from '../rules/dry-run-jobs.ts'
import type { Witnesses } from '../rules/past-witness.ts'
import { startDryRun } from '../rules/start-dry-run.ts'

/** What the routes of rules stand on. */
export interface RuleRouteParts {
  readonly rules: RuleStore
  readonly dryRuns: DryRunJobs
  /** What only others know of the past. */
  readonly witnesses: Witnesses
  /** What is known of a transaction now; null where it was not taken in. */
  readonly factsOf: (transactionId: string) => RuleFacts | null
}

const noFacts: RuleFacts = { event: {}, metadata: {}, features: {}, profile: {}, graph: {}, model: { score: null } }

/** Rules, lists, checks, trials and dry runs. */
export const ruleRoutes = ({ rules, dryRuns, witnesses, factsOf }: RuleRouteParts): readonly Route[] => [
  route(api.listRules, ({ query }) => answer(rules.list(query.state))),
  route(api.readRule, ({ params }) => enveloped(rules.read(params.key))),
  route(api.addRule, async ({ body, caller }) => enveloped(await rules.add(body, caller))),
  route(api.changeRule, async ({ params, body: { content_id: readAs, ...rule }, caller }) =>
    enveloped(await rules.change(params.key, rule, readAs, caller)),
  ),
  route(api.moveRule, async ({ params, body, caller }) => enveloped(await rules.move(params.key, body, caller))),
  route(api.readRuleVocabulary, () => answer(rules.vocabulary())),
  route(api.checkRule, ({ body }) => answer(rules.check(body.text, body.what, body.key))),
  route(api.tryRule, ({ body }) => {
    const { compiled, try: run } = prepareTrial(body.rule.logic, body.rule.reason, rules.vocabularyOfTrials())
    const checked = rules.checkContent(body.rule)
    if (!checked.ok) return checked
    if (compiled.faults.length > 0)
      return fail(refusal('unknown_reference', 'The rule reads a rule that is not in force.'))
    const given = body.facts
    const facts =
      body.transaction_id === undefined
        ? given === undefined
          ? noFacts
          : { ...given, model: { score: given.model_score } }
        : factsOf(body.transaction_id)
    if (facts === null) return fail(refusal('not_found', 'There is no transaction with this id.'))
    const holding = new Set(rules.book.evaluate(facts).hits.map(({ rule }) => rule))
    const trial = run(facts, holding)
    return answer(trial as AnswerOf<typeof api.tryRule>['data'])
  }),
  route(api.startDryRun, ({ body }) => enveloped(startDryRun(rules, dryRuns, witnesses, body))),
  route(api.readDryRun, ({ params }) => enveloped(dryRuns.read(params.id))),
  route(api.cancelDryRun, ({ params }) => enveloped(dryRuns.cancel(params.id))),
  route(api.exportRules, ({ query }) => answer(rules.exportSet(query.state))),
  route(api.importRules, async ({ body, caller }) =>
    enveloped(await rules.importSet(body.set, body.state, body.dry_run, caller)),
  ),
  route(api.installStarterRules, async ({ caller }) => enveloped(await rules.installStarter(caller))),
  route(api.listLists, () => answer(rules.lists())),
  route(api.putList, async ({ params, body, caller }) =>
    params.key === body.key
      ? enveloped(await rules.putList(body, caller))
      : fail(
          refusal('invalid_request', 'The key of a list stays for good.', [
            { path: 'body.key', message: 'differs from the key in the address' },
          ]),
        ),
  ),
  route(api.listListValues, ({ params, query }) => {
    const page = rules.listValues(params.key, query)
    return page.ok ? paged(page.value, query) : page
  }),
  route(api.addListValues, async ({ params, body, caller }) =>
    enveloped(await rules.addListValues(params.key, body.values, caller)),
  ),
  route(api.removeListValues, async ({ params, body, caller }) =>
    enveloped(await rules.removeListValues(params.key, body.ids, body.reason, caller)),
  ),
]
