// Self-signed client certificates, as operators create them, with any validity period.
import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fingerprintIn } from '../../src/domain/stations/certificate.ts'

const DAY_MS = 86_400_000
const DEFAULTS = {
  from: new Date(Date.now() - DAY_MS),
  until: new Date(Date.now() + 365 * DAY_MS),
  key: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
  organisation: '',
}

export interface ClientCertificate {
  readonly key: string
  readonly cert: string
  readonly fingerprint: string
}

export function clientCertificate(name: string, given: Partial<typeof DEFAULTS> = {}): ClientCertificate {
  const { from, until, key, organisation } = { ...DEFAULTS, ...given }
  const folder = mkdtempSync(join(tmpdir(), 'vertice-client-'))
  const file = (called: string) => join(folder, called)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore', cwd: folder })
  try {
    writeFileSync(file('index'), '')
    writeFileSync(
      file('ca.conf'),
      '[ca]\ndefault_ca=own\n[own]\ndatabase=index\nnew_certs_dir=.\nrand_serial=yes\ndefault_md=sha256\npolicy=any\n[any]\ncommonName=supplied\norganizationName=optional\n',
    )
    const subject = `/CN=${name}${organisation && `/O=${organisation}`}`
    openssl('req', ...key, '-nodes', '-keyout', 'key', '-out', 'request', '-utf8', '-subj', subject)
    const dates = ['-startdate', asTime(from), '-enddate', asTime(until)]
    const own = ['-selfsign', '-keyfile', 'key', '-in', 'request', '-out', 'cert']
    openssl('ca', '-batch', '-notext', '-config', 'ca.conf', ...own, ...dates)
    const cert = readFileSync(file('cert'), 'utf8')
    const fingerprint = fingerprintIn(new X509Certificate(cert).fingerprint256)
    return { key: readFileSync(file('key'), 'utf8'), cert, fingerprint }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** For example, 20261117093000Z. */
const asTime = (at: Date) => at.toISOString().replace(/\.\d+|[-:T]/g, '')
