// A station whose frames go through the recorder, the index and the disk before RINEX files are made of them.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type RecordedSource, Recorder } from '../../src/archive/recorder/recorder.ts'
import { makeRinex, type RinexJob, type RinexOutcome } from '../../src/archive/rinex/make.ts'
import { FolderStorage } from '../../src/archive/storage/folder.ts'
import type { Storage } from '../../src/archive/storage/storage.ts'
import { archivedHours } from '../../src/domain/archive/hours.ts'
import { HOUR_MS } from '../../src/domain/time/units.ts'
import { listArchivedHours } from '../../src/store/archive/hours.ts'
import { listObserved } from '../../src/store/archive/segments.ts'
import type { DatabasePool } from '../../src/store/kit/database.ts'

export const RECORDED_STATION = 8
const FIRST: RecordedSource = { isStandby: false, fencingToken: null }

export interface MadeFile {
  readonly outcome: RinexOutcome
  readonly text: string
  /** Times of the epochs in ms since 1970, in GPS time as written, and their records. */
  readonly epochs: readonly { readonly gpsMs: number; readonly lines: readonly string[] }[]
}

/** A node that records; several can share a folder and a database. */
export class RecordingNode {
  readonly recorder: Recorder
  readonly warnings: string[] = []
  #newestMs = 0

  constructor(
    db: DatabasePool,
    folder: string,
    node: string,
    storage: Storage = new FolderStorage(folder),
    space = { freeBytes: 50e9, totalBytes: 100e9 },
  ) {
    this.recorder = new Recorder({
      ...{ db, storage, folder, node, clock: () => new Date(this.#newestMs), isRecorded: () => true },
      warn: (message) => void this.warnings.push(message),
      info: (message) => void this.warnings.push(message),
      readSpace: async () => space,
    })
  }

  receive(frames: Buffer, receivedMs: number, source = FIRST): void {
    this.#newestMs = receivedMs
    this.recorder.tap(RECORDED_STATION, frames, receivedMs, source)
  }

  /** Writes what was received: each station is written in one of four rounds. */
  async tick(): Promise<void> {
    for (let round = 0; round <= 4; round++)
      for (const component of this.recorder.components) await Promise.resolve(component.tick?.())
  }

  async stop(): Promise<void> {
    for (const component of this.recorder.components.toReversed()) await component.stop?.()
  }
}

export class RecordedArchive {
  readonly folder = mkdtempSync(join(tmpdir(), 'recorded-'))
  readonly db: DatabasePool
  #nodes = 0

  constructor(db: DatabasePool) {
    this.db = db
  }

  /** The other nodes see that this one runs, and leave its files. */
  async node(): Promise<RecordingNode> {
    const id = `node${++this.#nodes}`
    const text = `insert into nodes (id, name, machine, roles, version, seen_at) values ($1, $1, 'a', '{caster}', '1', now())
      on conflict (id) do update set seen_at = now()`
    await this.db.query({ text }, [id])
    return new RecordingNode(this.db, this.folder, id)
  }

  /** Records frames on one node, by their receive times. */
  async record(sent: Iterable<readonly [frames: Buffer, receivedMs: number]>): Promise<void> {
    const node = await this.node()
    for (const [frames, receivedMs] of sent) {
      node.receive(frames, receivedMs)
      if (node.recorder.figures.waitingSegments > 0) await node.tick()
    }
    await node.stop()
  }

  async make(fromMs: number, toMs: number, more: Partial<RinexJob> = {}): Promise<MadeFile> {
    const out = mkdtempSync(join(this.folder, 'out-'))
    const outcome = await makeRinex(
      { storage: new FolderStorage(this.folder), folder: this.folder },
      {
        ...{ from: new Date(fromMs), to: new Date(toMs), intervalS: 1, version: '3.05', constellations: null },
        ...{ navigation: false, hatanaka: false, folder: out, site: null, program: 'vertice', agency: 'Red' },
        segments: await listObserved(this.db, RECORDED_STATION, new Date(fromMs - HOUR_MS), new Date(toMs + HOUR_MS)),
        station: { code: 'CDMX', name: 'Ciudad de México', country: 'MEX' },
        ...{ writtenAt: new Date(), ...more },
      },
    )
    if ('failure' in outcome) return { outcome, text: '', epochs: [] }
    const text = gunzipSync(readFileSync(join(out, outcome.files[0]!.name))).toString('latin1')
    return { outcome, text, epochs: epochsIn(text) }
  }

  /** Epochs, and expected epochs, of each hour as the calendar shows them. */
  async hours(fromMs: number, toMs: number): Promise<[number, number][]> {
    const window = { from: new Date(fromMs), to: new Date(toMs) }
    const rows = await listArchivedHours(this.db, [RECORDED_STATION], window.from, window.to)
    return archivedHours(rows, { ...window, now: window.to }).map(({ epochs, expected }) => [epochs, expected])
  }

  async remove(): Promise<void> {
    await this.db.query({ text: 'delete from archive_segments' })
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function epochsIn(text: string): MadeFile['epochs'] {
  const body = text.slice(text.indexOf('END OF HEADER'))
  return body
    .split('\n> ')
    .slice(1)
    .map((record) => {
      const [head, ...lines] = record.split('\n') as [string, ...string[]]
      const [year, month, day, hour, minute, second] = head.trim().split(/\s+/).map(Number) as number[]
      return {
        gpsMs: Date.UTC(year!, month! - 1, day!, hour!, minute!) + Math.round(second! * 1000),
        lines: lines.filter((line) => line !== ''),
      }
    })
}
