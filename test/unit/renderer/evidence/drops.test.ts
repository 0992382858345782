import { describe, expect, it } from 'vitest'
import { folderPathOf, planUploads, type FoundFile } from '../../../../renderer/features/evidence/model/drops.ts'

const found = (path: string, size = 1): FoundFile<string> => ({
  file: path,
  name: path.split('/').at(-1) ?? path,
  size,
  path,
})
const paths = (...names: string[]): (string | null)[] =>
  planUploads(names.map((name) => found(name))).files.map(({ path }) => path)

describe('what was dropped becomes uploads', () => {
  it('paths begin below the one folder that was dropped', () => {
    const plan = planUploads([found('Finance/2026/b.pdf', 3), found('Finance/a.pdf', 4)])
    expect(plan).toMatchObject({ name: 'Finance', bytes: 7, refused: [] })
    expect(plan.files).toMatchObject([
      { name: 'a.pdf', path: 'a.pdf' },
      { name: 'b.pdf', path: '2026/b.pdf' },
    ])
  })

  it('a file that came alone has no path', () => {
    expect(planUploads([found('ledger.xlsx')])).toMatchObject({
      name: 'ledger.xlsx',
      files: [{ name: 'ledger.xlsx', path: null }],
    })
  })

  it('several folders keep their names, so that files of the same name stay apart', () => {
    expect(paths('HR/a.pdf', 'Finance/a.pdf', 'b.txt')).toEqual([null, 'Finance/a.pdf', 'HR/a.pdf'])
  })

  it('the order is that of a file manager, numbers by their value', () => {
    expect(paths('F/10.txt', 'F/sub/1.txt', 'F/2.txt', 'F/a/1.txt')).toEqual([
      '2.txt',
      '10.txt',
      'a/1.txt',
      'sub/1.txt',
    ])
  })

  it('E-15: a name that is too long is refused by itself; one that could deceive a reader goes on, as evidence is not renamed', () => {
    const plan = planUploads([
      found('F/good.txt'),
      found('F/bad\nname.txt'),
      found('F/turned\u202Etxt.exe'),
      found(`F/${'x'.repeat(1_001)}`),
    ])
    expect(plan.files.map(({ name }) => name).toSorted()).toEqual(['bad\nname.txt', 'good.txt', 'turned\u202Etxt.exe'])
    expect(plan.refused.map(({ reason }) => reason)).toEqual(['name'])
  })

  it('a path that is too long is refused by itself', () => {
    const deep = `F/${'folder/'.repeat(600)}a.txt`
    expect(planUploads([found(deep), found('F/b.txt')])).toMatchObject({
      files: [{ name: 'b.txt' }],
      refused: [{ reason: 'path' }],
    })
  })

  it('nothing is nothing', () => {
    expect(planUploads([])).toEqual({ name: null, files: [], refused: [], bytes: 0 })
  })
})

describe('the folder that was chosen', () => {
  it.each([
    ['/home/ada/Finance/2026/a.pdf', 'Finance/2026/a.pdf', '/home/ada/Finance'],
    ['/Finance/a.pdf', 'Finance/a.pdf', '/Finance'],
    ['C:\\Users\\Ada\\Finance\\a.pdf', 'Finance/a.pdf', 'C:\\Users\\Ada\\Finance'],
    ['/home/back\\slash/Finance/a.pdf', 'Finance/a.pdf', '/home/back\\slash/Finance'],
  ])('is told from %s', (full, relative, folder) => {
    expect(folderPathOf(full, relative)).toBe(folder)
  })

  it.each([
    ['', 'Finance/a.pdf'],
    ['/home/other/a.pdf', 'Finance/a.pdf'],
    ['/home/a.pdf', 'a.pdf'],
    ['/a.pdf', 'F/a.pdf'],
  ])('is not guessed from %j and %j', (full, relative) => {
    expect(folderPathOf(full, relative)).toBeNull()
  })
})
