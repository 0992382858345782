/** The objectives that a model may have been trained for, by xgboost's names. */
export const objectives = ['binary:logistic', 'reg:logistic', 'binary:logitraw', 'reg:squarederror'] as const
export type Objective = (typeof objectives)[number]

/** The logistic function in double precision. */
export const sigmoid = (margin: number): number => 1 / (1 + Math.exp(-margin))

/** Whether the margin is a log-odds. */
export const isLogistic = (objective: Objective): boolean => objective !== 'reg:squarederror'

/**
 * The margin that every activity starts from, in float32 as xgboost counts it. The two objectives that answer
 * probabilities store a probability; the others store the margin itself.
 */
export const baseMargin = (objective: Objective, baseScore: number): number => {
  const base = Math.fround(baseScore)
  const isProbability = objective === 'binary:logistic' || objective === 'reg:logistic'
  return isProbability ? Math.fround(-Math.log(Math.fround(Math.fround(1 / base) - 1))) : base
}

/** What xgboost's own `predict` answers for a margin. */
export const predictionOf = (objective: Objective, margin: number): number =>
  objective === 'binary:logistic' || objective === 'reg:logistic' ? Math.fround(sigmoid(margin)) : margin

/**
 * The margin as a probability of 0 to 1: the logistic function of a log-odds, and a regression's value cut to that
 * range.
 */
export const probabilityOf = (objective: Objective, margin: number): number =>
  isLogistic(objective) ? sigmoid(margin) : Math.min(1, Math.max(0, margin))
