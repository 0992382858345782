import classes from './marks.module.css'
import { partName, visibleName } from './file-name.ts'

type Props = {
  readonly name: string
  readonly className?: string
  /** Without the hint that gives the whole name. */ readonly plain?: boolean
}

/**
 * A file's name on one line: isolated in its own direction, deceptive characters escaped, shortened in the middle where
 * it must be.
 */
export const FileName = ({ name, className, plain = false }: Props) => {
  const shown = visibleName(name)
  const { head, tail } = partName(shown)
  return (
    <bdi
      className={`${classes.fileName}${className === undefined ? '' : ` ${className}`}`}
      title={plain ? undefined : shown}
    >
      <span className={classes.fileNameHead}>{head}</span>
      {tail === '' ? null : <span className={classes.fileNameTail}>{tail}</span>}
    </bdi>
  )
}
