// A real file system of a few megabytes that fills while a station is recorded.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { epochMessages } from '../../../packages/rtcm/test/support/sky.ts'
import { Recorder } from '../../../src/archive/recorder/recorder.ts'
import { FolderStorage } from '../../../src/archive/storage/folder.ts'
import { verifyArchive } from '../../../src/archive/storage/verify.ts'
import type { DatabasePool } from '../../../src/store/kit/database.ts'
import { skipped } from '../../support/needs.ts'
import { until } from '../../support/process.ts'
import { makeDatabase } from '../../support/service.ts'

const HOUR = Date.parse('2026-11-18T07:00:00Z')
const FIRST = { isStandby: false, fencingToken: null }
const folder = mkdtempSync(join(tmpdir(), 'full-disk-'))
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'vertice-test', folder]).status === 0
if (!isMounted) skipped('a full disk', 'only root can mount a small file system')

let db: DatabasePool
let drop: () => Promise<void>

beforeAll(async () => {
  ;({ db, drop } = await makeDatabase())
})
afterAll(async () => {
  await drop()
  if (isMounted) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
})

it.skipIf(!isMounted)(
  'pauses recording before the disk is full, loses nothing that was written, and resumes',
  async () => {
    const said: string[] = []
    const say = (message: string) => void said.push(message)
    let now = HOUR
    const storage = new FolderStorage(folder)
    const recorder = new Recorder({
      ...{ db, storage, folder, node: 'node1', warn: say, info: say, isRecorded: () => true },
      clock: () => new Date(now),
    })
    onTestFinished(async () => {
      for (const component of recorder.components.toReversed()) await component.stop?.()
    })
    const tick = async () => {
      for (let round = 0; round < 4; round++)
        for (const component of recorder.components) await Promise.resolve(component.tick?.()).catch(() => {})
    }
    const receive = async (seconds: number) => {
      for (let n = 0; n < seconds; n++, now += 1000) recorder.tap(8, Buffer.concat(epochMessages(now)), now, FIRST)
      await tick()
    }
    const epochs = async () => {
      const text = `select coalesce(sum(epochs), 0)::int as epochs from archive_segments where state = 'stored'`
      return (await db.query<{ epochs: number }>({ text }))[0]!.epochs
    }
    await receive(20)
    expect(recorder.figures.isPaused).toBe(false)

    const { bavail, bsize } = statfsSync(folder)
    writeFileSync(join(folder, 'other'), Buffer.alloc(bavail * bsize))
    await receive(30)
    await receive(1)
    expect(recorder.figures).toMatchObject({ isPaused: true, openSegments: 0, droppedBytes: 0 })
    expect(said).toContain('Recording is paused: the disk of the archive is almost full')

    rmSync(join(folder, 'other'))
    // The free space is read every 5 s.
    await until(async () => {
      await tick()
      return !recorder.figures.isPaused
    })
    await receive(20)
    for (const component of recorder.components.toReversed()) await component.stop?.()
    expect(await epochs()).toBe(40)
    expect((await Array.fromAsync(verifyArchive(db, storage))).filter(({ problem }) => problem !== null)).toEqual([])
    expect(
      await readdir(join(folder, 'open'), { recursive: true }).then((all) => all.filter((name) => /vseg/.test(name))),
    ).toEqual([])
  },
)
