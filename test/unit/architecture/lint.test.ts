import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/paths.ts'
import { toolFile } from '../../../scripts/lib/run.ts'
import { plantTree, saidOf } from '../../support/planted-tree.ts'

const config = '.oxlintrc.json'

/** Rule -> code that it must not let pass. */
const planted: Readonly<Record<string, string>> = {
  'max-depth':
    'export const deep = (a: boolean): number => {\n  if (a) {\n    if (a) {\n      if (a) {\n        if (a) {\n          if (a) return 1\n        }\n      }\n    }\n  }\n  return 0\n}',
  'max-lines-per-function': `export const long = (): number => {\n  let sum = 0\n${'  sum += 1\n'.repeat(100)}  return sum\n}`,
  'max-params':
    'export const sum = (a: number, b: number, c: number, d: number, e: number, f: number): number => a + b + c + d + e + f',
  eqeqeq: 'export const same = (a: unknown, b: unknown): boolean => a == b',
  'no-console': "console.log('seen by nobody')",
  'no-unused-vars': 'const unused = 1',
  'no-var': 'export var old = 1',
  'prefer-const': 'let once = 1\nexport const twice = once * 2',
  'prefer-rest-params': 'export function first(): unknown {\n  return arguments[0]\n}',
  'prefer-spread': 'export const most = (values: number[]): number => Math.max.apply(Math, values)',
  'typescript/await-thenable': 'export const now = async (): Promise<number> => await 1',
  'typescript/ban-ts-comment': '// @ts-ignore\nexport const wrong: string = 1',
  'typescript/consistent-type-imports':
    "import { Bound } from './typescript/bound.ts'\nexport const bound: Bound | null = null",
  'typescript/no-array-constructor': 'export const pair = new Array(0, 1)',
  'typescript/no-array-delete': 'export const drop = (values: number[]): void => {\n  delete values[0]\n}',
  'typescript/no-base-to-string': 'export const told = (value: object): string => `${String(value)}`',
  'typescript/no-duplicate-enum-values': 'export enum State {\n  Open = 1,\n  Closed = 1,\n}',
  'typescript/no-duplicate-type-constituents': 'export type Twice = string | string',
  'typescript/no-empty-object-type': 'export type Anything = {}',
  'typescript/no-explicit-any': 'export const any: any = 1',
  'typescript/no-extra-non-null-assertion': 'export const sure = (value: { a: number } | null): number => value!!.a',
  'typescript/no-floating-promises': 'Promise.resolve(1)',
  'typescript/no-for-in-array':
    'export const walk = (values: number[]): void => {\n  for (const at in values) void at\n}',
  'typescript/no-implied-eval': "setTimeout('alert(1)', 1)",
  'typescript/no-misused-new': 'export interface Made {\n  new (): Made\n}',
  'typescript/no-misused-promises':
    'export const all = (values: number[]): void => values.forEach(async (value) => void (await Promise.resolve(value)))',
  'typescript/no-namespace': 'export namespace Old {\n  export const one = 1\n}',
  'typescript/no-non-null-asserted-optional-chain':
    'export const maybe = (value?: { a?: number }): number => value?.a!',
  'typescript/no-redundant-type-constituents': 'export type Whatever = unknown | string',
  'typescript/no-require-imports': "export const fs = require('node:fs')",
  'typescript/no-this-alias': 'export function alias(this: object): object {\n  const self = this\n  return self\n}',
  'typescript/no-unnecessary-type-assertion': 'export const sure = (value: string): string => value as string',
  'typescript/no-unnecessary-type-constraint': 'export const same = <T extends unknown>(value: T): T => value',
  'typescript/no-unsafe-argument': "export const read = (take: (text: string) => void): void => take(JSON.parse('1'))",
  'typescript/no-unsafe-assignment': "export const read = JSON.parse('1')",
  'typescript/no-unsafe-call': "export const read = (): void => {\n  JSON.parse('1')()\n}",
  'typescript/no-unsafe-declaration-merging': 'export interface Merged {\n  a: number\n}\nexport class Merged {}',
  'typescript/no-unsafe-enum-comparison':
    'enum State {\n  Open = 1,\n}\nexport const isOpen = (state: State): boolean => state === 1',
  'typescript/no-unsafe-function-type': 'export type Call = Function',
  'typescript/no-unsafe-member-access': "export const read = (): void => void JSON.parse('1').a",
  'typescript/no-unsafe-return': "export const read = () => JSON.parse('1')",
  'typescript/no-unsafe-unary-minus': 'export const minus = (text: string): number => -text',
  'typescript/no-unused-expressions': 'export const nothing = (a: number): void => {\n  a + 1\n}',
  'typescript/no-wrapper-object-types': "export const wrapped: String = ''",
  'typescript/only-throw-error': "export const fail = (): never => {\n  throw 'a text'\n}",
  'typescript/prefer-as-const': "export const kind: 'case' = 'case'",
  'typescript/prefer-namespace-keyword': 'declare module Old {\n  export const one: number\n}',
  'typescript/prefer-promise-reject-errors': "export const fail = (): Promise<never> => Promise.reject('a text')",
  'typescript/require-await': 'export const now = async (): Promise<number> => 1',
  'typescript/restrict-plus-operands': 'export const sum = (a: bigint, b: number): unknown => a + b',
  'typescript/restrict-template-expressions': 'export const told = (value: object): string => `${value}`',
  'typescript/switch-exhaustiveness-check':
    "export const told = (state: 'open' | 'closed'): string => {\n  switch (state) {\n    case 'open':\n      return 'open'\n  }\n  return ''\n}",
  'typescript/triple-slash-reference': '/// <reference path="../bound.ts" />\nexport const one = 1',
  'typescript/unbound-method': "import { Bound } from './bound.ts'\nexport const loose = new Bound().name",
  'no-restricted-properties': "import { vi } from 'vitest'\nvi.mock('node:fs')",
  'no-restricted-imports':
    "import { Drawer } from '@mantine/core'\nexport const Page = () => <Drawer opened onClose={() => undefined} />",
  'react/error-boundaries':
    'export const Page = () => {\n  try {\n    return <p>one</p>\n  } catch {\n    return null\n  }\n}',
  'react/exhaustive-deps':
    "import { useEffect } from 'react'\nexport const Page = ({ id }: { id: number }) => {\n  useEffect(() => {\n    document.title = String(id)\n  }, [])\n  return <p>{id}</p>\n}",
  'react/globals': 'let count = 0\nexport const Page = () => {\n  count = count + 1\n  return <p>{count}</p>\n}',
  'react/immutability':
    'export const Page = (props: { id: number }) => {\n  props.id = 2\n  return <p>{props.id}</p>\n}',
  'react/purity': 'export const Page = () => {\n  const at = Math.random()\n  return <p>{at}</p>\n}',
  'react/refs':
    "import { useRef } from 'react'\nexport const Page = () => {\n  const ref = useRef(0)\n  return <p>{ref.current}</p>\n}",
  'react/rules-of-hooks':
    "import { useState } from 'react'\nexport const Page = ({ on }: { on: boolean }) => {\n  if (on) useState(0)\n  return <p>one</p>\n}",
  'react/set-state-in-effect':
    "import { useEffect, useState } from 'react'\nexport const Page = ({ id }: { id: number }) => {\n  const [last, setLast] = useState(0)\n  useEffect(() => {\n    setLast(id)\n  }, [id])\n  return <p>{last}</p>\n}",
  'react/set-state-in-render':
    "import { useState } from 'react'\nexport const Page = () => {\n  const [last, setLast] = useState(0)\n  setLast(1)\n  return <p>{last}</p>\n}",
  'react/static-components': 'export const Page = () => {\n  const Inner = () => <p>one</p>\n  return <Inner />\n}',
  'react/unsupported-syntax':
    'export const Page = () => {\n  const text = eval("1") as string\n  return <p>{text}</p>\n}',
  'react/use-memo':
    "import { useMemo } from 'react'\nexport const Page = ({ id }: { id: number }) => {\n  const text = useMemo(async () => Promise.resolve(String(id)), [id])\n  void text\n  return <p>{id}</p>\n}",
}

/**
 * Where code for a rule stands: React's hold in the renderer, as does the one about imports, and mocks are refused in
 * tests.
 */
const fileOf = (rule: string): string => {
  if (rule.startsWith('react/') || rule === 'no-restricted-imports') return `renderer/${rule}.tsx`
  return rule === 'no-restricted-properties' ? `test/${rule}.ts` : `main/${rule}.ts`
}

const lawful: Readonly<Record<string, string>> = {
  'main/typescript/bound.ts': 'export class Bound {\n  name(): string {\n    return `${this.constructor.name}`\n  }\n}',
  'renderer/ui/dialog/Dialog.tsx':
    "import { Modal } from '@mantine/core'\nexport const Dialog = () => <Modal opened onClose={() => undefined} />",
  'renderer/Page.tsx': 'export const Page = ({ id }: { readonly id: number }) => <p>{id}</p>',
  'test/says.ts': "console.log('tests may')",
}

/** What the compiler finds, with the settings of `tsconfig.json`: code of it -> what it must not let pass. */
const mistyped: Readonly<Record<string, string>> = {
  TS2322: "export const count: number = 'one'",
  TS2532: 'export const length = (names: readonly string[]): number => names[0].length',
  TS6133: 'export const one = (unread: number): number => 1',
  TS2307: "import { nothing } from './there-is-no-such-file.ts'\nexport const one = nothing",
}

/** What the page that verifies is made of, with a method that its stand-in for Buffer does not have. */
const ofNode: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'main/seal/bad.ts',
    'main/bundle/check/bad.ts',
    'main/bundle/format/bad.ts',
    'main/bundle/zip/bad.ts',
    'main/bundle/page/bad.ts',
    'shared/text/bad.ts',
  ].map((file) => [file, 'export const read = (bytes: Buffer): bigint => bytes.readBigUInt64BE(0)']),
)

const excusing: Readonly<Record<string, string>> = {
  'main/excuse.ts': '// oxlint-disable-next-line no-var -- nothing here is excused\nexport const one = 1',
}

type Diagnostic = { readonly code?: string; readonly message: string; readonly filename: string }

const lint = async (tree: string): Promise<readonly Diagnostic[]> => {
  const stdout = await saidOf(tree, [toolFile('oxlint', 'bin/oxlint'), '--format', 'json', '.'])
  return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics
}

/** `typescript-eslint(no-var)`, as the linter names a rule's origin, is the rule's own name without it. */
const bare = (rule: string): string => rule.replace(/^.*\//u, '')
const ruleOf = ({ code = '' }: Diagnostic): string => /\((.+)\)$/u.exec(code)?.[1] ?? code

type Config = {
  readonly rules: Readonly<Record<string, unknown>>
  readonly overrides: readonly { readonly rules: Readonly<Record<string, unknown>> }[]
}

const inForce = (): readonly string[] => {
  const text = readFileSync(inRoot(config), 'utf8').replace(/^\s*\/\/.*$/gmu, '')
  const { rules, overrides } = JSON.parse(text) as Config
  return [rules, ...overrides.map((override) => override.rules)].flatMap((set) =>
    Object.keys(set).filter((rule) => set[rule] !== 'off'),
  )
}

describe('the linter', () => {
  let tree = ''
  let found: readonly Diagnostic[] = []

  beforeAll(async () => {
    const breaking = Object.fromEntries(Object.entries(planted).map(([rule, code]) => [fileOf(rule), code]))
    const wrong = Object.fromEntries(Object.entries(mistyped).map(([code, text]) => [`main/${code}.ts`, text]))
    tree = await plantTree({ ...lawful, ...breaking, ...wrong, ...ofNode, ...excusing }, config)
    found = await lint(tree)
  })
  afterAll(() => rm(tree, { recursive: true, force: true }))

  test.each(inForce())('sees a planted violation of %s', (rule) => {
    expect(found.filter(({ filename }) => filename === fileOf(rule)).map(ruleOf)).toContain(bare(rule))
  })

  test.each(Object.keys(mistyped))('sees what the compiler calls %s', (code) => {
    expect(found.filter(({ filename }) => filename === `main/${code}.ts`).map(ruleOf)).toContain(code)
  })

  test.each(Object.keys(ofNode))('sees a method of Buffer that no browser has in %s', (file) => {
    expect(found.filter(({ filename }) => filename === file).map(ruleOf)).toEqual(['no-restricted-properties'])
  })

  test('blames no lawful file', () => {
    expect(found.filter(({ filename }) => filename in lawful)).toEqual([])
  })

  test('sees an excuse that excuses nothing', () => {
    expect(found.filter(({ filename }) => filename === 'main/excuse.ts').map(({ message }) => message)).toEqual([
      expect.stringContaining('Unused'),
    ])
  })
})
