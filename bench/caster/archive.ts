// Recording: the CPU that it adds to a caster with 200 stations, what it changes for rovers, and the compression.
import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { constants, zstdCompressSync } from 'node:zlib'
import { encodeRecordHead } from '../../src/archive/segments/format.ts'
import { Sky } from '../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../src/demo/simulator/station-stream.ts'
import { cpuUs } from '../support/cpu.ts'
import { BenchService, median, type Row } from '../support/service.ts'
import { sized } from '../support/size.ts'
import { addStations, PUSH_SECRET, record, sharePushSecret } from './caster-stage.ts'

const STATIONS = sized(200, 4)
const SECONDS = sized(20, 3)
const TURNS = sized(3, 1)
const STREAMS = 10
const ALLOWED_SHARE = 0.03
const HOUR_S = sized(3_600, 60)

export async function benchArchive(add: (...rows: Row[]) => void): Promise<void> {
  add(compression())
  const api = new BenchService(undefined, { ROLES: 'api' })
  await api.start()
  const caster = new BenchService(api.dataDir, { ROLES: 'caster' })
  try {
    await addStations(api)
    const database = await api.connectToDatabase()
    await sharePushSecret(api, database)
    await caster.start()
    const bases = await Bases.connect(caster.casterPort)
    const [without, recording]: [number[], number[]] = [[], []]
    for (let turn = 0; turn < TURNS; turn++)
      for (const isRecorded of [false, true]) {
        await record(database, isRecorded)
        ;(isRecorded ? recording : without).push(await shareOf(caster.pid))
      }
    bases.stop()
    await database.end()
    const added = median(recording.map((share, turn) => share - without[turn]!))
    add({
      what: `Recording ${STATIONS} stations at 1 Hz (MSM7 of four constellations): share of one core that it adds to the caster, against the same caster without recording`,
      measured: `${percent(median(recording))}, ${percent(added)} more`,
      floor: percent(median(without)),
      ratio: '',
      wanted: `≤ ${percent(ALLOWED_SHARE)} more`,
      met: added <= ALLOWED_SHARE,
    })
  } finally {
    await caster.stop()
    await api.stop()
    api.remove()
  }
}

const percent = (share: number) => `${(100 * share).toFixed(2)} %`

async function shareOf(pid: number): Promise<number> {
  const [cpu, from] = [cpuUs(pid), performance.now()]
  await sleep(SECONDS * 1_000)
  return (cpuUs(pid) - cpu) / 1_000 / (performance.now() - from)
}

/** Sends one epoch per second to each station, spread over the second as real bases do. */
class Bases {
  #isStopped = false

  static async connect(port: number): Promise<Bases> {
    const bases = new Bases()
    const streams = makeStreams()
    for (let place = 0; place < STATIONS; place++) {
      const socket = net.connect(port, '127.0.0.1')
      socket.write(`SOURCE ${PUSH_SECRET} /LOAD${place}\r\nSource-Agent: NTRIP bench\r\n\r\n`)
      await once(socket, 'data')
      void bases.#send(socket, streams[place % STREAMS]!, (1_000 * place) / STATIONS)
    }
    return bases
  }

  async #send(socket: net.Socket, stream: StationStream, offsetMs: number): Promise<void> {
    while (!this.#isStopped) {
      const now = Date.now()
      const next = Math.floor((now - offsetMs) / 1_000 + 1) * 1_000 + offsetMs
      await sleep(next - now)
      socket.write(stream.epoch(next - offsetMs))
    }
    socket.destroy()
  }

  stop(): void {
    this.#isStopped = true
  }
}

function makeStreams(): StationStream[] {
  const sky = new Sky()
  return Array.from({ length: STREAMS }, (_, index) => {
    const position = { lat: 15 + index, lng: -116 + 2 * index, height: 1_000 }
    return new StationStream(sky, { code: `B${index}`, stationId: index, position })
  })
}

/** Compresses one hour of a station as the recorder does, at level 1. */
function compression(): Row {
  const [stream] = makeStreams()
  const start = Date.UTC(2026, 10, 14, 18)
  const records: Buffer[] = []
  for (let second = 0; second < HOUR_S; second++) {
    const epoch = stream!.epoch(start + second * 1_000)
    records.push(encodeRecordHead(epoch.length, start + second * 1_000), epoch)
  }
  const bytes = Buffer.concat(records)
  const params = { [constants.ZSTD_c_compressionLevel]: 1 }
  const from = process.cpuUsage()
  const compressed = zstdCompressSync(bytes, { params })
  const { user, system } = process.cpuUsage(from)
  return {
    what: 'Compressing an hour of a simulated station at 1 Hz (zstd level 1): size that is left, CPU',
    measured: `${((100 * compressed.length) / bytes.length).toFixed(1)} %; ${((user + system) / 1_000).toFixed(0)} ms`,
    floor: '',
    ratio: '',
    wanted: 'information',
    met: true,
  }
}
