// The TLS port for rovers and stations.
import { readFileSync, statSync } from 'node:fs'
import type { Server } from 'node:net'
import tls from 'node:tls'
import type { Door } from '../door.ts'

const TLS_HANDSHAKE_MS = 10_000

/** Only with forward secrecy and authenticated encryption: a stolen key does not decrypt recorded connections. */
const TLS_OPTIONS: tls.SecureContextOptions = {
  minVersion: 'TLSv1.2',
  ciphers: [
    ...['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'],
    ...['ECDSA', 'RSA'].flatMap((signature) =>
      ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'].map((rest) => `ECDHE-${signature}-${rest}`),
    ),
    ...['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'].map((rest) => `DHE-RSA-${rest}`),
  ].join(':'),
  dhparam: 'auto',
  honorCipherOrder: true,
}

/** TLS accepts any client certificate: stations register theirs, and a push is checked against the registered ones. */
const ASKING = { requestCert: true, rejectUnauthorized: false }

export interface SecureServerOptions {
  readonly files: { readonly certFile: string; readonly keyFile: string }
  /** Interval between two checks whether the files have changed. */
  readonly checkMs: number
  readonly door: Door
  readonly warn: (message: string, detail: object) => void
  /** Client certificates are requested only while some station has one, because every rover has to answer. */
  readonly asksForCertificates: () => boolean
}

/** A renewed certificate is used without a restart. If it cannot be read, the old one stays in use. */
export function secureServer(options: SecureServerOptions): { server: Server; stop(): void } {
  const { door } = options
  const { certFile, keyFile } = options.files
  const read = () => ({ ...TLS_OPTIONS, cert: readFileSync(certFile), key: readFileSync(keyFile) })
  const stamp = () => [certFile, keyFile].map((file) => statSync(file).mtimeMs).join()
  let seen = stamp()
  const serve = (more: tls.TlsOptions) =>
    tls
      .createServer({ allowHalfOpen: true, handshakeTimeout: TLS_HANDSHAKE_MS, ...more }, door.acceptSecure)
      .on('connection', door.expect)
      .on('tlsClientError', (_, socket) => socket.destroy())
  const [silent, asking] = [serve({}), serve(ASKING)]
  const use = (context: tls.SecureContextOptions) => {
    for (const server of [silent, asking]) server.setSecureContext(context)
  }
  try {
    use(read())
  } catch (error) {
    throw new Error(`the caster cannot use the certificate ${certFile} with ${keyFile}: ${(error as Error).message}`)
  }
  const timer = setInterval(() => {
    try {
      const now = stamp()
      if (now === seen) return
      use(read())
      seen = now
    } catch (err) {
      options.warn('Could not read the certificate; keeping the previous one', { err })
    }
  }, options.checkMs)
  return {
    server: door.inFrontOf(() => (options.asksForCertificates() ? asking : silent)),
    stop: () => clearInterval(timer),
  }
}
