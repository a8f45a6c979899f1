// kill -9 of the caster and of the whole service, again and again, while a base sends numbered epochs. A ledger has what
// was sent to a running caster: only the last second before each kill is missing, and nothing is recorded twice.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { zstdDecompressSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { SegmentParser } from '../../src/archive/segments/format.ts'
import { Peer } from '../support/caster.ts'
import { casterPortOf, castersOf, importStation, STATION } from '../support/casters.ts'
import { command } from '../support/command.ts'
import { hear, numberedEpoch } from '../support/numbered-epochs.ts'
import { lastingPort } from '../support/ports.ts'
import { isAlive, makeMigratedDataDir, RunningService, until } from '../support/process.ts'
import { sized } from '../support/size.ts'

const KILLS = sized({ ci: 3, nightly: 40 })
const EVERY_MS = 100
/** A second, plus what a busy machine delays the timer of the recorder. */
const LOST_MS = 1_000 + 600

interface Connection {
  readonly peer: Peer
  /** When the caster accepted the base. */
  readonly openedMs: number
}

interface Sent {
  readonly atMs: number
  readonly connection: Connection
}

/** A base that sends a numbered epoch every 100 ms, reconnects at once, and notes when it sent which epoch to whom. */
class Ledger {
  /** By number. */
  readonly sent = new Map<number, Sent>()
  readonly connections: Connection[] = []
  readonly #request: string
  #port: number
  #isStopped = false
  readonly #running: Promise<void>

  constructor(port: number, secret: string) {
    this.#port = port
    this.#request = `SOURCE ${secret} /${STATION.mountpoint}\r\nSource-Agent: NTRIP test\r\n\r\n`
    this.#running = this.#run()
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const connection = this.connections.at(-1)
      if (connection?.peer.closedAt === null) this.#send(connection)
      else await this.#reconnect()
      await sleep(EVERY_MS)
    }
    this.connections.at(-1)?.peer.close()
  }

  #send(connection: Connection): void {
    const number = this.sent.size + 1
    this.sent.set(number, { atMs: performance.now(), connection })
    connection.peer.write(numberedEpoch(number))
  }

  async #reconnect(): Promise<void> {
    const peer = await this.#connect()
    if (peer) this.connections.push({ peer, openedMs: performance.now() })
  }

  async #connect(): Promise<Peer | null> {
    const peer = await Peer.open(this.#port, this.#request).catch(() => null)
    if (!peer) return null
    await until(() => peer.text.includes('\r\n') || peer.closedAt !== null)
    if (peer.text.startsWith('ICY 200 OK')) return peer
    peer.close()
    return null
  }

  /** Waits until this many further epochs were sent on one connection. */
  async more(epochs: number): Promise<void> {
    let [connection, number] = [this.connections.at(-1), this.sent.size + epochs]
    await until(() => {
      if (this.connections.at(-1) !== connection)
        [connection, number] = [this.connections.at(-1), this.sent.size + epochs]
      return this.sent.size >= number
    })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

function recordedIn(file: string): number[] {
  const frames: Buffer[] = []
  const parser = new SegmentParser({ record: (bytes) => void frames.push(Buffer.from(bytes)) })
  parser.push(zstdDecompressSync(readFileSync(file)))
  const { epochs, torn } = hear(Buffer.concat(frames))
  expect([parser.unfinishedBytes, torn]).toEqual([0, 0])
  return [...epochs]
}

/** For the report of a failure. */
const around = (atMs: number, kills: readonly number[], { connections }: Ledger) => ({
  beforeKillMs: Math.round(Math.min(...kills.map((kill) => kill - atMs).filter((ms) => ms > 0))),
  afterAcceptanceMs: Math.round(
    Math.min(...connections.map(({ openedMs }) => atMs - openedMs).filter((ms) => ms >= 0)),
  ),
})

it('loses at most the last second before a kill', async () => {
  const dataDir = makeMigratedDataDir()
  const settings = { CASTER_PORT: String(await lastingPort()) }
  let service = await RunningService.start(dataDir, settings)
  onTestFinished(async () => {
    if (isAlive(service.child.pid!)) await service.killGroup()
  })
  await importStation(dataDir)
  const { stdout } = await command(dataDir, ['station', 'secret', STATION.codigo])
  const ledger = new Ledger(casterPortOf(service.output), stdout.trim())
  onTestFinished(() => ledger.stop())
  const kills: number[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    await ledger.more(22 + (kill % 9))
    if (kill === KILLS - 2) {
      kills.push(performance.now())
      await service.killGroup()
      service = await RunningService.start(dataDir, settings)
    } else {
      const [caster] = castersOf(service.child.pid!)
      kills.push(performance.now())
      process.kill(caster!, 'SIGKILL')
    }
  }
  await ledger.more(30)
  // The files of the killed processes are closed while the service runs, however long that takes.
  const left = () => filesIn(join(dataDir, 'archive', 'open'))
  await until(() => left().length === 1)
  await ledger.stop()
  await service.stop()
  expect(left()).toEqual([])

  const recorded = filesIn(join(dataDir, 'archive', 'raw')).flatMap(recordedIn)
  const times = new Map<number, number>()
  for (const number of recorded) times.set(number, (times.get(number) ?? 0) + 1)
  // Four frames of each epoch, once.
  expect([...times].filter(([, frames]) => frames > 4)).toEqual([])
  const isExcused = ({ atMs, connection }: Sent) =>
    kills.some((killMs) => connection.openedMs < killMs && atMs > killMs - LOST_MS)
  const unexplained = [...ledger.sent].filter(([number, sent]) => times.get(number) !== 4 && !isExcused(sent))
  expect(unexplained.map(([number, { atMs }]) => ({ number, ...around(atMs, kills, ledger) }))).toEqual([])
  // Each connection was accepted by a caster that recorded its first epoch.
  const first = ledger.connections.map((one) => [...ledger.sent].find(([, { connection }]) => connection === one)?.[0])
  expect(first.filter((number) => times.get(number!) !== 4)).toEqual([])
  expect(ledger.connections).toHaveLength(KILLS + 1)

  const { stdout: verified, code } = await command(dataDir, ['archive', 'verify'])
  expect([code, verified]).toEqual([0, expect.stringMatching(/^\d+ files verified\n$/)])
})
