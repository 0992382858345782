/** What is kept of a piece whose stored bytes could not be read for its text. */
export const unreadableBytes = 'its stored bytes cannot be read; verify the case'
