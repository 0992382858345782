import type { Conclusion } from '../../seal/findings.ts'

/** S-115: what a bundle comes to, in a sentence: on the command line, and in the documents. */
export const conclusionWords: Readonly<Record<Conclusion, string>> = {
  intact_to_the_end:
    'Intact, and witnessed to the end: what the hub signed, or what you hold from elsewhere, covers every step.',
  intact_as_far_as_it_goes:
    'Intact as far as it goes: nothing outside vouches for the end. Newer steps may have been cut off before this bundle was made. Ask the institution for a checkpoint of the case by another way, and give it with --trust, or for a bundle that its hub has witnessed.',
  faults_found: 'Faults found: each is listed above.',
}
