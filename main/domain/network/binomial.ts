/**
 * The natural logarithm of how likely at least `hits` of `trials` are, each with the chance `share`: the upper tail of
 * the binomial distribution, added up from `hits` on. 0 (certain) where no more was met than is to be expected.
 */
export const logUpperTail = (hits: number, trials: number, share: number): number => {
  if (hits <= trials * share || share >= 1) return 0
  if (share <= 0) return -Infinity
  let log = hits * Math.log(share) + (trials - hits) * Math.log1p(-share)
  for (let i = 1; i <= hits; i += 1) log += Math.log((trials - hits + i) / i)
  // Beyond the mean each term is smaller than the one before, by a share that falls.
  let [term, sum] = [1, 1]
  for (let at = hits; at < trials && term > sum * Number.EPSILON; at += 1) {
    term *= (((trials - at) / (at + 1)) * share) / (1 - share)
    sum += term
  }
  return Math.min(0, log + Math.log(sum))
}
