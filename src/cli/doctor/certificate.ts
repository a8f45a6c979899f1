// Checks the caster's certificate: validity period, key, host name.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { DAY_MS } from '../../domain/time/units.ts'
import { about, type Finding } from './finding.ts'

const { ok, warn, fail } = about('certificate')
const RENEW = 'renew it; a running caster reloads the files'

export interface CertificateFacts {
  readonly certFile: string
  readonly keyFile: string
  readonly cert: Buffer
  readonly key: Buffer
  /** Host name that devices connect to. */
  readonly host: string
  /** Warn this many days before the certificate expires. */
  readonly daysBefore: number
  readonly now: Date
}

export function certificateFindings(facts: CertificateFacts): Finding[] {
  const { certFile, keyFile, host, now } = facts
  const cert = readCertificate(facts.cert)
  if (!cert) return [fail(`${certFile} contains no certificate`, 'set CASTER_TLS_CERT to a PEM file, the leaf first')]
  const key = readKey(facts.key)
  if (!key)
    return [
      fail(`${keyFile} contains no readable private key`, 'set CASTER_TLS_KEY to a PEM file without a passphrase'),
    ]
  const [from, until] = [new Date(cert.validFrom), new Date(cert.validTo)]
  const days = Math.floor((until.getTime() - now.getTime()) / DAY_MS)
  const found: Finding[] = []
  if (!cert.checkPrivateKey(key))
    found.push(fail(`${keyFile} is not the key of ${certFile}`, 'use the certificate and key of the same renewal'))
  if (now < from)
    found.push(
      fail(`${certFile} is not valid before ${from.toISOString()}`, 'wait, or check the clock of this machine'),
    )
  else if (days < 0) found.push(fail(`${certFile} expired on ${until.toISOString()}`, RENEW))
  else if (days < facts.daysBefore)
    found.push(warn(`${certFile} expires on ${until.toISOString()}, in ${days} days`, RENEW))
  const isFor = isIP(host) ? cert.checkIP(host) : cert.checkHost(host)
  if (isFor === undefined)
    found.push(
      warn(
        `${certFile} is not valid for ${host}, the public host of the caster (it is for ${cert.subjectAltName ?? cert.subject})`,
        `get a certificate for ${host}, or change the host: vertice network set caster-host=…`,
      ),
    )
  return found.length > 0 ? found : [ok(`${certFile}: valid for ${host}, expires in ${days} days`)]
}

function readCertificate(pem: Buffer): X509Certificate | null {
  try {
    return new X509Certificate(pem)
  } catch {
    return null
  }
}

function readKey(pem: Buffer) {
  try {
    return createPrivateKey(pem)
  } catch {
    return null
  }
}
