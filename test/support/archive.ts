// Recorded segments on a disk, made by the simulator.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { encodeDescription, encodeRecordHead } from '../../src/archive/segments/format.ts'
import { archiveFolder } from '../../src/archive/segments/places.ts'
import { Sky } from '../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../src/demo/simulator/station-stream.ts'
import { hourOf, type Segment, segmentName } from '../../src/domain/archive/segment.ts'
import { HOUR_MS } from '../../src/domain/time/units.ts'

export interface Sent {
  readonly frames: Buffer
  readonly atMs: number
}

/** The frames of a simulated station, an epoch each interval. */
export function sentBetween(fromMs: number, toMs: number, intervalMs = 1_000): Sent[] {
  const place = { lat: 19.4, lng: -99.1, height: 2240 }
  const stream = new StationStream(new Sky(), { code: 'CDMX', stationId: 12, position: place })
  const sent: Sent[] = []
  for (let atMs = fromMs; atMs < toMs; atMs += intervalMs) sent.push({ frames: stream.epoch(atMs), atMs: atMs + 300 })
  return sent
}

export class TestArchive {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'vertice-archive-'))
  readonly folder = archiveFolder(this.dataDir)
  readonly segments: Segment[] = []
  #parts = 0

  /** Writes the frames as segments, one per hour of arrival. */
  record(sent: readonly Sent[], { stationId = 12, node = 'node-1' } = {}): Segment[] {
    const hours = Map.groupBy(sent, ({ atMs }) => Math.floor(atMs / HOUR_MS) * HOUR_MS)
    const made = [...hours].map(([hourMs, some]): Segment => {
      const hour = hourOf(hourMs)
      const name = segmentName({ stationId, hour }, `${node}-${++this.#parts}`)
      const description = { stationId, hour, origin: 'stream', format: 'rtcm', node, fencingToken: null } as const
      const records = some.flatMap(({ frames, atMs }) => [encodeRecordHead(frames.length, atMs), frames])
      const file = zstdCompressSync(Buffer.concat([encodeDescription(description), ...records]))
      mkdirSync(dirname(join(this.folder, name)), { recursive: true })
      writeFileSync(join(this.folder, name), file)
      return {
        ...description,
        id: this.#parts,
        name,
        state: 'stored',
        bytes: some.reduce((sum, { frames }) => sum + frames.length, 0),
        epochs: some.length,
        intervalMs: some.length > 1 ? some[1]!.atMs - some[0]!.atMs : null,
        firstEpoch: new Date(some[0]!.atMs - 300),
        lastEpoch: new Date(some.at(-1)!.atMs - 300),
        storedBytes: file.length,
        sha256: null,
        observedHour: null,
      }
    })
    this.segments.push(...made)
    return made
  }

  remove(): void {
    rmSync(this.dataDir, { recursive: true, force: true })
  }
}
