import { shareText } from '../../../shared/text/shares.ts'
import { riskLevels } from '../../../shared/schema/activity.ts'
import type { EntityKind, RiskLevel } from '../../../shared/schema/activity.ts'
import type { RiskReason } from '../../../shared/schema/assessments.ts'
import type { ScreenedRef, ScreeningMatchItem } from '../../../shared/schema/screening.ts'
import { dueAt } from '../../domain/alerts/grouping.ts'
import { beginningOf } from '../../domain/alerts/words.ts'
import { rankOfAction, rankOfLevel } from '../../detection/combine.ts'
import type { Random } from '../../platform/random.ts'
import { askForDecision, awaitsDecision } from '../alerts/awaited.ts'
import { isWorkedOn } from '../alerts/raise.ts'
import { readDetectionPolicy } from '../alerts/policy.ts'
import type { LedgerTx } from '../ledger/ledger.ts'

/** The signal of an alert that screening raises. */
export const listSignal = 'list_match'

/** A hit on its way into an alert. */
export interface AlertingHit {
  readonly uid: string
  readonly match: ScreeningMatchItem
  /** False: a person confirmed it, and the comparison finds it no longer. */
  readonly fits: boolean
}

type Told = Pick<AlertingHit, 'match' | 'fits'>

/**
 * What a match is as a risk: one that bears an identifier, or the very name with nothing against it, is the gravest.
 */
export const levelOfMatch = ({ score, qualifiers }: Pick<ScreeningMatchItem, 'score' | 'qualifiers'>): RiskLevel =>
  score >= 0.97 || qualifiers.some(({ kind, agrees }) => kind === 'identifier' && agrees)
    ? 'critical'
    : score >= 0.9
      ? 'high'
      : 'medium'

const alertKinds: Partial<Record<ScreenedRef['kind'], EntityKind>> = {
  customer: 'customer',
  counterparty: 'counterparty',
  account: 'account',
}

/** Titles of lists by their keys: people know a list by its title. */
type Titles = ReadonlyMap<string, string>

const titlesOf = async (tx: LedgerTx, hits: readonly Told[]): Promise<Titles> => {
  const keys = [...new Set(hits.map(({ match: { list } }) => list))]
  const told = await tx.sql.all<{ key: string; title: string }>(
    'select key, title from watchlist_settings where key in (select value from json_each(?))',
    JSON.stringify(keys),
  )
  return new Map(told.map(({ key, title }) => [key, title]))
}

const reasonText = ({ match, fits }: Told, titles: Titles): string => {
  const listed = `“${match.listed_name}” on the list ${titles.get(match.list) ?? match.list} (version ${match.list_version}, entry ${match.entry_id})`
  return fits
    ? `The name “${match.searched_name}” fits ${listed} to ${shareText(match.score)}.`
    : `A person found it to be ${listed}, by the name “${match.searched_name}”. What is known of it or of the entry has changed, and it no longer fits: look again.`
}

const reasonsOf = (hits: readonly Told[], titles: Titles): RiskReason[] => {
  const told = [...hits].sort((a, b) => b.match.score - a.match.score).slice(0, 10)
  const sum = told.reduce((total, { match: { score } }) => total + score, 0)
  return told.map((hit) => ({
    signal: listSignal,
    text: reasonText(hit, titles),
    share: sum === 0 ? 0 : hit.match.score / sum,
    source: 'screening',
  }))
}

const titleOf = ({ kind, id }: ScreenedRef, hits: readonly Told[], titles: Titles): string => {
  if (hits.every(({ fits }) => !fits)) return beginningOf(`Confirmed match no longer fits: ${kind} ${id}`, 200)
  const lists = [...new Set(hits.map(({ match: { list } }) => list))]
    .map((list) => beginningOf(titles.get(list) ?? list, 70))
    .sort()
  // Who it is must not be cut off.
  return beginningOf(
    `Possible match on ${lists.length > 2 ? `${lists.length} lists` : lists.join(', ')}: ${kind} ${id}`,
    200,
  )
}

interface Drawn {
  readonly title: string
  readonly score: number
  readonly level: RiskLevel
  readonly reasons: string
}

const draw = async (tx: LedgerTx, subject: ScreenedRef, hits: readonly Told[]): Promise<Drawn> => {
  const titles = await titlesOf(tx, hits)
  return {
    title: titleOf(subject, hits, titles),
    score: Math.max(...hits.map(({ match: { score } }) => score)),
    level: riskLevels[Math.max(...hits.map(({ match }) => rankOfLevel(levelOfMatch(match))))] ?? 'medium',
    reasons: JSON.stringify(reasonsOf(hits, titles)),
  }
}

/**
 * Puts hits of one subject into its open alert, or raises one: whoever finished the case of an alert has said nothing
 * of what came after. Answers the alert's uid.
 */
export const raiseScreeningAlert = async (
  tx: LedgerTx,
  random: Random,
  subject: ScreenedRef,
  hits: readonly AlertingHit[],
): Promise<string> => {
  const policy = await readDetectionPolicy(tx.sql)
  const { alerts } = policy
  const key = JSON.stringify(['screening', subject.kind, subject.id])
  const open = await tx.sql.get<{
    id: number
    uid: string
    level: number
    due_at: number | null
    case_id: number | null
  }>(
    `select id, uid, level, due_at, case_id from alerts where group_key = ? and open = 1 and ${isWorkedOn} order by id desc limit 1`,
    key,
  )
  if (open !== undefined) {
    const held = await tx.sql.all<{ uid: string; match: string; unfit_at: number | null }>(
      'select uid, match, unfit_at from screening_hits where alert_uid = ?',
      open.uid,
    )
    const others = held
      .filter(({ uid }) => !hits.some((hit) => hit.uid === uid))
      .map(({ match, unfit_at: unfitAt }): Told => ({
        match: JSON.parse(match) as ScreeningMatchItem,
        fits: unfitAt === null,
      }))
    const { title, score, level, reasons } = await draw(tx, subject, [...others, ...hits])
    const didAwait = await awaitsDecision(tx, open.id, policy)
    // The hours of a graver level begin when it turns grave: nobody could have known before.
    const due = rankOfLevel(level) > open.level ? dueAt(tx.nowMs, alerts.due_hours[level]) : open.due_at
    await tx.sql.run(
      'update alerts set last_at = ?, updated_at = ?, due_at = min(due_at, ?), score = max(score, ?), level = max(level, ?), title = ?, reasons = ? where id = ?',
      tx.nowMs,
      tx.nowMs,
      due,
      score,
      rankOfLevel(level),
      title,
      reasons,
      open.id,
    )
    if (!didAwait && (await awaitsDecision(tx, open.id, policy))) askForDecision(tx, open.id, open.case_id, null)
    return open.uid
  }
  const { title, score, level, reasons } = await draw(tx, subject, hits)
  const id = await tx.nextId('alerts')
  const uid = random.uuidv7(tx.nowMs)
  const entityKind = alertKinds[subject.kind] ?? null
  await tx.sql.run(
    `insert into alerts (id, uid, source, kind, live, group_key, entity_kind, entity_id, title, raised_at, first_at, last_at, updated_at, due_at, count, score, level, action, signals, reasons, rules, model, totals)
     values (?, ?, 'detection', 'screening', 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, '[]', null, '{}')`,
    id,
    uid,
    key,
    entityKind,
    entityKind === null ? null : subject.id,
    title,
    tx.nowMs,
    tx.nowMs,
    tx.nowMs,
    tx.nowMs,
    dueAt(tx.nowMs, alerts.due_hours[level]),
    score,
    rankOfLevel(level),
    rankOfAction('review'),
    JSON.stringify([listSignal]),
    reasons,
  )
  tx.emit(
    {
      type: 'alert.raised',
      data: {
        alert_id: id,
        alert_uid: uid,
        transaction_id: null,
        risk_level: level,
        score,
        recommended_action: 'review',
        signals: [listSignal],
      },
    },
    null,
  )
  if (await awaitsDecision(tx, id, policy)) askForDecision(tx, id, null, null)
  return uid
}
