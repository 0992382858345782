import { KindMark } from '../KindMark.tsx'
import type { ShownNode } from '../model/view.ts'
import { select } from '../state.ts'
import type { NetworkWords } from '../useWords.ts'
import classes from './panel.module.css'

/** Longest lists of the panel; the tables hold the rest. */
export const rowsMost = 40

/** A node in a list of the panel; pressed, it is selected. */
export const NodeRow = ({
  node,
  words,
  end,
}: {
  readonly node: ShownNode
  readonly words: NetworkWords
  readonly end: string
}) => (
  <li>
    <button type="button" className={classes.row} onClick={() => select(node.key)}>
      <KindMark kind={node.kind} group={node.members !== null} />
      <bdi className={classes.rowName} title={words.name(node)}>
        {words.name(node)}
      </bdi>
      <span className={classes.rowEnd}>{end}</span>
    </button>
  </li>
)
