/** How this process was started. */
export type Start = {
  /** The AppImage that this runs from. */
  readonly appImage: string | undefined
  /** The user; undefined where a system has no numbers for them. */
  readonly uid: number | undefined
  /** Whether `--no-sandbox` was among the arguments. */
  readonly hasNoSandbox: boolean
}

/**
 * Whether this start would be without the sandbox in which evidence is looked at, though nobody asked for that: the
 * script at the head of an AppImage adds `--no-sandbox` by itself where a system gives its people no user namespaces.
 * Only root, for whom Chromium has no sandbox at all, may go without.
 */
export const losesSandbox = ({ appImage, uid, hasNoSandbox }: Start): boolean =>
  Boolean(appImage) && uid !== 0 && hasNoSandbox
