// What a connection with TLS failed of, told apart: what answers speaks no TLS, its certificate is not to be trusted, or it speaks TLS
// and ends the handshake in its own words.
import { oneLine } from '../../domain/text/plain-text.ts'

type SystemError = Error & { readonly code?: string }

/** As OpenSSL says of what is not TLS at all; any other handshake that fails is with somebody who speaks it. */
const NO_TLS = /wrong version number|packet length too long/
/** As Node names what is wrong with one. What begins otherwise was said by the other side, of ours perhaps. */
const CERTIFICATE = /^(?!ERR_SSL_).*(CERT|SIGNATURE|ISSUER|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH)/
/** What OpenSSL found, between where it found it and what that file is called. */
const OPENSSL = /SSL routines:[^:]*:([^:]+)/
/** A certificate may hold thousands of names, and Node repeats them all. */
const LONGEST = 200

/** null: of something else, and `saidBy` tells what. */
export function tlsFailureOf({ code = '', message }: SystemError): 'no_tls' | 'certificate' | null {
  if (NO_TLS.test(message)) return 'no_tls'
  return CERTIFICATE.test(code) ? 'certificate' : null
}

/** In its own words, without where in a library they stand. Behind a semicolon Node advises whoever starts it. */
export function saidBy({ code, message, name }: SystemError): string {
  const said = OPENSSL.exec(message)?.[1] || message.split(';')[0] || code || name
  return oneLine(said.slice(0, LONGEST)) // which leaves out half a character at the cut, too
}
