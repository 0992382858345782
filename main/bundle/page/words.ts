import type { FindingCode } from '../../../shared/schema/findings.ts'
import type { Check } from './assess.ts'
import type { Step } from './protocol.ts'

/** What a code means to somebody who got the bundle, and what to do. */
export interface Meaning {
  readonly title: string
  readonly means: string
}

const meanings: Readonly<Record<FindingCode, Meaning>> = {
  bundle_malformed: {
    title: 'Not built as a bundle is',
    means:
      'The archive or one of its files does not have the form that a case bundle has, so that two programs could read two different things in it. Ask for the bundle again.',
  },
  bundle_file_altered: {
    title: 'A file was altered',
    means:
      'The file does not have the hash that the signed list gives it, or cannot be read. Do not rely on it. Ask for the bundle again; if the file comes altered again, ask on which way it was changed.',
  },
  bundle_file_missing: {
    title: 'A file is missing',
    means:
      'The file is on the list, or has to be in every bundle, and is not there. Someone took it out, or a copy stopped too early.',
  },
  bundle_file_added: {
    title: 'A file was added',
    means:
      'The file is there, but nobody signed for it, or it is of no kind that a bundle has: no rule says what it is, and nothing that was sealed speaks for it. It is none of those that systems add by themselves. It should not be there.',
  },
  bundle_signature_invalid: {
    title: 'The signature does not hold',
    means:
      'The list of all files is not signed, or was changed after it was signed. Nothing that follows from the list can be relied on. Entries without a fault of their own are still signed one by one.',
  },
  bundle_key_mismatch: {
    title: 'Signed by another key than it should be',
    means:
      'The signature holds, but it is not by the device that sealed the export, or the keys in the bundle are not those that its entries enrol. Treat the bundle as not made by the institution until it confirms the key.',
  },
  bundle_facts_differ: {
    title: 'A statement differs from the sealed entries',
    means:
      'The summary of the case, a proof or the list of the evidence says something else than what was sealed. The sealed entries count.',
  },
  paper_differs: {
    title: 'A paper says something else than was sealed',
    means:
      'The report, VERIFY.txt or the graph of the case is not what its writer makes of the sealed entries: somebody with the key of the exporter changed it before signing. Do not rely on this paper; the sealed entries count.',
  },
  log_proof_invalid: {
    title: 'A checkpoint does not stand in the log of the hub',
    means:
      'The bundle says that the hub’s public log holds this checkpoint, and the proof for it does not hold. Witnesses and time stamps say nothing about this case then.',
  },
  cosignature_invalid: {
    title: 'A witness’s signature was altered',
    means:
      'A signature under the head of the hub’s log carries the name and key of a known witness, and is not that witness’s.',
  },
  timestamp_invalid: {
    title: 'A time stamp does not hold',
    means:
      'It is over something else, was altered, or its certificate is none for time stamps or was revoked. It proves no time.',
  },
  log_time_too_early: {
    title: 'A witness or a time stamp is older than what it vouches for',
    means:
      'It bears a time at which the entries that it covers were not there yet: a clock was wrong, or one of the two times was made up. It counts for nothing.',
  },
  witness_unknown: {
    title: 'More signatures by keys that nobody knows',
    means:
      'Others have signed the head of the hub’s log. Neither you nor the exporting device has their keys, so they count for nothing.',
  },
  timestamp_unchecked: {
    title: 'A time stamp was not checked here',
    means: 'verify.html cannot check it. VERIFY.txt tells how openssl does, and fieldseal verify does it too.',
  },
  timestamp_unconfirmed: {
    title: 'Nobody vouches for the authority of a time stamp',
    means:
      'The stamp holds by itself, and anybody can make one under any name. Get the certificate of the authority from itself, and give it to fieldseal verify with --trust.',
  },
  key_unconfirmed: {
    title: 'The key was not compared yet',
    means:
      'The bundle agrees with itself. Whose key signed it has to be compared with a fingerprint that came by another way.',
  },
  trust_unused: {
    title: 'Something that you gave was compared with nothing',
    means:
      'A fingerprint, checkpoint, witness or certificate from elsewhere speaks about nothing in this bundle, so it confirms nothing. If it should be that of this bundle, do not rely on the bundle before the institution explains it.',
  },
  paper_not_compared: {
    title: 'A paper was not compared with what was sealed',
    means:
      'Its signature holds, so it is what the exporter made. Whether it says what the sealed entries say was not checked here: this verifier does not have the version of the writer that made it, or cannot make it again. Rely on the entries, or ask for a verifier of that release.',
  },
  left_out: {
    title: 'Left out for this recipient',
    means:
      'Some texts or pieces of evidence are not in this bundle. Their digests and hashes stand in the sealed entries: whoever shows you one of them later cannot show you another.',
  },
  system_file: {
    title: 'A file that a system put there',
    means:
      'Systems add such files by themselves when a folder is unpacked or opened (.DS_Store, Thumbs.db, desktop.ini, what macOS keeps in files that begin with ._). It is no part of the bundle, nobody signed for it, and nothing of the bundle is altered by it.',
  },
  name_normalised: {
    title: 'A name is written in another normalisation',
    means:
      'The system on which the bundle was unpacked spells the accents of this name in another way (Unicode normalisation). It reads the same, and the content of the file is the one that was signed.',
  },
  edited_payload: {
    title: 'The content of an entry was altered',
    means: 'The entry is not what was signed: its content was changed after it was sealed. Do not rely on it.',
  },
  edited_signature: {
    title: 'The signature of an entry was altered',
    means: 'The content is the one that was sealed, but the signature over it is not the one that was made.',
  },
  unknown_key: {
    title: 'Signed by a key that is not known',
    means:
      'The workspace never enrolled this key, or it is none that you hold from elsewhere. What it signed may have been made outside the institution.',
  },
  revoked_key: {
    title: 'Signed by a revoked device',
    means:
      'The device had been withdrawn when this entry was sealed. Someone who holds a lost device may have made it.',
  },
  unknown_actor: {
    title: 'Done by somebody whom nobody knows',
    means:
      'The step says that somebody did it whom the workspace never added. Its device sealed it, and made that person up.',
  },
  actor_elsewhere: {
    title: 'Done in another person’s name',
    means:
      'The step was sealed on a device that was enrolled for another person than the one who is said to have done it, and the hub has not vouched for it. It says no more than that somebody at that device wrote this name.',
  },
  missing_entry: {
    title: 'An entry is missing',
    means: 'Each entry names the one before it, and one of them is not there: it was taken out.',
  },
  reordered_entries: {
    title: 'Entries are in another order',
    means: 'The order is not the one that was sealed. Each entry by itself still holds.',
  },
  truncated_tail: {
    title: 'The end of the case was cut off',
    means: 'A signed checkpoint says that there were more entries than there are here, or others.',
  },
  device_fork: {
    title: 'One device wrote two histories',
    means:
      'The same device gave the same number to two different entries: its data were copied and used twice, or history was rewritten.',
  },
  time_before_anchor: {
    title: 'Dated earlier than it can be',
    means:
      'The entry names a checkpoint that did not exist yet at the time that it claims: the clock of its device was behind, the time was made up, or a hub that was restored from a backup received anew what the checkpoint covers. Do not rely on its time; its content and place hold.',
  },
  time_after_receipt: {
    title: 'Dated later than it can be',
    means:
      'The entry was received before the time that it claims: the clock of its device was ahead, or the time was made up. Do not rely on its time; its content and place hold.',
  },
  row_differs: {
    title: 'An entry is filed where it does not belong',
    means: 'The entry was sealed for another case, or what is kept beside it is not its own.',
  },
  blob_differs: {
    title: 'A piece of evidence is not the one that was acquired',
    means: 'Its bytes have another SHA-256 than the sealed entry of its acquisition says. Do not use it.',
  },
  blob_missing: {
    title: 'A piece of evidence is missing',
    means: 'The summary says that its file is in the bundle, and it is not. The sealed entry still tells its hash.',
  },
  non_canonical_payload: {
    title: 'An entry is not in its one valid form',
    means: 'The same content could be read in more than one way. Treat the entry as altered.',
  },
  malformed_entry: {
    title: 'An entry cannot be read',
    means: 'What stands in its place is no entry.',
  },
  clock_regression: {
    title: 'A clock went backwards',
    means:
      'The device dated a later entry earlier than the one before. Do not rely on the times between the two; content and order hold.',
  },
  clock_attested: {
    title: 'A wrong clock that a supervisor answers for',
    means:
      'The time of the step cannot be right, and a sealed entry of the institution says how wrong the clock of its device was: with that, it fits. The message names the entry. Its content and place hold; count its time by what was attested.',
  },
  time_out_of_order: {
    title: 'A time does not fit the order of the steps',
    means:
      'The step is dated before something that it follows: the clock of its device was behind, another was ahead, or the time was made up. Do not rely on its time; its content and place hold. If its time matters, ask the institution what it knows of that clock.',
  },
  anchor_went_back: {
    title: 'A device named an older checkpoint than before',
    means:
      'The device had a newer checkpoint of the hub already. That is so after a hub was restored from a backup, or where a case was taken from it anew; somebody who dates a step back would also leave it out. Ask the institution whether its hub was restored.',
  },
  checkpoint_not_extending: {
    title: 'A checkpoint contradicts another one',
    means: 'Two signed checkpoints cannot both be true: history that was signed already was changed afterwards.',
  },
  checkpoint_invalid: {
    title: 'The signature of a checkpoint does not hold',
    means: 'The checkpoint was altered, or is not by a device of this workspace. It proves nothing.',
  },
  checkpoint_elsewhere: {
    title: 'A checkpoint speaks about the order on another device',
    means:
      'The checkpoint was signed by a device that has the entries in another order. It says nothing about this bundle.',
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
  unwitnessed: {
    title: 'Seen by no other party yet',
    means: 'No hub has witnessed these entries. Up to its own checkpoint, the device alone vouches for them.',
  },
  hub_unconfirmed: {
    title: 'The hub of a data folder is not confirmed',
    means: 'The folder keeps a hub that its workspace does not enrol. It explains nothing that is missing there.',
  },
  case_incomplete: {
    title: 'A case is hidden in its data folder',
    means: 'Not all of it has come from the hub, or it has no place among the cases.',
  },
  entries_elsewhere: {
    title: 'Entries of the device are in no case of its folder',
    means: 'They went with cases that were given back to the hub, or were removed. Only the hub can tell.',
  },
}

/** @param code also one that this page does not know: it is shown as it is */
export const meaningOf = (code: string): Meaning =>
  Object.hasOwn(meanings, code)
    ? meanings[code as FindingCode]
    : { title: code, means: 'This page does not know this code. A newer page or program may explain it.' }

/** The names of the checks. */
export const checkNames: Readonly<Record<Check, string>> = {
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
export const stepNames: Readonly<Record<Step, string>> = {
  open: 'Opening the bundle',
  files: 'Hashing every file',
  records: 'Reading entries, proofs and keys',
  signatures: 'Checking the seal of each entry',
}
