// Follows the guide "Post-process a drone flight in five minutes" with the commands as they are printed in it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { type MadeRinex, makeRinex } from '../../../src/archive/rinex/make.ts'
import { FolderStorage } from '../../../src/archive/storage/folder.ts'
import { Sky } from '../../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../../src/demo/simulator/station-stream.ts'
import { type Sent, TestArchive } from '../../support/archive.ts'
import { lacks } from '../../support/needs.ts'

const FROM = Date.parse('2026-11-14T16:00:00Z')
const SECONDS = 120
/** 3 km from the base. */
const ROVER = { lat: 19.43, lng: -99.1, height: 2240 }
const BASE = { lat: 19.4, lng: -99.1, height: 2240 }

const archives: TestArchive[] = []
afterAll(() => {
  for (const archive of archives) archive.remove()
})

/** Observation and navigation file, unpacked. */
async function filesOf(code: string, position: typeof BASE) {
  const stream = new StationStream(new Sky(), { code, stationId: 12, position })
  const sent = Array.from({ length: SECONDS }, (_, second): Sent => {
    const atMs = FROM + second * 1000
    return { frames: stream.epoch(atMs), atMs: atMs + 300 }
  })
  const archive = new TestArchive()
  archives.push(archive)
  archive.record(sent)
  const folder = join(archive.dataDir, 'out')
  mkdirSync(folder)
  const made = (await makeRinex(
    { storage: new FolderStorage(archive.folder), folder: archive.folder },
    {
      ...{
        from: new Date(FROM),
        to: new Date(FROM + SECONDS * 1000),
        intervalS: 1,
        version: '3.05',
        constellations: null,
      },
      ...{ navigation: true, hatanaka: false, segments: archive.segments, folder, site: null, program: 'vertice' },
      ...{ station: { code, name: code, country: 'MEX' }, agency: 'Red', writtenAt: new Date(FROM) },
    },
  )) as MadeRinex
  return made.files.map(({ name }) => gunzipSync(readFileSync(join(folder, name))))
}

/** The commands of the guide, with its file names. */
const commandsIn = (page: string) => /```sh\n(printf [^\n]+\nrnx2rtkp [^\n]+)\n```/.exec(page)![1]!

it.skipIf(lacks('post-processing a flight', 'rnx2rtkp'))(
  'fixes the track of a rover within two centimetres',
  async () => {
    const [english, spanish] = ['en', 'es'].map((language) =>
      commandsIn(readFileSync(`docs/guides/${language}/stations.md`, 'utf8')),
    )
    expect(spanish).toBe(english)
    const [, flight, base, navigation] = /-o flight\.pos (\S+) (\S+) (\S+)$/.exec(english!)!
    const [observed] = await filesOf('ROVR', ROVER)
    const [ofBase, broadcast] = await filesOf('CDMX', BASE)
    const folder = archives[0]!.dataDir
    writeFileSync(join(folder, flight!), observed!)
    writeFileSync(join(folder, base!), ofBase!)
    writeFileSync(join(folder, navigation!), broadcast!)
    expect(spawnSync('sh', ['-c', english!], { cwd: folder }).status).toBe(0)
    const track = readFileSync(join(folder, 'flight.pos'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('%'))
      .map((line) => line.trim().split(/\s+/).slice(2, 6).map(Number) as [number, number, number, number])
    expect(track).toHaveLength(SECONDS)
    expect(track.filter(([, , , quality]) => quality === 1).length).toBeGreaterThan(0.9 * SECONDS)
    const [lat, lng, height] = track.at(-1)!
    const metresPerDegree = 111_000
    expect(Math.abs(lat - ROVER.lat) * metresPerDegree).toBeLessThan(0.02)
    expect(Math.abs(lng - ROVER.lng) * metresPerDegree).toBeLessThan(0.02)
    expect(Math.abs(height - ROVER.height)).toBeLessThan(0.05)
  },
)
