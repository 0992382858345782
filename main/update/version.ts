const form = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})(-[0-9A-Za-z.-]{1,50})?$/u

/** Whether a text is the version of a release: three numbers, and nothing after them. */
export const isReleaseVersion = (text: string): boolean => form.exec(text)?.[4] === undefined && form.test(text)

/**
 * Negative where `a` is older than `b`, 0 where neither is. A version with more behind its numbers, such as
 * `1.2.3-evaluation`, is older than the release of those numbers.
 *
 * @throws RangeError on a text that is no version
 */
export const compareVersions = (a: string, b: string): number => {
  const [first, second] = [form.exec(a), form.exec(b)]
  if (first === null || second === null) throw new RangeError('this is no version')
  for (const place of [1, 2, 3]) {
    const difference = Number(first[place]) - Number(second[place])
    if (difference !== 0) return difference
  }
  return Number(first[4] === undefined) - Number(second[4] === undefined)
}
