import { useTranslation } from 'react-i18next'
import type { ScreeningHit } from '../../../shared/schema/screening.ts'
import { score } from '../../ui/charts/format.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { Cell } from '../../ui/grid/Cell.tsx'
import { hitClasses } from './classes.ts'
import { HitStateMark } from './HitStateMark.tsx'

/** The columns of the hits, in their order. */
export const hitColumns = [
  { id: 'select', sort: null, width: 34 },
  { id: 'score', sort: 'score', width: 72 },
  { id: 'subject', sort: null, width: 130, grow: 1 },
  { id: 'listed', sort: null, width: 130, grow: 1 },
  { id: 'list', sort: null, width: 92, leaves: 1 },
  { id: 'state', sort: null, width: 116 },
  { id: 'age', sort: 'age', width: 76, leaves: 2 },
] as const

/** One hit of the queue. */
export const HitCells = ({ item }: { readonly item: ScreeningHit }) => {
  const { i18n } = useTranslation()
  return (
    <>
      <Cell column="score" className={`${hitClasses.cell} ${hitClasses.figure}`}>
        {score(item.score, i18n.language)}
      </Cell>
      <Cell column="subject" className={`${hitClasses.cell} ${hitClasses.title}`} dir="auto" title={item.subject.name}>
        {item.subject.name}
      </Cell>
      <Cell column="listed" className={`${hitClasses.cell} ${hitClasses.title}`} dir="auto" title={item.listed_name}>
        {item.listed_name}
      </Cell>
      <Cell column="list" className={hitClasses.cell} title={item.list_title}>
        {item.list}
      </Cell>
      <Cell column="state" className={hitClasses.cell}>
        <HitStateMark state={item.state} />
      </Cell>
      <Cell column="age" className={hitClasses.cell}>
        <Timestamp at={item.first_found_at} style="ago" />
      </Cell>
    </>
  )
}
