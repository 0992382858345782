import { useTranslation } from 'react-i18next'
import type { ScreeningHit } from '../../../shared/schema/screening.ts'
import { score } from '../../ui/charts/format.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { classes } from './classes.ts'
import { StateMark } from './StateMark.tsx'

/** The columns of the hits, in their order. */
export const columns = [
  { id: 'select', sort: null },
  { id: 'score', sort: 'score' },
  { id: 'subject', sort: null },
  { id: 'listed', sort: null },
  { id: 'list', sort: null },
  { id: 'state', sort: null },
  { id: 'age', sort: 'age' },
] as const


/** One hit of the queue. */
export const HitCells = ({ item }: { readonly item: ScreeningHit }) => {
  const { i18n } = useTranslation()
  return (
    <>
      <div role="gridcell" className={`${classes.cell} ${classes.figure}`} data-column="score">
        {score(item.score, i18n.language)}
      </div>
      <div role="gridcell" className={`${classes.cell} ${classes.title}`} dir="auto" title={item.subject.name}>
        {item.subject.name}
      </div>
      <div role="gridcell" className={`${classes.cell} ${classes.title}`} dir="auto" title={item.listed_name}>
        {item.listed_name}
      </div>
      <div role="gridcell" className={classes.cell} data-column="list" title={item.list_title}>
        {item.list}
      </div>
      <div role="gridcell" className={classes.cell} data-column="state">
        <StateMark state={item.state} />
      </div>
      <div role="gridcell" className={classes.cell} data-column="age">
        <Timestamp at={item.first_found_at} style="ago" />
      </div>
    </>
  )
}
