// A test certificate authority. Signs certificates for 127.0.0.1 that are valid or expired.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from './concurrent.ts'

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

export class Authority {
  readonly #folder = mkdtempSync(join(tmpdir(), 'vertice-authority-'))
  /** The CA certificate's path, for NODE_EXTRA_CA_CERTS. */
  readonly file = this.#at('ca.cert')

  constructor() {
    onTestFinished(() => rmSync(this.#folder, { recursive: true, force: true }))
    openssl(
      'req',
      '-x509',
      ...KEY,
      '-days',
      '1',
      '-subj',
      '/CN=authority',
      '-keyout',
      this.#at('ca.key'),
      '-out',
      this.file,
    )
  }

  /** `days`: days until the certificate expires. A negative value creates an expired certificate. */
  sign(name: string, days: number): { key: Buffer; cert: Buffer } {
    const [key, request, cert] = ['key', 'csr', 'cert'].map((kind) => this.#at(`${name}.${kind}`)) as [
      string,
      string,
      string,
    ]
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
    openssl('req', ...KEY, ...subject, '-keyout', key, '-out', request)
    const by = ['-CA', this.file, '-CAkey', this.#at('ca.key'), '-CAcreateserial', '-copy_extensions', 'copy']
    openssl('x509', '-req', '-in', request, ...by, '-days', String(days), '-out', cert)
    return { key: readFileSync(key), cert: readFileSync(cert) }
  }

  #at(name: string): string {
    return join(this.#folder, name)
  }
}

const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })
