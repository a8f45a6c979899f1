// Checks the caster's certificate: validity period, key, host name.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { DAY_MS } from '../../../domain/time/units.ts'
import { about, type Finding } from './finding.ts'

const { ok, warn, fail } = about('certificate')
const RENEW = [
  'renew it; a running caster reloads the files',
  'renuévelo; el caster vuelve a leer los archivos sin reiniciarse',
] as const

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
  if (!cert)
    return [
      fail(
        [`${certFile} contains no certificate`, `${certFile} no contiene un certificado`],
        [
          'set CASTER_TLS_CERT to a PEM file, the leaf first',
          'ponga en CASTER_TLS_CERT un archivo PEM, primero el certificado del servidor',
        ],
      ),
    ]
  const key = readKey(facts.key)
  if (!key)
    return [
      fail(
        [`${keyFile} contains no readable private key`, `${keyFile} no contiene una clave privada legible`],
        [
          'set CASTER_TLS_KEY to a PEM file without a passphrase',
          'ponga en CASTER_TLS_KEY un archivo PEM sin contraseña',
        ],
      ),
    ]
  const [from, until] = [new Date(cert.validFrom), new Date(cert.validTo)]
  const days = Math.floor((until.getTime() - now.getTime()) / DAY_MS)
  const found: Finding[] = []
  if (!cert.checkPrivateKey(key))
    found.push(
      fail(
        [`${keyFile} is not the key of ${certFile}`, `${keyFile} no es la clave de ${certFile}`],
        ['use the certificate and key of the same renewal', 'use el certificado y la clave de la misma renovación'],
      ),
    )
  if (now < from)
    found.push(
      fail(
        [
          `${certFile} is not valid before ${from.toISOString()}`,
          `${certFile} no es válido antes de ${from.toISOString()}`,
        ],
        ['wait, or check the clock of this machine', 'espere o revise el reloj de este equipo'],
      ),
    )
  else if (days < 0)
    found.push(
      fail([`${certFile} expired on ${until.toISOString()}`, `${certFile} venció el ${until.toISOString()}`], RENEW),
    )
  else if (days < facts.daysBefore)
    found.push(
      warn(
        [
          `${certFile} expires on ${until.toISOString()}, in ${days} days`,
          `${certFile} vence el ${until.toISOString()}, en ${days} días`,
        ],
        RENEW,
      ),
    )
  const isFor = isIP(host) ? cert.checkIP(host) : cert.checkHost(host)
  if (isFor === undefined)
    found.push(
      warn(
        [
          `${certFile} is not valid for ${host}, the public host of the caster (it is for ${cert.subjectAltName ?? cert.subject})`,
          `${certFile} no vale para ${host}, la dirección pública del caster (es para ${cert.subjectAltName ?? cert.subject})`,
        ],
        [
          `get a certificate for ${host}, or change the host: vertice network set caster-host=…`,
          `obtenga un certificado para ${host} o cambie la dirección: vertice network set caster-host=…`,
        ],
      ),
    )
  return found.length > 0
    ? found
    : [
        ok([
          `${certFile}: valid for ${host}, expires in ${days} days`,
          `${certFile}: válido para ${host}, vence en ${days} días`,
        ]),
      ]
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
