// A rover that does not read its data is dropped, whichever way it is written, without delaying others.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { forgetFastWrite, learnFastWrite } from '../../../src/caster/rovers/fast-write.ts'
import { type Login, rev1Request, TestCaster } from '../../support/caster.ts'
import { selfSigned } from '../../support/certificate.ts'
import { measuresTime, onThisMachine } from '../../support/loop-watch.ts'
import { STATIONS } from '../../support/service.ts'
import { flowingBase, rev2Request } from '../helpers.ts'

const { cdmx } = STATIONS
const MESSAGE = Buffer.alloc(32_768, 'm')
/** More than the kernel buffers per connection (tcp_wmem, tcp_rmem). */
const MOST_IN_KERNEL = 12_000_000
let caster: TestCaster
let base: Awaited<ReturnType<typeof flowingBase>>
const folder = mkdtempSync(join(tmpdir(), 'vertice-slow-'))

beforeAll(async () => {
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  writeFileSync(certFile, selfSigned().cert)
  writeFileSync(keyFile, selfSigned().key)
  caster = await TestCaster.start({ ghostMs: 900 }, { tls: { port: 0, certFile, keyFile }, chunked: true })
  await caster.service.saveStations(cdmx)
  base = await flowingBase(caster, cdmx)
})
afterEach(() => learnFastWrite())
afterAll(async () => {
  base.stop()
  await caster.stop()
  rmSync(folder, { recursive: true })
})

const issue = () => caster.issue({ station_codigo: 'CDMX' })
const record = async ({ id }: Login) =>
  (await caster.service.db.pool.query('select end_reason, bytes from sessions where credential_id = $1', [id])).rows[0]
const liveOf = ({ id }: Login) => caster.role.caster.sessions.all.find(({ credentialId }) => credentialId === id)!
const dropped = () => caster.role.caster.counts().droppedForSlowness

function stuck(socket: net.Socket, request: string): Promise<net.Socket> {
  return new Promise((resolve) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.pause()
      resolve(socket)
    })
    socket.once(socket instanceof tls.TLSSocket ? 'secureConnect' : 'connect', () => socket.write(request))
  })
}

const plain = () => net.connect(caster.port, '127.0.0.1')
const secure = () =>
  tls.connect({ host: '127.0.0.1', port: caster.role.caster.tlsAddress!.port, rejectUnauthorized: false })
const rev1 = ({ username, password }: Login) => rev1Request(cdmx.mountpoint, username, password)
const rev2 = (login: Login) => rev2Request(cdmx.mountpoint, login)

describe('a receiver that never reads', () => {
  it.each([
    ['written to directly', learnFastWrite, plain, rev1],
    ['written to directly, in chunks', learnFastWrite, plain, rev2],
    ['written to through the stream', async () => forgetFastWrite(), plain, rev1],
    ['behind TLS', learnFastWrite, secure, rev1],
  ] as const)(
    'is dropped with the reason in its record, and others receive every byte: %s',
    async (_, way, connect, request) => {
      await way()
      const login = await issue()
      const before = dropped()
      const healthy = await Promise.all([1, 2].map(async () => caster.rover(await issue(), cdmx.mountpoint)))
      let received = healthy.map(() => 0)
      healthy.forEach((rover, index) => {
        rover.socket.removeAllListeners('data').on('data', (data) => {
          received[index]! += data.toString('latin1').replaceAll('.', '').length
        })
      })
      const socket = await stuck(connect(), request(login))
      expect(caster.role.caster.sessions.countOf(login.id)).toBe(1)

      let sent = 0
      const live = liveOf(login)
      for (let given = -1; given < live.bytes; ) {
        given = live.bytes
        base.peer.write(MESSAGE)
        sent += MESSAGE.length
        expect(sent).toBeLessThan(MOST_IN_KERNEL)
        while (received.some((bytes) => bytes < sent)) await new Promise(setImmediate)
      }
      await expect.poll(dropped).toBe(before + 1)
      expect(caster.role.caster.sessions.countOf(login.id)).toBe(0)
      await expect.poll(() => record(login)).toMatchObject({ end_reason: 'too_slow' })

      base.peer.write(MESSAGE)
      sent += MESSAGE.length
      await expect.poll(() => received).toEqual([sent, sent])
      received = []
      expect(healthy.map(({ closedAt }) => closedAt)).toEqual([null, null])
      for (const rover of healthy) rover.close()
      socket.destroy()
    },
  )

  it('uses little memory even in large numbers, and none afterwards', async () => {
    const logins = await Promise.all(Array.from({ length: 50 }, issue))
    const sockets = await Promise.all(logins.map((login) => stuck(plain(), rev1(login))))
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    const witness = await caster.rover(await issue(), cdmx.mountpoint)
    let received = 0
    witness.socket.removeAllListeners('data').on('data', (data) => {
      received += data.toString('latin1').replaceAll('.', '').length
    })
    const given = () => logins.reduce((sum, login) => sum + (liveOf(login)?.bytes ?? 0), 0)
    for (let sent = 0, already = -1; already < given(); ) {
      already = given()
      base.peer.write(MESSAGE)
      sent += MESSAGE.length
      expect(sent).toBeLessThan(MOST_IN_KERNEL)
      while (received < sent) await new Promise(setImmediate)
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    }
    // Each may have 64 kB and one message in its queue, and all share the bytes of the messages.
    expect(most).toBeLessThan(50 * (65_536 + MESSAGE.length) + 20_000_000)
    await expect.poll(() => logins.some(({ id }) => caster.role.caster.sessions.countOf(id) > 0)).toBe(false)
    witness.close()
    for (const socket of sockets) socket.destroy()
  })

  it('is disconnected within a second when its credential is revoked', measuresTime(), async () => {
    const login = await issue()
    const socket = await stuck(plain(), rev1(login))
    const closed = new Promise((resolve) => socket.on('close', resolve))
    await caster.client.delete(`/credentials/${login.id}`)
    const answered = performance.now()
    await expect.poll(() => caster.role.caster.sessions.countOf(login.id), { interval: 5 }).toBe(0)
    socket.resume()
    await closed
    expect(performance.now() - answered).toBeLessThan(onThisMachine(1_000))
  })
})

describe('a slow but honest receiver', () => {
  it('is not dropped if it reads everything a little later', async () => {
    const [rover, prompt] = [
      await caster.rover(await issue(), cdmx.mountpoint),
      await caster.rover(await issue(), cdmx.mountpoint),
    ]
    rover.socket.pause()
    for (let count = 0; count < 20; count++) base.peer.write(MESSAGE.subarray(0, 1_000))
    await expect.poll(() => prompt.text.replaceAll('.', '').length).toBe(20_000)
    rover.socket.resume()
    await expect.poll(() => rover.text.replaceAll('.', '').length).toBe(20_000)
    expect(rover.closedAt).toBeNull()
    rover.close()
    prompt.close()
  })
})
