import type { MadePiece } from '../../support/case-bundle.ts'

/** Pieces with names from the outside world. */
export const examplePieces: readonly MadePiece[] = [
  {
    name: 'Transfers März.csv',
    content: Buffer.from('date,amount\n2026-03-01,9999\n'.repeat(500)),
    kind: 'table',
    label: 'EX-1',
    path: 'Desktop/Transfers März.csv',
  },
  { name: '../../etc/passwd', content: Buffer.from('root:x:0:0\n') },
  { name: 'CON.txt', content: Buffer.from('not a device\n'), kind: 'text' },
  { name: 'con.TXT', content: Buffer.from('not the same file\n'), kind: 'text' },
  { name: 'invoice\u202egnp.exe', content: Buffer.alloc(200_000, 7) },
  { name: '100 % safe.bin', content: new Uint8Array(0) },
  { name: `${'ł'.repeat(150)}.evtx`, content: Buffer.from('a name of 300 bytes') },
  { name: 'only the hash.E01', content: Buffer.from('not handed out'), hashOnly: true },
]
