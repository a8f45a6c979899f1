// What real rovers received on their sockets, against what is rebuilt from the archive, byte for byte.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeGga } from '@vertice/ntrip'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMountpoint } from '../../../src/actions/network/mountpoints/write.ts'
import { readSent } from '../../../src/actions/sessions/sent.ts'
import { archiveFolder } from '../../../src/archive/segments/places.ts'
import { openStorage } from '../../../src/archive/storage/open-storage.ts'
import { Sky } from '../../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../../src/demo/simulator/station-stream.ts'
import { sentRebuilder } from '../../../src/start/roles/sent-bytes.ts'
import { byTest } from '../../support/action-context.ts'
import { type Login, Peer, rev1Request, TestCaster } from '../../support/caster.ts'
import { hear, numberedEpoch } from '../../support/numbered-epochs.ts'
import { until } from '../../support/process.ts'
import { stationIdOf } from '../../support/rows.ts'
import { STATIONS } from '../../support/service.ts'

const { cdmx, toluca } = STATIONS
const FROM = new Date(Date.now() - 3_600_000)

let dataDir: string
let caster: TestCaster
const bases: Sender[] = []

/** A base that sends the epochs of a simulated station when the test says so. */
class Sender {
  readonly #stream: StationStream
  readonly peer: Peer
  #epochMs = 1000 * Math.floor(Date.now() / 1000)

  constructor(peer: Peer, { code, lat, lng }: typeof cdmx) {
    this.peer = peer
    this.#stream = new StationStream(new Sky(), { code, stationId: 1, position: { lat, lng, height: 2240 } })
  }

  /** Sends an epoch and waits until it is published. */
  async send(epochs = 1): Promise<Buffer[]> {
    const sent: Buffer[] = []
    for (let n = 0; n < epochs; n++) {
      const epoch = this.#stream.epoch(this.#epochMs)
      this.#epochMs += 1000
      const before = caster.role.caster.counts().bytesIn
      this.peer.write(epoch)
      await until(() => caster.role.caster.counts().bytesIn === before + epoch.length)
      await sleep(3) // no two epochs in the same millisecond
      sent.push(epoch)
    }
    return sent
  }
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sent-bytes-'))
  const place = { folder: archiveFolder(dataDir), storage: openStorage({ dataDir, archiveBucket: null }) }
  caster = await TestCaster.start({ graceMs: 600_000, stableMs: 0, settingsMs: 100 }, { archive: place })
  await caster.service.saveStations(cdmx, toluca)
  await caster.service.db.query({ text: 'update network set switch_nearer_km = 0.5, switch_after_s = 0' })
  for (const station of [cdmx, toluca])
    bases.push(new Sender(await caster.base(station.code, station.mountpoint), station))
  for (const base of bases) await base.send(2)
})
afterAll(async () => {
  await caster.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const HEAD = 'ICY 200 OK\r\n\r\n'

/** Keeps what follows the response at once: the frames that describe the base. */
async function connect(login: Login, mountpoint: string): Promise<Peer> {
  const rover = await Peer.open(caster.port, rev1Request(mountpoint, login.username, login.password))
  await rover.until(HEAD)
  return rover
}

const dataOf = ({ received }: Peer) => received.subarray(HEAD.length)

const context = async () => {
  const { services } = caster.service
  return { ...byTest({ db: caster.service.db }), book: (await services.current()).book }
}

async function sent(id: string, from: Date, to: Date) {
  const wished = await context()
  const config = { dataDir, archiveBucket: null }
  const rebuild = sentRebuilder({ db: wished.db, clock: () => new Date(), config, book: async () => wished.book })
  return readSent(wished, 'all', { id, from, to }, rebuild)
}

/** Leaves, and returns the id of the session when its end and all frames are recorded. */
async function ended(rover: Peer, { id }: Login): Promise<string> {
  rover.leave()
  const { pool } = caster.service.db
  const find = 'select id from sessions where credential_id = $1 and ended_at is not null order by started_at desc'
  let found: string | undefined
  await until(async () => {
    found = (await pool.query(find, [id])).rows[0]?.id
    return found !== undefined
  })
  return found!
}

const far = () => new Date(Date.now() + 3_600_000)

/** The recorder writes each second; the rebuilt bytes grow until everything is on the disk. */
async function sentOf(id: string, length: number) {
  let result = await sent(id, FROM, far()).catch(() => null)
  await until(async () => {
    if (result?.bytes.length === length) return true
    result = await sent(id, FROM, far()).catch(() => null)
    return result?.bytes.length === length
  })
  return result!
}

it('equals what a rover at the mountpoint of a station received, as a whole and between two times', async () => {
  const login = await caster.issue({ station_codigo: cdmx.code })
  const rover = await connect(login, cdmx.mountpoint)
  const times: Date[] = []
  const epochs: Buffer[] = []
  for (let n = 0; n < 6; n++) {
    times.push(new Date())
    await sleep(3)
    epochs.push(...(await bases[0]!.send()))
  }
  await until(() => dataOf(rover).length > Buffer.concat(epochs).length)
  const received = Buffer.from(dataOf(rover))
  const id = await ended(rover, login)
  const { bytes, report } = await sentOf(id, received.length)
  expect(bytes.equals(received)).toBe(true)
  expect(report.parts).toMatchObject([{ station: 'CDMX', certainty: 'exact', skippedBytes: 0, missingHours: [] }])
  const part = await sent(id, times[2]!, times[5]!)
  expect(part.bytes.equals(Buffer.concat(epochs.slice(2, 5)))).toBe(true)
  expect(part.report.parts).toMatchObject([{ certainty: 'exact' }])
})

it('equals what rovers at a converted mountpoint received, the first one and one that joined later', async () => {
  const { services } = caster.service
  const alteration = { form: 'msm4', everySeconds: 2 }
  await addMountpoint(byTest(services), 'CDMX_MSM4', { code: cdmx.code }, { alteration })
  const [one, other] = [
    await caster.issue({ station_codigo: cdmx.code }),
    await caster.issue({ station_codigo: cdmx.code }),
  ]
  const first = await connect(one, 'CDMX_MSM4')
  await bases[0]!.send(5)
  const second = await connect(other, 'CDMX_MSM4')
  await bases[0]!.send(5)
  const rovers = [first, second]
  await until(() => caster.role.caster.counts().bytesOut > 0 && rovers.every(({ received }) => received.length > 500))
  await bases[0]!.send(4)
  for (const [rover, login] of [
    [first, one],
    [second, other],
  ] as const) {
    const id = await ended(rover, login)
    await rover.closed
    const { bytes, report } = await sentOf(id, dataOf(rover).length)
    expect(bytes.equals(dataOf(rover))).toBe(true)
    expect(report).toMatchObject({ isConverted: true, parts: [{ certainty: 'exact' }] })
  }
})

it('follows the bases of a network rover, each with the frames that describe it', async () => {
  const login = await caster.issue()
  const { mountpoint } = (await caster.service.services.current()).book.network
  const rover = await connect(login, mountpoint)
  const follows = async (station: typeof cdmx) => {
    const stationId = await stationIdOf(caster.service, station.code)
    await until(() => {
      rover.write(`${writeGga({ ...station, quality: 4 }, new Date())}\r\n`)
      const known = caster.role.caster.sessions.all.find(({ credentialId }) => credentialId === login.id)
      return known?.source === stationId
    })
  }
  await follows(toluca)
  const fromToluca = await bases[1]!.send(3)
  await bases[0]!.send(1)
  await follows(cdmx)
  const fromCdmx = await bases[0]!.send(3)
  await bases[1]!.send(1)
  await until(() => rover.received.includes(fromCdmx[2]!))
  const received = Buffer.from(dataOf(rover))
  expect(received.includes(Buffer.concat(fromToluca))).toBe(true)
  const id = await ended(rover, login)
  const { bytes, report } = await sentOf(id, received.length)
  expect(bytes.equals(received)).toBe(true)
  expect(report.parts.map(({ station, certainty }) => [station, certainty])).toEqual([
    ['TOLU', 'exact'],
    ['CDMX', 'exact'],
  ])
})

/** Bytes on the disk of the recorder. */
async function recordedBytes(): Promise<number> {
  const open = join(archiveFolder(dataDir), 'open')
  const entries = await readdir(open, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}

it('has all that was published for a rover that stalled, and how much the caster skipped', async () => {
  const login = await caster.issue({ station_codigo: cdmx.code })
  const rover = await connect(login, cdmx.mountpoint)
  rover.socket.pause()
  const { bytesIn } = caster.role.caster.counts()
  const before = await recordedBytes()
  const live = caster.role.caster.sessions.all.find(({ credentialId }) => credentialId === login.id)!
  const epochs: Buffer[] = []
  let published = 0
  const publish = async (some: readonly Buffer[]) => {
    const block = Buffer.concat(some)
    epochs.push(...some)
    published += block.length
    bases[0]!.peer.write(block)
    await until(() => caster.role.caster.counts().bytesIn === bytesIn + published)
  }
  // Until the buffers of the kernel are full. The recorder holds at most 2 MB of a station.
  for (let given = -1; given < live.bytes; ) {
    given = live.bytes
    await publish(Array.from({ length: 250 }, (_, more) => numberedEpoch(epochs.length + more, 1_000)))
    await until(async () => (await recordedBytes()) >= before + published)
  }
  rover.socket.resume()
  await until(() => hear(dataOf(rover)).epochs.at(-1) === epochs.length - 1)
  await publish([numberedEpoch(epochs.length, 1_000)])
  await until(() => hear(dataOf(rover)).epochs.filter((epoch) => epoch === epochs.length - 1).length === 4)
  const received = Buffer.from(dataOf(rover))
  const id = await ended(rover, login)
  let sentBytes = Buffer.alloc(0)
  let parts: readonly object[] = []
  await until(async () => {
    const result = await sent(id, FROM, far()).catch(() => null)
    if (result === null || result.report.parts[0]?.certainty !== 'skips') return false
    sentBytes = Buffer.from(result.bytes)
    parts = result.report.parts
    return true
  })
  const skippedBytes = sentBytes.length - received.length
  expect(skippedBytes).toBeGreaterThan(epochs[0]!.length)
  expect(parts).toMatchObject([{ station: 'CDMX', certainty: 'skips', skippedBytes, missingHours: [] }])
  expect(sentBytes.subarray(-published).equals(Buffer.concat(epochs))).toBe(true)
  // What the rover received is a part from the start and one from the end.
  const head = commonStart(received, sentBytes)
  expect(received.subarray(head).equals(sentBytes.subarray(head + skippedBytes))).toBe(true)
})

function commonStart(one: Buffer, other: Buffer): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}

it('says what it does not know, and refuses what the archive does not have', async () => {
  const login = await caster.issue({ station_codigo: cdmx.code })
  const rover = await connect(login, cdmx.mountpoint)
  await bases[0]!.send(3)
  await until(() => dataOf(rover).length > 1_000)
  const { length } = dataOf(rover)
  const id = await ended(rover, login)
  await sentOf(id, length)
  const { pool } = caster.service.db
  const change = (served: string) => pool.query(`update sessions set served = ${served} where id = $1`, [id])

  await expect(sent(id, FROM, new Date(FROM.getTime() + 1000))).rejects.toMatchObject({ code: 'sent_nothing' })
  await expect(sent('unknown', FROM, far())).rejects.toMatchObject({ code: 'past_session_not_found' })
  await change(`jsonb_set(served, '{0,bytesBefore}', '7')`)
  expect((await sent(id, FROM, far())).report.parts).toMatchObject([{ certainty: 'differs' }])
  await change(`jsonb_set(jsonb_set(served, '{0,bytesBefore}', '0'), '{0,source}', '"computed"')`)
  await expect(sent(id, FROM, far())).rejects.toMatchObject({ code: 'sent_not_in_archive' })
  await change('null')
  await expect(sent(id, FROM, far())).rejects.toMatchObject({ code: 'sent_not_recorded' })
  const { rows } = await pool.query(
    `select details from audit_log where action = 'rover.bytes_read' and details->>'session' = $1 order by id desc`,
    [id],
  )
  expect(rows[0].details).toMatchObject({ username: login.username, mountpoint: cdmx.mountpoint })
})
