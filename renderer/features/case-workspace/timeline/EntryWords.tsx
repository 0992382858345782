import { useTranslation } from 'react-i18next'
import { originOf } from '../../../../shared/schema/origin.ts'
import { isTaking } from '../../../../shared/schema/taken-bundle.ts'
import type { TimelineEntry } from '../../../../shared/schema/timeline.ts'
import { actorPlace, originWords, type OriginPart } from '../../../../shared/text/origin-words.ts'
import { plainText } from '../model/changes.ts'
import type { EntryText, EntryView } from '../model/describeEntry.ts'
import type { RedactionNote } from '../model/entryFacts.ts'
import { isHubName, type KnownType } from '../model/knownTypes.ts'
import { Changes } from './Changes.tsx'
import { FactValue } from './FactValue.tsx'
import { LongText } from './LongText.tsx'
import classes from './timeline.module.css'

/** The key of an entry type in the message file, where a dot would part keys. */
export const typeKey = <T extends KnownType | 'unknown'>(type: T) =>
  type.replace('.', '_') as T extends `${infer Area}.${infer Event}` ? `${Area}_${Event}` : T

/** Entries that state more than fits beside the headline. */
const listedTypes: ReadonlySet<EntryView['headline']> = new Set(['case.opened', 'evidence.acquired', 'unknown'])

type Redactions = ReadonlyMap<string, RedactionNote>

/** What made the entry, with the name of whoever answers for it in its place. */
const OriginParts = ({
  entry,
  parts,
  strong = false,
}: {
  readonly entry: TimelineEntry
  readonly parts: readonly OriginPart[]
  readonly strong?: boolean
}) => {
  const { t } = useTranslation()
  const name = isHubName(entry.actor.name) ? t('case.theHub') : entry.actor.name
  return (
    <>
      {parts.map((part) =>
        part === actorPlace ? (
          <b key={part} className={classes.actor} dir="auto">
            {name}
          </b>
        ) : strong ? (
          <b key={part} className={classes.actor}>
            {part}
          </b>
        ) : (
          <span key={part}>{part}</span>
        ),
      )}
    </>
  )
}

/** `Ana Ruiz changed the status: Open → Escalated`, on one line where it fits. */
export const EntryHeadline = ({
  entry,
  view,
  redactions,
}: {
  readonly entry: TimelineEntry
  readonly view: EntryView
  readonly redactions: Redactions
}) => {
  const { t } = useTranslation()
  const listed = listedTypes.has(view.headline)
  const origin = originWords(originOf(entry.values), isHubName(entry.actor.name))
  return (
    <>
      <span>
        <OriginParts entry={entry} parts={origin.doer} strong />{' '}
        <span className={classes.deed}>
          {isTaking(entry.type, entry.values)
            ? t('case.headlines.case_bundle_taken')
            : t(`case.headlines.${typeKey(view.headline)}`, { type: entry.type })}
          <OriginParts entry={entry} parts={origin.after} />
        </span>
      </span>{' '}
      {listed ? null : (
        <Changes
          changes={view.changes}
          redactions={redactions}
          labels={view.headline === 'case.edited' || view.headline === 'priority.changed' ? 'always' : 'auto'}
        />
      )}
    </>
  )
}

/** An erased value whose name went with it is named by its digest. */
const isDigestName = (text: EntryText): boolean => text.fact.state !== 'shown' && text.fact.digest === text.name

const TextBlock = ({
  text,
  labelled,
  redactions,
}: {
  readonly text: EntryText
  readonly labelled: boolean
  readonly redactions: Redactions
}) => {
  const { t } = useTranslation()
  return (
    <div className={classes.text}>
      {labelled ? (
        <span className={classes.field} dir="auto">
          {text.role === 'other' && !isDigestName(text) ? text.name : t(`case.values.${text.role}`)}
        </span>
      ) : null}
      {text.fact.state === 'shown' ? (
        <LongText text={plainText(text.fact.value)} />
      ) : (
        <FactValue fact={text.fact} kind="text" redactions={redactions} />
      )}
    </div>
  )
}

/** What stands under the headline: the values of an opening or unknown entry, and the texts. */
export const EntryBody = ({ view, redactions }: { readonly view: EntryView; readonly redactions: Redactions }) => {
  const listed = listedTypes.has(view.headline)
  return (
    <>
      {listed && view.changes.length > 0 ? (
        <div className={classes.listed}>
          <Changes changes={view.changes} redactions={redactions} labels="always" />
        </div>
      ) : null}
      {view.texts.map((text) => (
        <TextBlock
          key={text.name}
          text={text}
          labelled={text.role === 'description' || text.role === 'other'}
          redactions={redactions}
        />
      ))}
    </>
  )
}
