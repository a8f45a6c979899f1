// Parses and validates a pasted certificate.
import { type KeyObject, X509Certificate } from 'node:crypto'
import { type FieldFault, wrong } from '../../domain/codes/fault.ts'
import { invalid } from '../../domain/codes/refusal.ts'
import { fingerprintIn, type StationCertificate } from '../../domain/stations/certificate.ts'
import { cutText } from '../../domain/text/cut.ts'

const LEAST_RSA_BITS = 2_048
/** P-256, P-384 and P-521. */
const CURVES = ['prime256v1', 'secp384r1', 'secp521r1']
const LONGEST_SUBJECT = 200

export type ReadCertificate = Omit<StationCertificate, 'source' | 'addedAt'>

export function readCertificate(pem: string): ReadCertificate {
  // A pasted private key may already have leaked through clipboard and browser; do not accept or store it.
  if (/PRIVATE KEY-----/.test(pem)) throw bad('certificate_with_key')
  if ((pem.match(/-----BEGIN (?:TRUSTED )?CERTIFICATE-----/g) ?? []).length > 1) throw bad('certificate_several')
  const certificate = parse(pem)
  if (!isStrong(certificate)) throw bad('certificate_weak')
  const [validFrom, validUntil] = [new Date(certificate.validFrom), new Date(certificate.validTo)]
  if (Number.isNaN(validFrom.getTime()) || Number.isNaN(validUntil.getTime())) throw bad('certificate_form')
  return {
    fingerprint: fingerprintIn(certificate.fingerprint256),
    subject: cutText((certificate.subject ?? '').replace(/\s*\n\s*/g, ', '), LONGEST_SUBJECT),
    validFrom,
    validUntil,
  }
}

function parse(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw bad('certificate_form')
  }
}

function isStrong(certificate: X509Certificate): boolean {
  const key = keyOf(certificate)
  const { modulusLength = 0, namedCurve = '' } = key?.asymmetricKeyDetails ?? {}
  switch (key?.asymmetricKeyType) {
    case 'rsa':
    case 'rsa-pss':
      return modulusLength >= LEAST_RSA_BITS
    case 'ec':
      return CURVES.includes(namedCurve)
    default:
      return key?.asymmetricKeyType === 'ed25519'
  }
}

/** `null` if OpenSSL does not know the key type. */
function keyOf(certificate: X509Certificate): KeyObject | null {
  try {
    return certificate.publicKey
  } catch {
    return null
  }
}

type Flaw = 'certificate_form' | 'certificate_with_key' | 'certificate_several' | 'certificate_weak'
const bad = (code: Flaw) => invalid(wrong(['pem'], code) satisfies FieldFault)
