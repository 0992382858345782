import type { FindingCode } from '../../../shared/schema/findings.ts'
import type { CheckName } from './assess.ts'
import type { PageStep } from './protocol.ts'

/** What a code means to somebody who got the bundle, and what to do. */
export interface Meaning {
  readonly title: string
  readonly means: string
}

const meanings: Readonly<Record<FindingCode, Meaning>> = {
  bundle_malformed: {
    title: 'Not built as a case bundle',
    means: 'Two programs could read two different things in the archive or one of its files. Ask for the bundle again.',
  },
  bundle_file_altered: {
    title: 'A file was altered',
    means:
      'It does not have the hash that the signed list gives it, or cannot be read. Do not rely on it. Ask for the bundle again; if the file is altered again, find out where on its way.',
  },
  bundle_file_missing: {
    title: 'A file is missing',
    means: 'It is on the list, or required in every bundle. Somebody removed it, or a copy stopped too early.',
  },
  bundle_file_added: {
    title: 'A file was added',
    means:
      'Nobody signed for it, or it is of no kind that a bundle has, and no system adds such files by itself. Do not rely on it.',
  },
  bundle_signature_invalid: {
    title: 'The signature does not hold',
    means:
      'The list of all files is not signed, or was changed afterwards. Rely on nothing that follows from it. Entries without a fault of their own are still signed one by one.',
  },
  bundle_key_mismatch: {
    title: 'Signed by another key than it should be',
    means:
      'The signature holds, but is not by the device that sealed the export, or the keys in the bundle are not those that its entries enrol. Treat the bundle as not made by the institution until it confirms the key.',
  },
  bundle_facts_differ: {
    title: 'A statement differs from the sealed entries',
    means:
      'The summary of the case, a proof or the list of evidence differs from what was sealed. The sealed entries count.',
  },
  paper_differs: {
    title: 'A paper differs from what was sealed',
    means:
      'The report, VERIFY.txt or the graph of the case is not what its writer makes of the sealed entries: somebody with the exporter’s key changed it before signing. Do not rely on it; the entries count.',
  },
  log_proof_invalid: {
    title: 'A checkpoint is not in the log of the hub',
    means:
      'The proof that the hub’s public log holds it does not hold. Witnesses and time stamps then say nothing about this case.',
  },
  cosignature_invalid: {
    title: 'A witness’s signature was altered',
    means: 'It carries the name and key of a known witness, and is not that witness’s.',
  },
  timestamp_invalid: {
    title: 'A time stamp does not hold',
    means:
      'It covers something else, was altered, or its certificate is not for time stamps or was revoked. It proves no time.',
  },
  log_time_too_early: {
    title: 'A witness or a time stamp is older than what it vouches for',
    means:
      'The entries that it covers did not exist yet at its time: a clock was wrong, or one of the two times was made up. It counts for nothing.',
  },
  witness_unknown: {
    title: 'Signed by unknown further keys',
    means:
      'Others signed the head of the hub’s log. Neither you nor the exporting device has their keys, so they count for nothing.',
  },
  timestamp_unchecked: {
    title: 'A time stamp was not checked here',
    means: 'verify.html cannot check it; openssl can, as VERIFY.txt says, and fieldseal verify.',
  },
  timestamp_unconfirmed: {
    title: 'Nobody vouches for the authority of a time stamp',
    means:
      'The stamp is valid by itself, but anybody can make one under any name. Get the authority’s certificate from itself, and give it to fieldseal verify with --trust.',
  },
  key_unconfirmed: {
    title: 'The key was not compared yet',
    means: 'The bundle agrees with itself. Compare the key with a fingerprint that you got by another way.',
  },
  trust_unused: {
    title: 'Something that you gave was compared with nothing',
    means:
      'A fingerprint, checkpoint, witness or certificate is about nothing in this bundle, so it confirms nothing. If it should belong to it, do not rely on the bundle before the institution explains it.',
  },
  paper_not_compared: {
    title: 'A paper was not compared with what was sealed',
    means:
      'Its signature holds. This verifier does not have the version of the writer that made it, or cannot make it again. Rely on the entries, or ask for a verifier of that release.',
  },
  left_out: {
    title: 'Left out for this recipient',
    means:
      'Some texts or pieces of evidence are not in this bundle. Their digests and hashes are in the sealed entries, so nobody can show you others later.',
  },
  system_file: {
    title: 'A file that a system added',
    means:
      'Systems add such files when a folder is unpacked or opened (.DS_Store, Thumbs.db, desktop.ini, what macOS keeps in files that begin with ._). It is no part of the bundle, nobody signed for it, and it alters nothing.',
  },
  name_normalised: {
    title: 'A name is written in another normalisation',
    means:
      'The system on which the bundle was unpacked writes its accents differently (Unicode normalisation). It reads the same, and the file’s content is what was signed.',
  },
  edited_payload: {
    title: 'The content of an entry was altered',
    means: 'It was changed after it was sealed. Do not rely on it.',
  },
  edited_signature: {
    title: 'The signature of an entry was altered',
    means: 'The content is what was sealed; the signature over it is not.',
  },
  unknown_key: {
    title: 'Signed by an unknown key',
    means:
      'The workspace never enrolled this key, or it is none that you hold from elsewhere. What it signed may have been made outside the institution.',
  },
  revoked_key: {
    title: 'Signed by a revoked device',
    means: 'It was revoked when this entry was sealed. Somebody who holds a lost device may have made it.',
  },
  unknown_actor: {
    title: 'Done by an unknown person',
    means: 'The workspace never added the person who is said to have done it. The device that sealed it made them up.',
  },
  actor_elsewhere: {
    title: 'Done in another person’s name',
    means:
      'It was sealed on a device that was enrolled for another person than the named one, and the hub has not vouched for it. Somebody at that device wrote this name; it says no more.',
  },
  missing_entry: {
    title: 'An entry is missing',
    means: 'Each entry names the one before it, and one of them was removed.',
  },
  reordered_entries: {
    title: 'Entries are in another order',
    means: 'The order is not the sealed one. Each entry by itself still holds.',
  },
  truncated_tail: {
    title: 'The end of the case was cut off',
    means: 'A signed checkpoint covers more entries than are here, or others.',
  },
  device_fork: {
    title: 'One device wrote two histories',
    means:
      'It gave the same number to two different entries: its data were copied and used twice, or history was rewritten.',
  },
  time_before_anchor: {
    title: 'Dated earlier than it can be',
    means:
      'It names a checkpoint that did not exist yet at its time: its device’s clock was behind, the time was made up, or a hub restored from a backup received again what the checkpoint covers. Do not rely on its time; its content and place hold.',
  },
  time_after_receipt: {
    title: 'Dated later than it can be',
    means:
      'It was received before its time: its device’s clock was ahead, or the time was made up. Do not rely on its time; its content and place hold.',
  },
  row_differs: {
    title: 'An entry is filed where it does not belong',
    means: 'It was sealed for another case, or what is kept beside it is not its own.',
  },
  blob_differs: {
    title: 'A piece of evidence is not the one that was acquired',
    means: 'Its bytes do not have the SHA-256 that was sealed when it was acquired. Do not use it.',
  },
  blob_missing: {
    title: 'A piece of evidence is missing',
    means: 'The summary says that its file is in the bundle, and it is not. The sealed entry still has its hash.',
  },
  non_canonical_payload: {
    title: 'An entry is not in its one valid form',
    means: 'Its content could be read in more than one way. Treat it as altered.',
  },
  malformed_entry: {
    title: 'An entry cannot be read',
    means: 'What is in its place is no entry.',
  },
  clock_regression: {
    title: 'A clock went backwards',
    means:
      'The device dated a later entry earlier than the one before. Do not rely on the times between the two; content and order hold.',
  },
  clock_attested: {
    title: 'A wrong clock that a supervisor answers for',
    means:
      'The time cannot be right, and a sealed entry, which the message names, says how wrong the device’s clock was: with that, it fits. Content and place hold; go by the attested time.',
  },
  time_out_of_order: {
    title: 'A time does not fit the order of the steps',
    means:
      'It is before something that the step follows: its device’s clock was behind, another was ahead, or the time was made up. Do not rely on its time; its content and place hold. If the time matters, ask the institution about that clock.',
  },
  anchor_went_back: {
    title: 'A device named an older checkpoint than before',
    means:
      'It had a newer checkpoint of the hub already: the hub was restored from a backup, the case was taken from it again, or somebody dated a step back. Ask the institution whether its hub was restored.',
  },
  checkpoint_not_extending: {
    title: 'A checkpoint contradicts another one',
    means: 'Two signed checkpoints cannot both be true: signed history was changed afterwards.',
  },
  checkpoint_invalid: {
    title: 'The signature of a checkpoint does not hold',
    means: 'It was altered, or is not by a device of this workspace. It proves nothing.',
  },
  checkpoint_elsewhere: {
    title: 'A checkpoint is about the order on another device',
    means: 'That device has the entries in another order, so its checkpoint says nothing about this bundle.',
  },
  disclosure_differs: {
    title: 'A disclosed text is not the one that was sealed',
    means: 'A note or name in this bundle has no digest in its entry: it was replaced. Do not rely on it.',
  },
  disclosure_missing: {
    title: 'A withheld text is gone',
    means: 'An entry names a text that is not here, and nothing says that it was lawfully erased.',
  },
  redacted: {
    title: 'A text was lawfully erased',
    means: 'A sealed entry says who erased it, when, and on which legal basis. Every seal stays valid.',
  },
  evidence_erased: {
    title: 'The bytes of evidence were erased by order',
    means:
      'Sealed entries say who asked for it, who approved it, when, and by which order. The digest and every seal stay valid; the bytes are nowhere.',
  },
  unwitnessed: {
    title: 'Seen by no other party yet',
    means: 'No hub has witnessed these entries. Up to its own checkpoint, the device alone vouches for them.',
  },
  hub_unconfirmed: {
    title: 'The hub of a data folder is not confirmed',
    means: 'The folder’s workspace does not enrol this hub, so it explains nothing that is missing there.',
  },
  case_incomplete: {
    title: 'A case is hidden in its data folder',
    means: 'Not all of it has come from the hub, or it has no place among the cases.',
  },
  entries_elsewhere: {
    title: 'Entries of the device are in no case of its folder',
    means: 'They went with cases that were given back to the hub, or were removed. Only the hub knows.',
  },
  access_log_row_altered: {
    title: 'A row of the access log is not as it was written',
    means:
      'The access log says who read what. A row of it was changed after it was written, or does not lead to what was sealed of the log.',
  },
  access_log_row_missing: {
    title: 'Rows of the access log are missing',
    means: 'Rows were taken out between others. Retention removes rows from the beginning only, and seals that it did.',
  },
  access_log_reordered: {
    title: 'Rows of the access log changed places',
    means: 'Rows are where they were not written.',
  },
  access_log_truncated: {
    title: 'The end of the access log is missing',
    means: 'More rows were sealed than the log has: its newest rows were cut off.',
  },
  access_log_terms_differ: {
    title: 'What was searched for is not as it was written',
    means: 'The text of a search in the access log was replaced, or is gone although no row says that it was erased.',
  },
  access_log_shortened: {
    title: 'Old rows of the access log were removed',
    means: 'Retention removed them, as the policy says. The rows that are left verify from there.',
  },
}

/** @param code also one that this page does not know: it is shown as it is */
export const meaningOf = (code: string): Meaning =>
  Object.hasOwn(meanings, code)
    ? meanings[code as FindingCode]
    : { title: code, means: 'This page does not know this code. A newer page or program may explain it.' }

/** The names of the checks. */
export const namesOfChecks: Readonly<Record<CheckName, string>> = {
  container: 'Archive',
  files: 'Files against the lists',
  signature: 'Signature of the lists',
  key: 'Signing key',
  entries: 'Sealed entries',
  chain: 'Order and gaps',
  checkpoints: 'Checkpoints',
  proofs: 'Inclusion proofs',
  evidence: 'Evidence',
  disclosures: 'Disclosed texts',
  facts: 'Summary of the case',
  papers: 'Report and other papers',
  other: 'Other findings',
}

/** The names of the steps of a check. */
export const stepNames: Readonly<Record<PageStep, string>> = {
  open: 'Opening the bundle',
  files: 'Hashing every file',
  records: 'Reading entries, proofs and keys',
  signatures: 'Checking the seal of each entry',
}
