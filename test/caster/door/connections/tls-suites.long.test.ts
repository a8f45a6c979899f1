// The TLS suites that the caster accepts: only those with forward secrecy.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestCaster } from '../../../support/caster.ts'
import { until } from '../../../support/process.ts'

let folder: string
let caster: TestCaster
let lenient: tls.Server
const file = (name: string) => join(folder, name)

function makeCertificate(name: string): void {
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', `/CN=${name}`]
  execFileSync('openssl', ['req', ...options, '-keyout', file('key'), '-out', file('cert')], { stdio: 'ignore' })
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vertice-tls-suites-'))
  makeCertificate('first')
  const files = { certFile: file('cert'), keyFile: file('key') }
  caster = await TestCaster.start({ certificateMs: 50 }, { tls: { port: 0, ...files } })
  // Accepts whatever each client offers, which proves that a rejection comes from the caster and not the client.
  const [cert, key] = [readFileSync(file('cert')), readFileSync(file('key'))]
  lenient = tls.createServer({ cert, key, ciphers: 'ALL:@SECLEVEL=0', minVersion: 'TLSv1', dhparam: 'auto' })
  lenient.on('tlsClientError', () => {})
  await once(lenient.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  lenient.close()
  await caster.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The agreed protocol and cipher, or `null`. */
async function agreed(port: number, options: tls.ConnectionOptions): Promise<string | null> {
  const socket = tls.connect({ socket: connect(port, '127.0.0.1'), rejectUnauthorized: false, ...options })
  const result = await new Promise<string | null>((resolve) => {
    socket.once('secureConnect', () => resolve(`${socket.getProtocol()} ${socket.getCipher().name}`))
    socket.once('error', () => resolve(null))
  })
  socket.destroy()
  return result
}

async function shownName(): Promise<string> {
  const { port } = caster.role.caster.tlsAddress!
  const socket = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { CN } = socket.getPeerCertificate().subject
  socket.destroy()
  return String(CN)
}

const only = (ciphers: string): tls.ConnectionOptions => ({ ciphers: `${ciphers}:@SECLEVEL=0`, maxVersion: 'TLSv1.2' })
const ofCaster = (options: tls.ConnectionOptions) => agreed(caster.role.caster.tlsAddress!.port, options)
const ofLenient = (options: tls.ConnectionOptions) => agreed((lenient.address() as AddressInfo).port, options)

const taken: [string, tls.ConnectionOptions][] = [
  ['TLSv1.3 TLS_AES_128_GCM_SHA256', { ciphers: 'TLS_AES_128_GCM_SHA256', minVersion: 'TLSv1.3' }],
  ['TLSv1.2 ECDHE-RSA-AES128-GCM-SHA256', only('ECDHE-RSA-AES128-GCM-SHA256')],
  ['TLSv1.2 ECDHE-RSA-CHACHA20-POLY1305', only('ECDHE-RSA-CHACHA20-POLY1305')],
  ['TLSv1.2 DHE-RSA-AES256-GCM-SHA384', only('DHE-RSA-AES256-GCM-SHA384')],
]
const refused: [string, tls.ConnectionOptions][] = [
  ['TLSv1.2 AES128-GCM-SHA256', only('AES128-GCM-SHA256')],
  ['TLSv1.2 AES256-SHA256', only('AES256-SHA256')],
  ['TLSv1.2 ECDHE-RSA-AES128-SHA', only('ECDHE-RSA-AES128-SHA')],
  ['TLSv1.1 ECDHE-RSA-AES128-SHA', { ...only('ECDHE-RSA-AES128-SHA'), minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }],
]

describe.each(['as it starts', 'with a renewed certificate'])('the caster, %s,', (when) => {
  beforeAll(async () => {
    if (when === 'as it starts') return
    makeCertificate('renewed')
    await until(async () => (await shownName()) === 'renewed')
  })

  it.each(taken)('accepts %s', async (suite, options) => {
    expect(await ofCaster(options)).toBe(suite)
  })

  it.each(refused)('rejects %s, which another server accepts', async (suite, options) => {
    expect(await ofLenient(options)).toBe(suite)
    expect(await ofCaster(options)).toBeNull()
  })
})
