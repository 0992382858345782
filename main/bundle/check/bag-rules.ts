import { sha256, toHex } from '../../seal/hash.ts'
import { bagDeclaration } from '../format/bagit-text.ts'
import { bundlePaths, bundleVersion, isKnownFile, isRecord } from '../format/layout.ts'
import { collisions, pathFault, portabilityFault } from '../format/member-path.ts'
import type { BagFault, BagReading } from './bag.ts'
import { payloadOxum } from './bag-text.ts'
import type { BundleFindings } from './findings.ts'
import type { BundleSource } from './source.ts'

/**
 * The most that entries, disclosures, proofs, checkpoints and keys may hold together (B-71): they are held in memory.
 */
const recordsMax = 1024 * 1024 * 1024

/**
 * B-70: names that are fit for every system, and a bound for what will be held in memory. Answers whether to read on.
 */
export const checkContainer = (source: BundleSource, findings: BundleFindings): boolean => {
  for (const { file, message } of source.problems) findings.add('bundle_malformed', message, { file })
  for (const { path } of source.files) {
    const fault = pathFault(path) ?? portabilityFault(path)
    if (fault !== null) findings.add('bundle_malformed', `the name ${fault}`, { file: path })
  }
  for (const [path, earlier] of collisions(source.files.map(({ path: name }) => name))) {
    findings.add('bundle_malformed', `on some systems it is one file with “${earlier}”, or lies in it as in a folder`, {
      file: path,
    })
  }
  const records = source.files.reduce((sum, { path, size }) => sum + (isRecord(path) ? size : 0), 0)
  if (records > recordsMax)
    findings.add(
      'bundle_malformed',
      `entries and what belongs to them have ${records} bytes; more than ${recordsMax} are not read`,
    )
  return records <= recordsMax
}

const codes = {
  malformed: 'bundle_malformed',
  missing: 'bundle_file_missing',
  added: 'bundle_file_added',
  altered: 'bundle_file_altered',
} as const

/** B-10: the one declaration that a bundle has; another encoding would give its lists another reading. */
const declarationHash = toHex(sha256(Buffer.from(bagDeclaration, 'utf8')))

const required = [
  bundlePaths.bagInfo,
  bundlePaths.manifest,
  bundlePaths.tagManifest,
  bundlePaths.allowedSigners,
  bundlePaths.verifyText,
  bundlePaths.caseFile,
]

/** B-10 to B-13: the bag is of the one kind that a bundle is, and every deviation is a fault. */
export const checkBag = (source: BundleSource, bag: BagReading, findings: BundleFindings): void => {
  const add = ({ kind, file, message }: BagFault): void => findings.add(codes[kind], message, { file })
  bag.faults.forEach(add)
  bag.warnings.forEach(add)
  if (bag.version !== null && bag.version !== '1.0')
    findings.add('bundle_malformed', `a bundle is a bag of version 1.0, not ${bag.version}`, {
      file: bundlePaths.bagit,
    })
  const declaration = bag.sha256.get(bundlePaths.bagit)
  if (bag.version !== null && declaration !== undefined && declaration !== declarationHash)
    findings.add('bundle_malformed', 'it is not the declaration of a bundle, letter for letter', {
      file: bundlePaths.bagit,
    })
  for (const { file } of bag.manifests) {
    if (file !== bundlePaths.manifest && file !== bundlePaths.tagManifest)
      findings.add('bundle_malformed', 'a bundle has manifests of SHA-256 alone', { file })
  }
  if (payloadOxum(bag.info) === null)
    findings.add('bundle_malformed', 'it does not state the size of the payload (Payload-Oxum)', {
      file: bundlePaths.bagInfo,
    })
  if (bag.hasFetch) findings.add('bundle_malformed', 'a bundle fetches nothing', { file: 'fetch.txt' })
  const stated = bag.info.get('fieldseal-bundle-version')?.[0]
  if (stated !== String(bundleVersion)) {
    findings.add(
      'bundle_malformed',
      stated === undefined
        ? 'it does not say that the bag is a case bundle'
        : `bundles of version ${stated} are not known here`,
      { file: bundlePaths.bagInfo },
    )
  }
  const present = new Set(source.files.map(({ path }) => path))
  for (const path of required)
    if (!present.has(path)) findings.add('bundle_file_missing', 'it has to be there', { file: path })
  const tags = bag.manifests.find(({ file }) => file === bundlePaths.tagManifest)
  for (const { path } of source.files) {
    const isOutside = path.startsWith('data/') || path === bundlePaths.tagManifest || path === bundlePaths.signature
    if (!isOutside && tags?.digests.has(path) !== true)
      findings.add('bundle_file_added', 'it is there, and the tag manifest does not list it', { file: path })
  }
  checkStrangers(source, findings)
}

/**
 * B-109: a file that no bundle of this version has says nothing that was sealed, whoever listed it. What has a fault
 * already is told once.
 */
const checkStrangers = (source: BundleSource, findings: BundleFindings): void => {
  for (const { path } of source.files)
    if (!isKnownFile(path) && !findings.concerns(path))
      findings.add('bundle_file_added', 'it is no part of a bundle: no rule says what it is', { file: path })
}
