import type { ImportJob } from '../../../shared/api/workspace.ts'

export type Problem = ImportJob['problems'][number]

/** Rows that were rejected for the same reason in the same column, in the order of the file. */
export type ProblemGroup = {
  readonly column: string | null
  readonly reason: string
  readonly problems: readonly Problem[]
}

/** Problems that a person mends by one change stand together, the most frequent first. */
export const problemGroups = (problems: readonly Problem[]): readonly ProblemGroup[] => {
  const groups = Map.groupBy(problems, ({ column, reason }) => JSON.stringify([column, reason]))
  return [...groups.values()]
    .flatMap((same) =>
      same[0] === undefined ? [] : [{ column: same[0].column, reason: same[0].reason, problems: same }],
    )
    .sort((one, other) => other.problems.length - one.problems.length)
}
