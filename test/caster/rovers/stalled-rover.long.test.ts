// A rover that stops reading for a while: beyond the kernel buffers it receives nothing old, only whole frames, and its
// record counts the omitted bytes. Tested for every way of writing.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { ChunkedDecoder } from '@vertice/ntrip'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { forgetFastWrite, learnFastWrite } from '../../../src/caster/rovers/fast-write.ts'
import { listSessionsOf } from '../../../src/store/sessions/rows.ts'
import { type Login, type Peer, rev1Request, TestCaster } from '../../support/caster.ts'
import { selfSigned } from '../../support/certificate.ts'
import { hear, numberedEpoch } from '../../support/numbered-epochs.ts'
import { STATIONS } from '../../support/service.ts'
import { isLive, rev2Request } from '../helpers.ts'

const { cdmx } = STATIONS
/** More than the kernel buffers per connection (tcp_wmem, tcp_rmem). */
const MOST_IN_KERNEL = 12_000_000
const EPOCH_BYTES = numberedEpoch(0, 1_000).length
const AT_ONCE = 20
let caster: TestCaster
let base: Peer
let witness: Peer
let heardByWitness = 0
const folder = mkdtempSync(join(tmpdir(), 'vertice-stalled-'))

beforeAll(async () => {
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  writeFileSync(certFile, selfSigned().cert)
  writeFileSync(keyFile, selfSigned().key)
  caster = await TestCaster.start({}, { tls: { port: 0, certFile, keyFile }, chunked: true })
  await caster.service.saveStations(cdmx)
  base = await caster.base('CDMX', cdmx.mountpoint)
  base.write(numberedEpoch(0, 1_000))
  await isLive(caster, 'CDMX')
  witness = await caster.rover(await caster.issue({ station_codigo: 'CDMX' }), cdmx.mountpoint)
  witness.socket.removeAllListeners('data').on('data', ({ length }) => {
    heardByWitness += length
  })
})
afterEach(() => learnFastWrite())
afterAll(async () => {
  base.close()
  await caster.stop()
  rmSync(folder, { recursive: true })
})

/** Sends these epochs from the base and waits until a witness has received them. */
async function publish(from: number, to: number): Promise<void> {
  const wanted = heardByWitness + (to - from) * EPOCH_BYTES
  for (let number = from; number < to; number++) base.write(numberedEpoch(number, 1_000))
  while (heardByWitness < wanted) await new Promise(setImmediate)
}

/** Publishes until the rover is given nothing more, and a few more; returns the number of epochs. */
async function publishUntilStalled({ id }: Login): Promise<number> {
  const live = caster.role.caster.sessions.all.find(({ credentialId }) => credentialId === id)!
  let count = 0
  for (let given = -1; given < live.bytes; count += AT_ONCE) {
    given = live.bytes
    expect(count * EPOCH_BYTES).toBeLessThan(MOST_IN_KERNEL)
    await publish(count, count + AT_ONCE)
  }
  await publish(count, count + AT_ONCE)
  return count + AT_ONCE
}

interface Stopping {
  readonly socket: net.Socket
  /** The stream without the response header and chunk framing. */
  body(): Buffer
}

/** Connects, reads the response header, and pauses. */
async function connect(socket: net.Socket, request: string): Promise<Stopping> {
  const parts: Buffer[] = []
  socket.on('error', () => {})
  socket.on('data', (data) => parts.push(data))
  socket.once(socket instanceof tls.TLSSocket ? 'secureConnect' : 'connect', () => socket.write(request))
  const all = () => Buffer.concat(parts)
  await expect.poll(() => all().includes('\r\n\r\n')).toBe(true)
  socket.pause()
  const body = () => {
    const bytes = all().subarray(all().indexOf('\r\n\r\n') + 4)
    return all().includes('chunked') ? Buffer.concat(new ChunkedDecoder().push(bytes)) : bytes
  }
  return { socket, body }
}

const plain = () => net.connect(caster.port, '127.0.0.1')
const secure = () =>
  tls.connect({ host: '127.0.0.1', port: caster.role.caster.tlsAddress!.port, rejectUnauthorized: false })
const rev1 = ({ username, password }: Login) => rev1Request(cdmx.mountpoint, username, password)
const rev2 = (login: Login) => rev2Request(cdmx.mountpoint, login)

describe('a rover that stalls and resumes reading', () => {
  it.each([
    ['written to directly', learnFastWrite, plain, rev1],
    ['written to directly, in chunks', learnFastWrite, plain, rev2],
    ['written to through the stream', async () => forgetFastWrite(), plain, rev1],
    ['behind TLS', learnFastWrite, secure, rev1],
  ] as const)('continues with the newest epoch: %s', async (_, way, dial, request) => {
    await way()
    const login = await caster.issue({ station_codigo: 'CDMX' })
    const before = caster.role.caster.counts().leftOutBytes
    const rover = await connect(dial(), request(login))
    const count = await publishUntilStalled(login)
    rover.socket.resume()
    const lastOf = () => hear(rover.body()).epochs.at(-1)
    await expect.poll(lastOf).toBe(count - 1)
    await publish(count, count + 5)
    await expect.poll(() => hear(rover.body()).epochs.filter((epoch) => epoch === count + 4)).toHaveLength(4)

    const { epochs, torn } = hear(rover.body())
    expect(torn).toBe(0)
    const numbers = [...new Set(epochs)]
    const old = numbers.slice(0, -6)
    expect(numbers.slice(-6)).toEqual([-1, 0, 1, 2, 3, 4].map((more) => count + more))
    expect(old).toEqual(old.map((_, number) => number)) // without a gap, up to where the kernel buffers were full
    expect(epochs.filter((epoch) => epoch === count - 1)).toHaveLength(4)

    const leftOut = caster.role.caster.counts().leftOutBytes - before
    expect(leftOut).toBe((count + 5) * EPOCH_BYTES - rover.body().length)
    expect(leftOut).toBeGreaterThan(EPOCH_BYTES)
    const record = async () => (await listSessionsOf(caster.service.db, login.id, 1))[0]?.notes
    await expect.poll(record).toMatchObject([{ code: 'left_out', params: { times: 1, bytes: leftOut } }])
    rover.socket.destroy()
  })
})
