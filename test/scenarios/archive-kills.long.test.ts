// kill -9 of the caster and of the whole service, again and again, while a base sends numbered epochs: a ledger of what
// was sent shows that only the last second before each kill is missing, and nothing twice.
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

/** A base that sends a numbered epoch every 100 ms, reconnects at once, and notes when it sent which epoch. */
class Ledger {
  /** By number. */
  readonly sentAt = new Map<number, number>()
  readonly #request: string
  #port: number
  #peer: Peer | null = null
  #isStopped = false
  readonly #running: Promise<void>

  constructor(port: number, secret: string) {
    this.#port = port
    this.#request = `SOURCE ${secret} /${STATION.mountpoint}\r\nSource-Agent: NTRIP test\r\n\r\n`
    this.#running = this.#run()
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      await sleep(EVERY_MS)
      if (this.#peer?.closedAt === null) this.#send(this.#peer)
      else this.#peer = await this.#connect()
    }
    this.#peer?.close()
  }

  #send(peer: Peer): void {
    const number = this.sentAt.size + 1
    this.sentAt.set(number, Date.now())
    peer.write(numberedEpoch(number))
  }

  async #connect(): Promise<Peer | null> {
    const peer = await Peer.open(this.#port, this.#request).catch(() => null)
    if (!peer) return null
    await until(() => peer.text.includes('\r\n') || peer.closedAt !== null)
    if (peer.text.startsWith('ICY 200 OK')) return peer
    peer.close()
    return null
  }

  /** Waits until this many further epochs were sent. */
  async more(epochs: number): Promise<void> {
    const number = this.sentAt.size + epochs
    await until(() => this.sentAt.size >= number)
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
    await ledger.more(15 + (kill % 7))
    if (kill === KILLS - 2) {
      kills.push(Date.now())
      await service.killGroup()
      service = await RunningService.start(dataDir, settings)
    } else {
      const [caster] = castersOf(service.child.pid!)
      kills.push(Date.now())
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
  const missing = [...ledger.sentAt].filter(([number]) => times.get(number) !== 4)
  const unexplained = missing.filter(([, at]) => !kills.some((kill) => at > kill - LOST_MS && at < kill + 10_000))
  expect(unexplained).toEqual([])
  expect(recorded.length / 4).toBeGreaterThan(0.4 * ledger.sentAt.size)

  const { stdout: verified, code } = await command(dataDir, ['archive', 'verify'])
  expect([code, verified]).toEqual([0, expect.stringMatching(/^\d+ files verified\n$/)])
})
