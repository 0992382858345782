import { describe, expect, it } from 'vitest'
import { createHashLines } from '../../../../main/domain/known-files/hash-lines.ts'

const md5 = '0cc175b9c0f1b6a831c399e269772661'
const sha1 = '86f7e437faa5a7fce15d1ddcb9eaeaea377667b8'
const sha256 = 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4f72b9807785afee48bb'

const readAll = (...lines: readonly string[]) => {
  const reader = createHashLines()
  return lines.map((line) => {
    const says = reader.read(line)
    return typeof says === 'string' ? says : says.hex
  })
}

describe('E-52: of each line the strongest hash is taken, whichever tool wrote it', () => {
  it('reads bare hashes, with comments and blank lines between them', () => {
    expect(readAll('# ours', '', md5, sha1.toUpperCase(), `  ${sha256}\r`, '// end')).toEqual([
      'passed',
      'passed',
      md5,
      sha1,
      sha256,
      'passed',
    ])
  })
  it('reads what sha256sum and BSD write, and never a name for a hash', () => {
    expect(
      readAll(
        `${md5}  ${sha256}`,
        `${sha1} *a,b;c.bin`,
        `\\${sha256}  two\\nlines`,
        `SHA256 (a (1).txt) = ${sha256}`,
        `MD5(a.txt)= ${md5}`,
      ),
    ).toEqual([md5, sha1, sha256, sha256, md5])
  })
  it('reads NSRL as it is published', () => {
    expect(
      readAll(
        '"SHA-1","MD5","CRC32","FileName","FileSize","ProductCode","OpSystemCode","SpecialCode"',
        `"${sha1.toUpperCase()}","${md5.toUpperCase()}","E8B7BE43","a ""b"", c.txt",1,"1","358",""`,
        `"","${md5}","","x",1,"1","358",""`,
        `"","","","${sha256}",1,"1","358",""`,
      ),
    ).toEqual(['passed', sha1, md5, 'none'])
  })
  it('reads tables by the names of their columns, whatever else in them looks like a hash', () => {
    expect(readAll('name;imphash;SHA 256 hash', `x;${md5};${sha256}`, `y;${md5};`)).toEqual(['passed', sha256, 'none'])
    expect(readAll('File Hash\tseen', `${sha1}\t2026-01-01`)).toEqual(['passed', sha1])
    expect(readAll('# "first_seen","sha256_hash","md5_hash"', `"2026","${sha256}","${md5}"`)).toEqual([
      'passed',
      sha256,
    ])
    expect(readAll('%%%% HASHDEEP-1.0', '%%%% size,md5,sha256,filename', `1,${md5},${sha256},a,b`)).toEqual([
      'passed',
      'passed',
      sha256,
    ])
    // A value of another length is not what its column says.
    expect(readAll('md5,sha1', `${sha256},${sha256}`)).toEqual(['passed', 'none'])
  })
  it('reads a table without a header, and asks for a name where its header names no hash', () => {
    expect(readAll(`a.txt,${md5},${sha256}`)).toEqual([sha256])
    expect(readAll('account,token', `4711,${md5}`)).toEqual(['none', 'unnamed'])
  })
  it('leaves the hashes of nothing, and what is no hash', () => {
    expect(
      readAll(
        'd41d8cd98f00b204e9800998ecf8427e',
        'DA39A3EE5E6B4B0D3255BFEF95601890AFD80709',
        'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        `${sha256}0`,
        'g'.repeat(64),
        'word',
      ),
    ).toEqual(['none', 'none', 'none', 'none', 'none', 'none'])
  })
  it('takes no long time over a hostile line', () => {
    const hostile = ['"'.repeat(8_192), '," '.repeat(2_730), `SHA256 (${')'.repeat(8_000)}`, ',"a""'.repeat(1_600)]
    const began = performance.now()
    expect(readAll(...hostile)).toHaveLength(4)
    expect(performance.now() - began).toBeLessThan(1_000)
  })
})
