import type { Refusal } from '../../../shared/api/errors.ts'
import type {
  ListContent,
  ListValue,
  NewListValue,
  Rule,
  RuleCheck,
  RuleContent,
  RuleSet,
  RuleState,
  RuleSummary,
  RuleVersion,
  RuleVocabulary,
  ValueList,
} from '../../../shared/schema/rules.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { RuleBook } from '../../detection/ports.ts'
import type { Vocabulary } from '../../detection/rules/compile.ts'
import type { BookRule } from '../../detection/rules/readable.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { PastActivities } from './past-activities.ts'

type Answer<T> = Promise<Result<T, Refusal>>

/** What a move asks for. */
export interface Move {
  readonly content_id: string
  readonly to: RuleState
  readonly note?: string | undefined
}

/** What became of a move. */
export interface Moved {
  readonly outcome: 'moved' | 'awaits_second_person'
  readonly version: RuleVersion
  readonly rule: Rule
}

/** What became of each part of a set. */
export interface Imported {
  readonly rules: { readonly key: string; readonly outcome: 'added' | 'new_version' | 'unchanged' }[]
  readonly lists: { readonly key: string; readonly outcome: 'added' | 'new_version' | 'unchanged' }[]
  readonly dry_run: boolean
}

/** Rules and lists of a workspace, and the book of those in force. Every change is sealed in the workspace's chain. */
export interface RuleStore {
  /** The rules in force; stays the same object, and evaluates what was committed last. */
  readonly book: RuleBook
  /** The versions that are live or on trial. */
  inForce(): readonly BookRule[]
  /** What a rule that is tried or run over the past can name: lists as they are, and the rules in force. */
  vocabularyOfTrials(): Vocabulary
  /** Of each rule the version that is being written, else on trial, else live. */
  newest(keys: readonly string[]): Result<readonly BookRule[], Refusal>

  /** What was taken in so far, for dry runs. */
  readonly past: PastActivities

  list(state: RuleState | undefined): RuleSummary[]
  read(key: string): Result<Rule, Refusal>
  vocabulary(): RuleVocabulary
  check(text: string, what: 'logic' | 'rule' | 'set', key: string | undefined): RuleCheck
  /** Whether a rule could run here; the refusal's details are JSON pointers into it. */
  checkContent(rule: RuleContent): Result<RuleContent, Refusal>
  /** The same of several that may read each other. */
  checkContents(rules: readonly RuleContent[]): Result<readonly RuleContent[], Refusal>
  add(rule: RuleContent, actor: Actor): Answer<Rule>
  /**
   * Writes the draft of a rule anew, or begins one.
   *
   * @param readAs the `content_id` of the draft, or where there is none of the newest version, as it was read; refused
   * as `stale_revision` where that is another by now. Undefined: whatever is there is replaced
   */
  change(key: string, rule: RuleContent, readAs: string | undefined, actor: Actor): Answer<Rule>
  move(key: string, move: Move, actor: Actor): Answer<Moved>

  exportSet(state: RuleState | undefined): RuleSet
  /** All of it or nothing. */
  importSet(set: RuleSet, state: 'draft' | 'shadow', dryRun: boolean, actor: Actor): Answer<Imported>
  /** Puts the starter rules that are missing on trial. */
  installStarter(actor: Actor): Answer<{ readonly added: string[] }>

  lists(): ValueList[]
  putList(list: ListContent, actor: Actor): Answer<ValueList>
  listValues(
    key: string,
    query: { readonly q?: string | undefined; readonly page: number; readonly size: number },
  ): Result<{ readonly items: ListValue[]; readonly total: number }, Refusal>
  addListValues(
    key: string,
    values: readonly NewListValue[],
    actor: Actor,
  ): Answer<{ readonly added: number; readonly already_there: number; readonly list: ValueList }>
  removeListValues(
    key: string,
    ids: readonly string[],
    reason: string,
    actor: Actor,
  ): Answer<{ readonly removed: number; readonly list: ValueList }>
}
