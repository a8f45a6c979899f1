// Classifies TLS failures: the server speaks no TLS, its certificate is not trusted, or it aborts the handshake.
import { oneLine } from '../../domain/text/plain-text.ts'

type SystemError = Error & { readonly code?: string }

/** OpenSSL's messages for a peer that speaks no TLS. */
const NO_TLS = /wrong version number|packet length too long/
/** Node's codes for certificate errors. ERR_SSL_ codes come from the peer, perhaps about our certificate. */
const CERTIFICATE = /^(?!ERR_SSL_).*(CERT|SIGNATURE|ISSUER|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH)/
/** The reason in an OpenSSL message, between the routine and the file name. */
const OPENSSL = /SSL routines:[^:]*:([^:]+)/
/** A certificate can contain thousands of names, and Node repeats them all. */
const LONGEST = 200

/** `null` for any other failure; `saidBy` describes it. */
export function tlsFailureOf({ code = '', message }: SystemError): 'no_tls' | 'certificate' | null {
  if (NO_TLS.test(message)) return 'no_tls'
  return CERTIFICATE.test(code) ? 'certificate' : null
}

/** The error message without library internals and without the advice that Node appends after a semicolon. */
export function saidBy({ code, message, name }: SystemError): string {
  const said = OPENSSL.exec(message)?.[1] || message.split(';')[0] || code || name
  return oneLine(said.slice(0, LONGEST)) // oneLine also drops half a surrogate pair at the cut
}
