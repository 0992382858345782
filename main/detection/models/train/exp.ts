const ln2High = 6.9314718036912381649e-1
const ln2Low = 1.90821492927058770002e-10
const inverseLn2 = 1.442695040888963387
const reach = 700
const steps = 1_023

/** 1 / n! for n of 0 to 14; the series' next term is below 2^-58 on -0.347 to 0.347. */
const coefficients = ((): Float64Array => {
  const all = new Float64Array(15).fill(1)
  for (let n = 1; n < all.length; n += 1) all[n] = (all[n - 1] as number) / n
  return all
})()

/** 2^n for n of -1023 to 1023, by doubling and halving, which are exact. */
const powers = ((): Float64Array => {
  const all = new Float64Array(2 * steps + 1).fill(1)
  for (let n = 1; n <= steps; n += 1) {
    all[steps + n] = (all[steps + n - 1] as number) * 2
    all[steps - n] = (all[steps - n + 1] as number) / 2
  }
  return all
})()

/**
 * e^x by additions, multiplications and divisions alone, so that a training gives the same bytes on every machine: the
 * language leaves the last bits of `Math.exp` to the engine. Right to 4 units in the last place from -700 to 700, cut
 * off beyond.
 */
export const exactExp = (x: number): number => {
  const bounded = x > reach ? reach : x < -reach ? -reach : x
  const power = Math.round(bounded * inverseLn2)
  const rest = bounded - power * ln2High - power * ln2Low
  let sum = coefficients[14] as number
  for (let term = 13; term >= 0; term -= 1) sum = sum * rest + (coefficients[term] as number)
  return sum * (powers[steps + power] as number)
}

/** The logistic function, the same on every machine. */
export const exactSigmoid = (margin: number): number => 1 / (1 + exactExp(-margin))
