// Quality and baselines together, as a caster runs them: the thread, what the caster's own thread does for it, and the
// rows that are saved. Minutes are replayed faster than they passed.
import { once } from 'node:events'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { Components } from '../../src/base/running/component.ts'
import { Sky } from '../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../src/demo/simulator/station-stream.ts'
import type { Station } from '../../src/domain/stations/station.ts'
import { saveSolved } from '../../src/recording/integrity/save.ts'
import { QualityMonitor } from '../../src/recording/quality/monitor.ts'
import { saveMeasured } from '../../src/recording/quality/save.ts'
import { CurrentReader } from '../../src/store/current/current.ts'
import { openDatabase } from '../../src/store/kit/database.ts'
import { openEmbeddedPostgres } from '../../src/store/kit/embedded/postgres.ts'
import { watchLoop } from '../../test/support/loop-watch.ts'
import type { BenchService, Row } from '../support/service.ts'
import { sized } from '../support/size.ts'

export const STATIONS = sized(100, 4)
/** Searching integers is the most expensive part. */
const WARM_UP = { seconds: sized(600, 20), every: 5 }
const CPU = { seconds: sized(180, 5), every: 1 }
/** Around a multiple of ten minutes: all kinds of rows are saved. */
const BLOCKS = { seconds: sized(60, 5), every: 1 }
const START = Date.UTC(2026, 10, 14, 18, 50) - (WARM_UP.seconds + CPU.seconds + BLOCKS.seconds / 2) * 1000
const MOST = { share: 0.6, mb: 150, blockMs: 1 }
const MB = 2 ** 20

/** Four regions: one would have more than 250 baselines, which are solved less often. */
export const placeOf = (index: number) => ({
  lat: 19 + 0.3 * Math.floor((index % 25) / 5) + 0.0213 * (index % 3),
  lng: -99 + 0.3 * (index % 5) + 0.0217 * (index % 7) + 4 * Math.floor(index / 25),
})

/** The service must be stopped, so that no other process writes. */
export async function benchMonitor(service: BenchService): Promise<Row[]> {
  const embedded = await openEmbeddedPostgres(service.dataDir)
  const db = openDatabase(embedded.owner)
  const address = { casterHost: 'caster.example.mx', casterPort: 2101 }
  const { book } = await new CurrentReader(db, address).current()
  const replay = new Replay(book.active)
  const monitor = new QualityMonitor({
    stations: () => book.active,
    clock: () => new Date(replay.nowMs),
    save: (measured) => saveMeasured(db, measured),
    saveSolved: (solved) => saveSolved(db, solved),
    follow() {},
    warn: (message, detail) => console.error(message, detail),
    startAfterMs: 0,
  })
  const components = new Components(monitor.components, (message, detail) => console.error(message, detail))
  const started = once(process, 'worker') as Promise<[Worker]>
  try {
    await components.start()
    await replay.run(monitor, WARM_UP)
    const [thread] = await started
    const [before, ownBefore] = [await thread.cpuUsage(), process.threadCpuUsage()]
    const makingMs = await replay.run(monitor, CPU)
    const used = [await thread.cpuUsage(before), process.threadCpuUsage(ownBefore)].map(
      ({ user, system }) => (user + system) / 1000,
    ) as [number, number]
    const shares = [used[0], used[1] - makingMs].map((ms) => ms / (CPU.seconds * 1000)) as [number, number]
    const { total_physical_size, malloced_memory, external_memory } = await thread.getHeapStatistics()
    const bytes = total_physical_size + malloced_memory + external_memory
    const longest: number[] = []
    await replay.run(monitor, BLOCKS, longest)
    return rows(monitor, { shares, bytes, blockMs: Math.max(...longest) })
  } finally {
    await components.stop()
    await db.close()
    await embedded.close()
  }
}

/** The streams of all stations, one epoch after the other. */
class Replay {
  nowMs = START
  readonly #streams: readonly { readonly id: number; readonly stream: StationStream }[]

  constructor(stations: readonly Station[]) {
    const sky = new Sky(1)
    this.#streams = stations.map(({ id, code, lat, lng }) => ({
      id,
      stream: new StationStream(sky, { code, stationId: id, position: { lat, lng, height: 2000 + (id % 40) } }),
    }))
  }

  /** Returns the milliseconds of CPU that the simulation took. `blocks` receives the longest block of each second. */
  async run(monitor: QualityMonitor, { seconds, every }: typeof CPU, blocks: number[] | null = null): Promise<number> {
    let makingMs = 0
    for (let second = 0; second < seconds; second += every) {
      this.nowMs += every * 1000
      const from = process.threadCpuUsage()
      const epochs = this.#streams.map(({ id, stream }) => ({ id, frames: stream.epoch(this.nowMs) }))
      const { user, system } = process.threadCpuUsage(from)
      makingMs += (user + system) / 1000
      // Processor time has steps of 4 ms on some machines.
      const watch = blocks && watchLoop(() => performance.now())
      for (const { id, frames } of epochs) {
        monitor.tap(id, frames, this.nowMs)
        await nextTurn()
      }
      while (monitor.figures.waitingBytes > 0) await sleep(5)
      if (watch) blocks.push(watch.stop())
    }
    return makingMs
  }
}

const WHY_BLOCK =
  'the time between two turns of the event loop also contains waits for one of the two cores and the garbage of the simulation, which runs in the same process. The largest part of the results takes 0.6 ms when it is measured alone.'

interface Result {
  readonly shares: readonly [thread: number, caster: number]
  readonly bytes: number
  readonly blockMs: number
}

function rows({ figures }: QualityMonitor, { shares, bytes, blockMs }: Result): Row[] {
  const [thread, caster] = shares
  const of = `Quality of ${STATIONS} stations at 1 Hz and ${figures.baselines} baselines every 5 s, in one thread`
  const row = (what: string, measured: string, wanted: string, met: boolean): Row => ({
    ...{ what: `${of}: ${what}`, measured, floor: '', ratio: '', wanted, met },
  })
  return [
    row(
      'share of a core, and of it in the thread of the caster',
      `${(thread + caster).toFixed(3)}, ${caster.toFixed(3)}`,
      `≤ ${MOST.share}`,
      thread + caster <= MOST.share,
    ),
    row('memory of the thread', `${(bytes / MB).toFixed(0)} MB`, `≤ ${MOST.mb} MB`, bytes <= MOST.mb * MB),
    {
      ...row(
        'longest block of the event loop of the caster',
        `${blockMs.toFixed(2)} ms`,
        `≤ ${MOST.blockMs} ms`,
        blockMs <= MOST.blockMs,
      ),
      why: WHY_BLOCK,
    },
  ]
}
