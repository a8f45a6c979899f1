// RINEX from the archive: the CPU of decoding an epoch, and of a day's files against RTKLIB's convbin on the same data.
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { FrameReader, ObservationDecoder } from '@vertice/rtcm'
import { importFile } from '../../src/archive/import/import.ts'
import { PROCESS_ENVIRONMENT, PROCESS_FLAGS } from '../../src/archive/process/workshop.ts'
import type { RinexJob } from '../../src/archive/rinex/make.ts'
import { FolderStorage } from '../../src/archive/storage/folder.ts'
import { DAY_MS, HOUR_MS } from '../../src/domain/time/units.ts'
import { sentBetween, TestArchive } from '../../test/support/archive.ts'
import { PLACE, receiverFile } from '../../test/support/receiver-file.ts'
import type { Made } from '../support/make-rinex.ts'
import type { Row } from '../support/service.ts'
import { sized } from '../support/size.ts'

const START = Date.UTC(2026, 10, 14)
const HOURS = sized(24, 1)
const HOUR_S = sized(3_600, 60)
const DAYS = sized(31, 1)
/** GPS time is 18 s ahead of UTC: its multiples of 30 s are 12 s after those of UTC. */
const GRID_MS = 12_000
const TURNS = sized(3, 1)
const DECODED_WITHIN_US = 100
const MOST_MEGABYTES = 120
const IMPORTED_WITHIN_S = 10
const CACHE = join(tmpdir(), 'vertice-bench-cache')
const PROGRAM = new URL('../support/make-rinex.ts', import.meta.url).pathname

export async function benchRinex(add: (...rows: Row[]) => void): Promise<void> {
  const archive = new TestArchive()
  try {
    const recording = join(archive.dataDir, 'recording.rtcm3')
    let hour: Buffer = Buffer.alloc(0)
    for (let at = 0; at < HOURS; at++) {
      const from = START + at * HOUR_MS
      const sent = sentBetween(from, from + HOUR_S * 1_000)
      archive.record(sent)
      hour = Buffer.concat(sent.map(({ frames }) => frames))
      appendFileSync(recording, hour)
    }
    add(decoding(hour))
    const [whole, decimated, theirs]: [Made[], Made[], (number | null)[]] = [[], [], []]
    for (let turn = 0; turn < TURNS; turn++) {
      theirs.push(convbin(recording, archive.dataDir))
      whole.push(made(archive, { intervalS: 1, hatanaka: false }, true))
      decimated.push(made(archive, { intervalS: 30, hatanaka: true }))
    }
    const day = `${HOURS} h at 1 Hz (MSM7 of four constellations)`
    const plain = whole.map((one) => ({ ...one, cpuMs: one.cpuMs - one.gzipMs }))
    add(against(`${day} to RINEX 3.05 at 1 s, without the gzip of the file: CPU`, plain, theirs, 1))
    add(against(`${day} to RINEX 3.05 at 1 s as delivered, with gzip: CPU`, whole, theirs, 1))
    add(against(`${day} to a .crx.gz at 30 s: CPU`, decimated, theirs, 1 / 3))
    add(memory(day, [whole.at(-1)!, decimated.at(-1)!]))
  } finally {
    archive.remove()
  }
  add(memory(`${DAYS} days at 30 s, with navigation`, [month()]))
  add(await importing())
}

/** A receiver's file of a day, into an empty archive. */
async function importing(): Promise<Row> {
  const archive = new TestArchive()
  try {
    const sent = sentBetween(START, START + HOURS * HOUR_MS, 30_000)
    const path = join(archive.dataDir, 'receiver.rnx.gz')
    writeFileSync(path, gzipSync(receiverFile(sent)))
    const storage = new FolderStorage(archive.folder)
    const station = { id: 12, code: 'CDMX', ...PLACE, positionPending: false }
    const from = process.cpuUsage()
    const { hours } = await importFile(
      { dataDir: archive.dataDir, folder: archive.folder, storage, segmentsOf: async () => [] },
      { station, path, dayMs: null, isForced: false, node: 'bench', now: new Date(START + 2 * DAY_MS) },
    )
    const { user, system } = process.cpuUsage(from)
    const seconds = (user + system) / 1_000_000
    const added = hours.reduce((sum, hour) => sum + hour.added, 0)
    return {
      what: `Importing ${HOURS} h at 30 s as RINEX 3 with gzip (${added} epochs): CPU`,
      measured: `${seconds.toFixed(1)} s`,
      floor: '',
      ratio: '',
      wanted: `≤ ${IMPORTED_WITHIN_S} s`,
      met: seconds <= IMPORTED_WITHIN_S && added === sent.length,
    }
  } finally {
    archive.remove()
  }
}

/** The longest window. */
function month(): Made {
  const archive = new TestArchive()
  try {
    for (let day = 0; day < DAYS; day++) {
      const from = START + day * DAY_MS
      archive.record(sentBetween(from + GRID_MS, from + DAY_MS, 30_000))
    }
    return made(archive, { intervalS: 30, hatanaka: true }, false, DAYS * DAY_MS)
  } finally {
    archive.remove()
  }
}

function memory(what: string, all: readonly Made[]): Row {
  const { megabytes, programMegabytes } = all.reduce((one, other) => (other.megabytes > one.megabytes ? other : one))
  const shared = programMegabytes === null ? '' : `, of which ${programMegabytes.toFixed(0)} MB are Node's program file`
  return {
    what: `${what}: largest resident memory of the process that makes a file${shared}`,
    measured: `${megabytes.toFixed(0)} MB`,
    floor: '',
    ratio: '',
    wanted: `≤ ${MOST_MEGABYTES} MB`,
    met: megabytes <= MOST_MEGABYTES,
  }
}

const best = (values: readonly number[]): number => Math.min(...values)

function cpuMs(work: () => void): number {
  const from = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1_000
}

/** The floor reads the frames and their checksums only. */
function decoding(hour: Buffer): Row {
  const read = () => new FrameReader(() => {}).push(hour)
  const decode = () => {
    const decoder = new ObservationDecoder(() => {})
    new FrameReader((payload, type) => decoder.add(payload, type, START)).push(hour)
    decoder.flush()
  }
  const turns = Array.from({ length: TURNS }, () => [cpuMs(decode), cpuMs(read)] as const)
  const [usPerEpoch, floorUs] = [0, 1].map((place) => (best(turns.map((one) => one[place]!)) / HOUR_S) * 1_000)
  return {
    what: `Decoding an epoch of ${Math.round(hour.length / HOUR_S)} bytes (MSM7 of four constellations): CPU, against reading its frames`,
    measured: `${usPerEpoch!.toFixed(0)} µs`,
    floor: `${floorUs!.toFixed(0)} µs`,
    ratio: (usPerEpoch! / floorUs!).toFixed(1),
    wanted: `≤ ${DECODED_WITHIN_US} µs`,
    met: usPerEpoch! <= DECODED_WITHIN_US,
  }
}

function made(
  archive: TestArchive,
  form: Pick<RinexJob, 'intervalS' | 'hatanaka'>,
  withGzip = false,
  lengthMs = HOURS * HOUR_MS,
): Made {
  const folder = join(archive.dataDir, 'out')
  mkdirSync(folder, { recursive: true })
  const job: RinexJob = {
    ...{ from: new Date(START), to: new Date(START + lengthMs), version: '3.05', constellations: null },
    ...{ navigation: true, segments: archive.segments, folder, site: null, ...form },
    station: { code: 'CDMX', name: 'Ciudad de México', country: 'MEX' },
    ...{ program: 'vertice', agency: 'Red', writtenAt: new Date(START) },
  }
  const input = JSON.stringify({ archive: archive.folder, job, withGzip })
  const flags = [...PROCESS_FLAGS, PROGRAM]
  // Translating the sources takes 30 MB, which a release does not need: only the first process does it.
  const env = { ...process.env, ...PROCESS_ENVIRONMENT, NODE_COMPILE_CACHE: CACHE }
  const { stdout, stderr, status } = spawnSync(process.execPath, flags, { input, encoding: 'utf8', env })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as Made
}

/** CPU in ms of writing observations and navigation at 1 s, without compression; `null` if it is not installed. */
function convbin(recording: string, folder: string): number | null {
  const [date, time] = new Date(START).toISOString().slice(0, 19).replaceAll('-', '/').split('T')
  const options = ['-r', 'rtcm3', '-v', '3.04', '-od', '-os', '-f', '5', '-tr', date!, time!]
  const files = ['-o', join(folder, 'theirs.obs'), '-n', join(folder, 'theirs.nav'), recording]
  const script = 'TIMEFORMAT="%U %S"; time convbin "$@" > /dev/null 2>&1'
  const { stderr, status } = spawnSync('bash', ['-c', script, 'convbin', ...options, ...files], { encoding: 'utf8' })
  if (status !== 0) return null
  const [user, system] = stderr.trim().split(/\s+/).map(Number)
  return (user! + system!) * 1_000
}

function against(what: string, ours: readonly Made[], theirs: readonly (number | null)[], share: number): Row {
  const measured = best(ours.map((one) => one.cpuMs))
  const known = theirs.filter((one) => one !== null)
  const floor = known.length === 0 ? null : best(known)
  return {
    what: `${what}, against convbin to RINEX at 1 s without compression`,
    measured: `${(measured / 1_000).toFixed(1)} s`,
    floor: floor === null ? 'convbin is not installed' : `${(floor / 1_000).toFixed(1)} s`,
    ratio: floor === null ? '' : (measured / floor).toFixed(2),
    wanted: `≤ ${share === 1 ? '1' : '1/3'}`,
    met: floor !== null && measured <= floor * share,
    ...(floor === null && { why: 'convbin (RTKLIB) is not installed, so nothing was compared.' }),
  }
}
