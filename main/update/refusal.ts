/** Why an update, or what was fetched of one, is not taken. */
export type UpdateRefusalCode =
  | 'not_trusting'
  | 'feed_missing'
  | 'feed_malformed'
  | 'feed_unknown_key'
  | 'feed_signature_bad'
  | 'feed_signatures_few'
  | 'feed_expired'
  | 'feed_not_yet'
  | 'feed_older'
  | 'feed_changed'
  | 'log_proof_malformed'
  | 'log_unknown'
  | 'log_cosignature_bad'
  | 'log_witnesses_few'
  | 'log_without_release'
  | 'log_shorter'
  | 'log_forked'
  | 'log_unproven'
  | 'version_older'
  | 'file_not_offered'
  | 'file_cut_off'
  | 'file_too_long'
  | 'file_changed'
  | 'source_unreachable'
  | 'disk_full'
  | 'disk_failed'
  | 'not_replaceable'
  | 'not_now'

/** A refusal: a stable code, and words for a person that say what happened, what is safe and what to do. */
export interface UpdateRefusal {
  readonly code: UpdateRefusalCode
  readonly message: string
}

/** What holds whenever an update is refused. */
export const buildStays = 'Nothing was installed; this build stays as it is.'

const askPublisher = 'Tell whoever publishes your updates.'
const suspect = `Somebody may be offering you a build that others do not get. ${askPublisher}`

const words: Readonly<Record<UpdateRefusalCode, readonly [what: string, then: string]>> = {
  not_trusting: [
    'This build was made without keys for updates, so it believes no update feed',
    'Install a newer release by hand.',
  ],
  feed_missing: ['There is no update feed at this address', 'Compare the address with the one that you were given.'],
  feed_malformed: ['What lies at this address is no update feed of Fieldseal', askPublisher],
  feed_unknown_key: ['The update feed is not signed by a key that this build knows', suspect],
  feed_signature_bad: ['A signature of the update feed does not hold: the feed was changed', suspect],
  feed_signatures_few: ['The update feed is signed by fewer keys than this build asks for', askPublisher],
  feed_expired: [
    'The update feed has expired, so newer releases may be kept from you',
    'Get a newer copy of the feed, and see that the clock of this computer is right.',
  ],
  feed_not_yet: ['The update feed says that it is from the future', 'See that the clock of this computer is right.'],
  feed_older: ['The update feed is an older one than this computer has seen already', suspect],
  feed_changed: [
    'The update feed no longer offers the release that was fetched',
    'It was paused, taken back or followed by another one: look for updates again.',
  ],
  log_proof_malformed: ['The proof that this release stands in the release log cannot be read', askPublisher],
  log_unknown: ['The release log is not signed by the key that this build knows', suspect],
  log_cosignature_bad: ['The signature of a witness under the release log does not hold', suspect],
  log_witnesses_few: ['Fewer witnesses have signed the release log than this build asks for', askPublisher],
  log_without_release: ['This release does not stand in the release log', suspect],
  log_shorter: ['The release log is shorter than this computer has seen it', suspect],
  log_forked: ['The release log is another one than this computer has seen: its past was changed', suspect],
  log_unproven: [
    'It could not be checked that the release log has only grown, because parts of it are missing at this address',
    'Try again, and tell whoever publishes your updates if it stays so.',
  ],
  version_older: ['The update feed offers an older version than the one that runs here', suspect],
  file_not_offered: [
    'The release has no file for this kind of installation',
    'Install it by hand, or ask whoever publishes your updates.',
  ],
  file_cut_off: [
    'The download broke off before the file was whole',
    'What has come is kept; try again to go on with it.',
  ],
  file_too_long: ['The file is longer than the signed feed says', `The file was removed. ${askPublisher}`],
  file_changed: [
    'The file is not the one of the signed feed: its hash differs',
    `The file was removed. ${askPublisher}`,
  ],
  source_unreachable: ['The address of the updates cannot be reached', 'Try again when there is a connection.'],
  disk_full: ['The disk has too little room for the update', 'Free some space and try again.'],
  disk_failed: ['The disk could not be read or written', 'See the log, and try again.'],
  not_now: ['Updates are off, or another step of them is under way', 'Wait for it, or turn updates on.'],
  not_replaceable: [
    'This build cannot replace itself here',
    'Have whoever installed it install the file that was downloaded and checked.',
  ],
}

/**
 * A refusal in words.
 *
 * @param detail what was found, in a few words
 */
export const refused = (code: UpdateRefusalCode, detail?: string): UpdateRefusal => {
  const [what, then] = words[code]
  return { code, message: `${what}${detail === undefined ? '' : ` (${detail})`}. ${buildStays} ${then}` }
}
