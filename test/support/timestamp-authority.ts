import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A time-stamping authority of `openssl ts`, with a root and a certificate of its own. */
export interface TestAuthority {
  readonly dir: string
  /** The root's certificate, PEM. */
  readonly rootFile: string
  /** Whether its certificate names this address as that of its revocation list. */
  readonly listAddress: string
  /**
   * Its revocation list (DER), in force for a day from now on.
   *
   * @param revoked since what year its own certificate is revoked, and for what reason if one is told; absent: it is not
   * @param others how many others are
   */
  list(revoked?: { readonly year: number; readonly reason?: string }, others?: number): Uint8Array
  /** Answers a request (DER) with a response (DER). */
  reply(request: Uint8Array): Uint8Array
  openssl(...given: readonly string[]): string
  remove(): void
}

const config = (dir: string, usage: string): string => `
[req]
distinguished_name = dn
prompt = no
[dn]
CN = Test Root
[root]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
[stamp]
basicConstraints = CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = ${usage}
crlDistributionPoints = URI:${listAddress}
[ca]
default_ca = lists
[lists]
database = ${dir}/index.txt
default_md = sha256
default_crl_days = 1
[tsa]
default_tsa = own
[own]
serial = ${dir}/serial
crypto_device = builtin
signer_cert = ${dir}/tsa.pem
certs = ${dir}/root.pem
signer_key = ${dir}/tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ordering = yes
tsa_name = yes
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`

/** Named by the certificate; nothing answers there. */
const listAddress = 'http://lists.example/root.crl'

/** Makes keys and certificates anew. */
export const makeAuthority = ({
  algorithm = 'rsa:2048',
  usage = 'critical,timeStamping',
}: { readonly algorithm?: 'rsa:2048' | 'ec'; readonly usage?: string } = {}): TestAuthority => {
  const dir = mkdtempSync(path.join(tmpdir(), 'fieldseal-tsa-'))
  const at = (name: string): string => path.join(dir, name)
  const openssl = (...given: readonly string[]): string =>
    execFileSync('openssl', given, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  writeFileSync(at('openssl.cnf'), config(dir, usage))
  writeFileSync(at('serial'), '01\n')
  const newKey = algorithm === 'ec' ? ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] : ['-newkey', algorithm]
  openssl(
    'req',
    '-config',
    at('openssl.cnf'),
    '-x509',
    ...newKey,
    '-nodes',
    '-days',
    '2',
    '-extensions',
    'root',
    '-keyout',
    at('root.key'),
    '-out',
    at('root.pem'),
  )
  openssl(
    'req',
    '-config',
    at('openssl.cnf'),
    '-new',
    ...newKey,
    '-nodes',
    '-subj',
    '/CN=Test Stamps',
    '-keyout',
    at('tsa.key'),
    '-out',
    at('tsa.csr'),
  )
  openssl(
    'x509',
    '-req',
    '-in',
    at('tsa.csr'),
    '-CA',
    at('root.pem'),
    '-CAkey',
    at('root.key'),
    '-set_serial',
    '2',
    '-days',
    '1',
    '-extfile',
    at('openssl.cnf'),
    '-extensions',
    'stamp',
    '-out',
    at('tsa.pem'),
  )
  return {
    dir,
    rootFile: at('root.pem'),
    listAddress,
    list: (revoked, others = 0) => {
      const { year = 0, reason } = revoked ?? {}
      const since = `${String(year % 100).padStart(2, '0')}0101000000Z${reason === undefined ? '' : `,${reason}`}`
      // The database of `openssl ca`: revoked, until when it was valid, since when, its number, file and subject.
      const row = `R\t491231235959Z\t${since}\t02\tunknown\t/CN=Test Stamps\n`
      const rest = Array.from({ length: others }, (_, number) =>
        row.replace('\t02\t', `\t${(0x1_0000 + number).toString(16).toUpperCase().padStart(6, '0')}\t`),
      )
      writeFileSync(at('index.txt'), [...(revoked === undefined ? [] : [row]), ...rest].join(''))
      const by = ['-config', at('openssl.cnf'), '-cert', at('root.pem'), '-keyfile', at('root.key')]
      openssl('ca', ...by, '-gencrl', '-out', at('list.pem'))
      openssl('crl', '-in', at('list.pem'), '-outform', 'DER', '-out', at('list.der'))
      return readFileSync(at('list.der'))
    },
    reply: (request) => {
      writeFileSync(at('request.tsq'), request)
      openssl(
        'ts',
        '-reply',
        '-config',
        at('openssl.cnf'),
        '-section',
        'own',
        '-queryfile',
        at('request.tsq'),
        '-out',
        at('response.tsr'),
      )
      return readFileSync(at('response.tsr'))
    },
    openssl,
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}

export interface ServedAuthority {
  readonly url: string
  close(): Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Serves an authority over HTTP (RFC 3161 section 3.4), or whatever stands in its place. */
export const serveAuthority = (answer: (request: Buffer, response: ServerResponse) => void): Promise<ServedAuthority> =>
  new Promise((resolve) => {
    const server = createServer(
      (request, response) =>
        void bodyOf(request).then(
          (body) => answer(body, response),
          () => response.destroy(),
        ),
    )
    server.listen(0, '127.0.0.1', () => {
      resolve({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/stamp`,
        close: () =>
          new Promise((closed) => {
            server.closeAllConnections()
            server.close(() => closed())
          }),
      })
    })
  })

/** An authority that answers as it should. */
export const honestly =
  (authority: TestAuthority) =>
  (request: Buffer, response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(authority.reply(request))
  }
