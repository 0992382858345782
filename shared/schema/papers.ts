/**
 * The papers of a bundle that are made of its sealed facts alone, each with the version of what writes it. The entry of
 * an export names them, so that a verifier that has the same writer can make the paper again and compare every byte
 * (B-111). Whoever changes one byte of what a paper says raises its version: test/unit/bundle/paper-versions.test.ts
 * holds the two together.
 */
export const paperVersions = {
  'VERIFY.txt': 3,
  'data/report.html': 1,
  'data/report.pdf': 1,
  'data/case.jsonld': 1,
} as const

export type Paper = keyof typeof paperVersions

export const papers = Object.keys(paperVersions) as readonly Paper[]

/** Earlier versions that this release writes too, so that bundles of their releases are compared as they were. */
export const earlierPaperVersions: Readonly<Partial<Record<Paper, readonly number[]>>> = { 'VERIFY.txt': [1, 2] }
