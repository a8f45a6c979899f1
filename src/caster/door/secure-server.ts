// The port for rovers and stations that speak TLS.
import { readFileSync, statSync } from 'node:fs'
import type { Server } from 'node:net'
import tls from 'node:tls'
import type { CasterServices } from '../services.ts'
import type { Door } from './door.ts'

const TLS_HANDSHAKE_MS = 10_000

/** Only with forward secrecy and authenticated encryption: who gets hold of the key later cannot read what was recorded before. */
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

/** Whose certificate it is does not matter to TLS: stations register theirs, and a push is judged by what was registered. */
const ASKING = { requestCert: true, rejectUnauthorized: false }

/**
 * A renewed certificate is taken up without a restart; one that cannot be read leaves the old one in place. `asks`: for certificates of
 * clients. It is the only question that rovers are asked for nothing, so it is left out while no station has a certificate.
 */
export function secureServer(
  { certFile, keyFile }: { certFile: string; keyFile: string },
  lookMs: number,
  door: Door,
  services: CasterServices,
  asks: () => boolean,
): { server: Server; stop(): void } {
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
      services.warn('the certificate cannot be read; the old one stays', { err })
    }
  }, lookMs)
  return { server: door.inFrontOf(() => (asks() ? asking : silent)), stop: () => clearInterval(timer) }
}
