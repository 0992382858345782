/** So often a service is asked whether it answers. */
const askEveryMs = 5_000
/**
 * So many of these times it may be without an answer: 20 seconds. Counted, since a clock also runs while the machine
 * sleeps.
 */
const unansweredMost = 4

type Parts = {
  /** Runs an action later; returns how to call it off. */
  readonly after: (ms: number, action: () => void) => () => void
  readonly ask: () => void
  /** Called when the service has been silent for too long, and when it answers again. */
  readonly onSilent: (silent: boolean) => void
}

export type AnswerWatch = {
  /** The service has said something, whatever it was. */
  heard(): void
  stop(): void
}

/**
 * Asks a running service again and again whether it answers. What follows from its silence is for others to decide: it
 * may be at work on something long.
 */
export function watchAnswers({ after, ask, onSilent }: Parts): AnswerWatch {
  let unanswered: number | null = null
  let callOff = (): void => undefined

  const tick = (): void => {
    callOff = after(askEveryMs, tick)
    if (unanswered === null) {
      unanswered = 0
      ask()
      return
    }
    unanswered += 1
    if (unanswered === unansweredMost) onSilent(true)
  }
  callOff = after(askEveryMs, tick)
  return {
    heard: () => {
      const wasSilent = unanswered !== null && unanswered >= unansweredMost
      unanswered = null
      if (wasSilent) onSilent(false)
    },
    stop: () => callOff(),
  }
}
