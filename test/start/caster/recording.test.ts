// What casters record with real sockets: across nodes and sources, each frame once.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { epochFrame, framesIn } from '../../../packages/rtcm/test/support/epochs.ts'
import { changeStation } from '../../../src/actions/stations/save.ts'
import { makeStandbySecret } from '../../../src/actions/stations/standby.ts'
import { SegmentParser } from '../../../src/archive/segments/format.ts'
import { FolderStorage } from '../../../src/archive/storage/folder.ts'
import type { Segment } from '../../../src/domain/archive/segment.ts'
import type { CasterRole } from '../../../src/start/roles/caster.ts'
import { listSegments } from '../../../src/store/archive/segments.ts'
import { byTest } from '../../support/action-context.ts'
import { Peer, TestCaster } from '../../support/caster.ts'
import { NatsServers } from '../../support/nats-servers.ts'
import { lacks } from '../../support/needs.ts'
import { hear, numberedEpoch } from '../../support/numbered-epochs.ts'
import { stationIdOf } from '../../support/rows.ts'
import { STATIONS } from '../../support/service.ts'

const { cdmx } = STATIONS
const WAIT = { interval: 20, timeout: 90_000 }
const DAY_MS = 86_400_000

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recording-'))
})
afterEach(() => rm(folder, { recursive: true }))

const place = () => ({ archive: { folder, storage: new FolderStorage(folder) } })

async function segmentsOf(caster: TestCaster): Promise<Segment[]> {
  const stationId = await stationIdOf(caster.service, cdmx.code)
  const now = Date.now()
  return listSegments(caster.service.db, stationId, new Date(now - DAY_MS), new Date(now + DAY_MS))
}

async function framesOf({ name }: Segment): Promise<Buffer> {
  const frames: Buffer[] = []
  const parser = new SegmentParser({ record: (bytes) => void frames.push(Buffer.from(bytes)) })
  parser.push(zstdDecompressSync(await readFile(join(folder, name))))
  return Buffer.concat(frames)
}

async function send(base: Peer, node: CasterRole, epochs: readonly Buffer[]): Promise<void> {
  const before = node.caster.counts().bytesIn
  for (const epoch of epochs) base.write(epoch)
  const bytes = epochs.reduce((sum, { length }) => sum + length, 0)
  await vi.waitUntil(() => node.caster.counts().bytesIn === before + bytes, WAIT)
}

it.skipIf(lacks('casters that share their streams', 'nats-server'))(
  'records a station that moves to another node in segments of both, each frame once',
  async () => {
    const nats = await NatsServers.start(1)
    const more = { natsUrl: nats.url, ...place() }
    const caster = await TestCaster.start({ settingsMs: 200 }, more)
    await caster.addNode({ settingsMs: 200 }, more)
    onTestFinished(async () => {
      await caster.stop()
      await nats.stop()
    })
    await caster.service.saveStations(cdmx)
    const [first, second] = [caster.node(0), caster.node(1)]
    const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)
    const base = await caster.base(cdmx.code, cdmx.mountpoint, first.caster.address.port)
    await send(
      base,
      first,
      numbers(1, 20).map((number) => numberedEpoch(number)),
    )
    await first.stop()
    const again = await caster.base(cdmx.code, cdmx.mountpoint, second.caster.address.port)
    await send(
      again,
      second,
      numbers(21, 40).map((number) => numberedEpoch(number)),
    )
    await second.stop()

    const segments = await segmentsOf(caster)
    expect(new Set(segments.map(({ node }) => node))).toEqual(new Set([first.lease.id, second.lease.id]))
    expect(new Set(segments.map(({ state }) => state))).toEqual(new Set(['stored']))
    const tokens = [first, second].map(({ lease }) => segments.find(({ node }) => node === lease.id)!.fencingToken!)
    expect(tokens[1]).toBeGreaterThan(tokens[0]!)
    const recorded = hear(Buffer.concat(await Promise.all(segments.map(framesOf))))
    expect(recorded.torn).toBe(0)
    expect(recorded.epochs.toSorted((a, b) => a - b)).toEqual(numbers(1, 40).flatMap((number) => Array(4).fill(number)))
  },
)

it('leaves an injected tap its frames', async () => {
  const tapped: Buffer[] = []
  const stationTap = (_: number, frames: Buffer) => void tapped.push(frames)
  const caster = await TestCaster.start({ settingsMs: 50 }, { ...place(), stationTap })
  onTestFinished(() => caster.stop())
  await caster.service.saveStations(cdmx)
  const base = await caster.base(cdmx.code, cdmx.mountpoint)
  await send(base, caster.role, [numberedEpoch(1), numberedEpoch(2)])
  await caster.role.stop()
  const [segment] = await segmentsOf(caster)
  expect(hear(await framesOf(segment!)).epochs.length).toBe(8)
  expect(Buffer.concat(tapped)).toEqual(Buffer.concat([numberedEpoch(1), numberedEpoch(2)]))
})

it('marks what the standby source sent, and leaves out what is switched off', async () => {
  const caster = await TestCaster.start({ graceMs: 300, stableMs: 60_000, settingsMs: 50 }, place())
  onTestFinished(() => caster.stop())
  await caster.service.saveStations(cdmx)
  const context = () => byTest(caster.service.services)
  const base = await caster.base(cdmx.code, cdmx.mountpoint)
  await send(base, caster.role, [epochFrame(), epochFrame(Date.now() + 1000)])
  const { secret } = await makeStandbySecret(context(), { code: cdmx.code })
  const standby = await Peer.open(caster.port, `SOURCE ${secret} /${cdmx.mountpoint}\r\n\r\n`)
  await standby.until('ICY 200 OK\r\n\r\n')
  const beat = setInterval(() => standby.write(epochFrame()), 50)
  onTestFinished(() => clearInterval(beat))
  base.close()
  await vi.waitUntil(async () => (await origins()).includes('standby'), WAIT)
  await changeStation(context(), { code: cdmx.code }, { recorded: false })
  // The segment ends when the caster has read the change; nothing follows although the base continues.
  await vi.waitUntil(async () => (await origins()).length === 0, WAIT)
  clearInterval(beat)
  standby.close()
  await caster.role.stop()

  // Both are stored when the caster stops, in any order.
  const segments = (await segmentsOf(caster)).toSorted((one, other) => other.origin.localeCompare(one.origin))
  expect(segments.map(({ origin, state }) => `${origin} ${state}`)).toEqual(['stream stored', 'standby stored'])
  const [stream, second] = await Promise.all(segments.map(framesOf))
  expect(framesIn(stream!).types).toEqual([1074, 1074])
  expect(framesIn(second!).types.length).toBeGreaterThan(1)
})

/** Origins of the segments that are being written. */
async function origins(): Promise<string[]> {
  const files = await readdir(join(folder, 'open'), { recursive: true, withFileTypes: true }).catch(() => [])
  const open = files.filter((entry) => entry.isFile() && entry.name.endsWith('.vseg'))
  const heads = open.map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8').catch(() => ''))
  return (await Promise.all(heads)).flatMap((head) => /"origin":"(\w+)"/.exec(head)?.[1] ?? [])
}
