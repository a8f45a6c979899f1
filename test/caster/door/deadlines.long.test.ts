// Real-time deadlines for closing connections: unfinished handshakes, and TLS sessions of revoked credentials.
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { CasterRole } from '../../../src/start/roles/caster.ts'
import { Peer, rev1Request, TestCaster } from '../../support/caster.ts'
import { selfSigned } from '../../support/certificate.ts'
import { measuresTime, onThisMachine } from '../../support/loop-watch.ts'
import { STATIONS } from '../../support/service.ts'
import { flowingBase } from '../helpers.ts'

const { cdmx } = STATIONS
const HANDSHAKE_MS = 1_000
/** From secure-server.ts. */
const TLS_HANDSHAKE_MS = 10_000
/** Max time to close a connection on an idle machine. */
const CLOSING_MS = 700
const REVOKED_MS = 1_000
const STOPPED_MS = 8_000
const SESSIONS = 20

let folder: string
let caster: TestCaster
let certificate: { port: number; certFile: string; keyFile: string }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vertice-deadlines-'))
  const file = join(folder, 'certificate.pem')
  writeFileSync(file, selfSigned().cert)
  certificate = { port: 0, certFile: file, keyFile: file }
  caster = await TestCaster.start({ handshakeMs: HANDSHAKE_MS }, { tls: certificate })
  await caster.service.saveStations(cdmx)
  await flowingBase(caster, cdmx)
})
afterAll(async () => {
  await caster.stop()
  rmSync(folder, { recursive: true, force: true })
})

const tlsPort = (role: CasterRole = caster.role) => role.caster.tlsAddress!.port

async function secure(port: number, first = ''): Promise<tls.TLSSocket> {
  const socket = tls.connect({ host: '127.0.0.1', port, rejectUnauthorized: false }).on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'secureConnect')
  if (first) socket.write(first)
  return socket
}

/** Milliseconds from opening the connection until the caster closes it. */
async function openFor(open: () => Promise<Peer>): Promise<number> {
  const since = performance.now()
  const peer = await open()
  await peer.closed
  expect(peer.text).toBe('')
  return peer.closedAt! - since
}

/** A byte every 50 ms: the whole request would take ten times as long as the deadline. */
async function slowly(): Promise<Peer> {
  const request = rev1Request(cdmx.mountpoint, 'someone', 'x'.repeat(100))
  const peer = await Peer.open(caster.port)
  let at = 0
  const timer = setInterval(() => peer.write(request[at++]!), 50)
  void peer.closed.then(() => clearInterval(timer))
  return peer
}

it.concurrent.each([
  ['says nothing', HANDSHAKE_MS, () => Peer.open(caster.port)],
  ['says a byte now and then', HANDSHAKE_MS, slowly],
  ['never begins its TLS handshake', TLS_HANDSHAKE_MS, () => Peer.open(tlsPort())],
])('closes a client that %s at the deadline', measuresTime(), async (_, deadlineMs, open) => {
  const took = await openFor(open)
  expect(took).toBeGreaterThan(deadlineMs - 50)
  expect(took).toBeLessThan(onThisMachine(deadlineMs + CLOSING_MS))
})

it('ends a session over TLS within a second of the response to DELETE', measuresTime(), async () => {
  const logins = await Promise.all(Array.from({ length: SESSIONS }, () => caster.issue({ station_codigo: cdmx.code })))
  const rovers = await Promise.all(
    logins.map(async ({ id, username, password }) => {
      const socket = await secure(tlsPort(), rev1Request(cdmx.mountpoint, username, password))
      const [head] = (await once(socket, 'data')) as [Buffer]
      expect(head.toString('latin1')).toMatch(/^ICY 200 OK\r\n/)
      socket.resume()
      return { id, ended: once(socket, 'end').then(() => performance.now()) }
    }),
  )
  const times = await Promise.all(
    rovers.map(async ({ id, ended }) => {
      expect((await caster.client.delete(`/credentials/${id}`)).status).toBe(200)
      const answered = performance.now()
      return (await ended) - answered
    }),
  )
  expect(Math.max(...times)).toBeLessThan(onThisMachine(REVOKED_MS))
})

it('stops without waiting for TLS handshakes', measuresTime(), async () => {
  const role = await caster.addNode({}, { tls: certificate })
  const halves = await Promise.all([Peer.open(tlsPort(role)), Peer.open(tlsPort(role))])
  await secure(tlsPort(role)) // by now the other connections were accepted too
  const since = performance.now()
  await role.caster.stop()
  expect(performance.now() - since).toBeLessThan(onThisMachine(STOPPED_MS))
  for (const peer of halves) peer.close()
})
