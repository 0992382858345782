import { beforeAll, describe, expect, test } from 'vitest'
import { type MadeContents, bundleFile, madeContents } from '../support/case-bundle.ts'
import { UnpackedBundle } from '../support/unpacked-bundle.ts'
import { someOf } from '../support/tries.ts'
import { examplePieces } from '../contract/bundle/pieces.ts'
import { findJudge, judge } from './judges.ts'

const bagit = findJudge('bagit.py')
const caseValidate = findJudge('case_validate')

let made: MadeContents
let bundle: UnpackedBundle

beforeAll(async () => {
  made = await madeContents(examplePieces)
  const { file } = await bundleFile(made, {
    extraFiles: [{ path: 'verify.html', bytes: () => Buffer.from('<!doctype html>') }],
  })
  bundle = UnpackedBundle.unpack(file)
}, 120_000)

describe.skipIf(bagit === null)('bagit-python, the Library of Congress’s own implementation, judges a bundle', () => {
  test('valid', () => {
    const { accepted, output } = judge(bagit ?? '', '--validate', bundle.dir)
    expect(output).toContain('is valid')
    expect(accepted).toBe(true)
  })

  test('and refuses one whose evidence was changed', () => {
    const altered = bundle.copy()
    altered.flip('data/evidence/Transfers März.csv')
    expect(judge(bagit ?? '', '--validate', altered.dir).accepted).toBe(false)
  })
})

describe.skipIf(caseValidate === null)('case_validate, CASE’s own validator, judges data/case.jsonld', () => {
  interface Graph {
    readonly '@graph': readonly Readonly<Record<string, unknown>>[]
  }
  const validate = (file: string) => judge(caseValidate ?? '', '--built-version', 'case-1.4.0', `${bundle.dir}/${file}`)
  const graph = (): Graph => JSON.parse(bundle.text('data/case.jsonld')) as Graph

  /** The judge takes long to begin: beside the whole case, people's own runs ask about one of the other two. */
  const others = new Set(someOf(['a hash that is none', 'a bare case'], 2))

  test('conformant with CASE 1.4.0, without leniency', () => {
    const { accepted, output } = validate('data/case.jsonld')
    expect(output).toContain('Conforms: True')
    expect(accepted).toBe(true)
  }, 240_000)

  test.runIf(others.has('a hash that is none'))(
    'and refuses one in which a hash is none',
    () => {
      const broken = JSON.stringify(graph()).replace(/"@value":"[0-9a-f]{64}"/, '"@value":"no hash"')
      bundle.write('broken.jsonld', broken)
      expect(validate('broken.jsonld').accepted).toBe(false)
    },
    240_000,
  )

  test.runIf(others.has('a bare case'))(
    'a case with nothing in it but its opening and its export conforms too',
    async () => {
      const { contents, key } = made
      const bare = {
        ...contents,
        evidence: [],
        people: new Map<string, string>(),
        case: { ...contents.case, title: null, description: null, finishedAtMs: contents.case.updatedAtMs },
      }
      const { file } = await bundleFile({ contents: bare, key })
      const { accepted } = judge(
        caseValidate ?? '',
        '--built-version',
        'case-1.4.0',
        `${UnpackedBundle.unpack(file).dir}/data/case.jsonld`,
      )
      expect(accepted).toBe(true)
    },
    240_000,
  )
})

describe('B-45: data/case.jsonld tells the case', () => {
  const nodes = (type: string): Readonly<Record<string, unknown>>[] =>
    (JSON.parse(bundle.text('data/case.jsonld')) as { '@graph': Readonly<Record<string, unknown>>[] })['@graph'].filter(
      (node) => node['@type'] === type,
    )

  test('an investigation, a provenance record and a file for each piece, an action for each step of custody', () => {
    expect(nodes('investigation:Investigation')).toMatchObject([{ 'uco-core:name': made.contents.case.number }])
    expect(nodes('investigation:ProvenanceRecord')).toHaveLength(examplePieces.length)
    expect(nodes('uco-observable:File').map((node) => node['uco-core:name'])).toEqual(
      examplePieces.map(({ name }) => name),
    )
    expect(nodes('uco-types:Hash')).toHaveLength(examplePieces.length)
    expect(nodes('investigation:InvestigativeAction').map((node) => node['uco-core:name'])).toEqual([
      ...examplePieces.map(() => 'Acquisition'),
      'Export of the case bundle',
    ])
  })

  test('each action has performer, instrument, times, and what it took or gave', () => {
    for (const action of nodes('investigation:InvestigativeAction')) {
      for (const part of ['performer', 'instrument', 'environment', 'startTime', 'endTime'])
        expect(action[`uco-action:${part}`], part).toBeDefined()
      expect(action['uco-action:result'] ?? action['uco-action:object']).toBeDefined()
    }
    const [first] = nodes('investigation:ProvenanceRecord')
    expect(first).toMatchObject({ 'investigation:exhibitNumber': 'EX-1' })
  })

  test('every reference leads to a node', () => {
    const text = bundle.text('data/case.jsonld')
    const all = new Set((JSON.parse(text) as { '@graph': { '@id': string }[] })['@graph'].map((node) => node['@id']))
    for (const [, id] of text.matchAll(/"@id": "(kb:[^"]+)"/g)) expect(all.has(id ?? '')).toBe(true)
  })
})
