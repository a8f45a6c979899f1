// A bucket that cannot be reached for hours: segments wait on the disk, within the budget, and are readable meanwhile.
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { epochMessages } from '../../../packages/rtcm/test/support/sky.ts'
import { setArchiveBudget } from '../../../src/actions/archive/budget.ts'
import { S3Storage } from '../../../src/archive/storage/s3.ts'
import { verifyArchive } from '../../../src/archive/storage/verify.ts'
import { archiveBucket } from '../../../src/base/config/services/archive.ts'
import { keepArchiveBudget } from '../../../src/start/jobs/keep-archive-budget.ts'
import { listSegments } from '../../../src/store/archive/segments.ts'
import type { DatabasePool } from '../../../src/store/kit/database.ts'
import { byTest } from '../../support/action-context.ts'
import { RECORDED_STATION, RecordingNode } from '../../support/recorded-station.ts'
import { openS3Server, S3_KEY, type S3Server } from '../../support/s3-server.ts'
import { makeDatabase } from '../../support/service.ts'

const HOUR_MS = 3_600_000
const HOUR = Date.parse('2026-11-18T07:00:00Z')

let db: DatabasePool
let drop: () => Promise<void>
let server: S3Server
let storage: S3Storage
let folder: string
let passedMs = 0

beforeAll(async () => {
  ;({ db, drop } = await makeDatabase())
  server = await openS3Server('archive')
  const { accessKeyId, secretAccessKey } = S3_KEY
  const bucket = archiveBucket(`s3://archive?endpoint=${server.endpoint}`, accessKeyId, secretAccessKey)!
  storage = new S3Storage(bucket, { retryDelaysMs: [10], timeoutMs: 5_000 })
  folder = mkdtempSync(join(tmpdir(), 'bucket-away-'))
})
afterAll(async () => {
  await storage.close()
  await server.close()
  await drop()
  rmSync(folder, { recursive: true, force: true })
})

const epoch = (atMs: number) => Buffer.concat(epochMessages(atMs, { GPS: [1, 3, 7] }))
const states = async () =>
  (await listSegments(db, RECORDED_STATION, new Date(HOUR), new Date(HOUR + 100 * HOUR_MS))).map(({ state }) => state)
const waiting = async () =>
  (await readdir(join(folder, 'open'), { recursive: true }).catch(() => [])).filter((name) => name.endsWith('.zst'))

/** Failed segments are retried every 30 s. */
async function later(node: RecordingNode): Promise<void> {
  const real = performance.now.bind(performance)
  passedMs += 31_000
  vi.spyOn(performance, 'now').mockImplementation(() => real() + passedMs)
  for (let tries = 0; tries < 4; tries++) await node.tick()
  vi.restoreAllMocks()
}

it('stores what waited once the bucket is back, and deletes the oldest beyond the budget meanwhile', async () => {
  const node = new RecordingNode(db, folder, 'node1', storage)
  onTestFinished(() => node.stop())
  const record = async (hours: number[]) => {
    for (const hour of hours) {
      for (let second = 0; second < 20; second++) {
        const atMs = HOUR + hour * HOUR_MS + second * 1000
        node.receive(epoch(atMs), atMs)
      }
      await node.tick()
    }
  }
  await record([0, 1])
  expect(await states()).toEqual(['stored', 'open'])
  await server.stop()
  await record([2, 3, 4])
  await later(node)
  expect((await states()).toSorted()).toEqual(['closed', 'closed', 'closed', 'open', 'stored'])
  expect(await waiting()).toHaveLength(3)
  expect(node.warnings).toEqual([expect.stringContaining('it waits on the disk')])

  const sizes = await listSegments(db, RECORDED_STATION, new Date(HOUR), new Date(HOUR + 100 * HOUR_MS))
  const newest = sizes.slice(-2).reduce((sum, one) => sum + (one.storedBytes ?? one.bytes), 0)
  await setArchiveBudget(byTest({ db }), { rawBytes: newest, rawDays: null })
  const keep = () => keepArchiveBudget(db, (name) => storage.remove(name), new Date(HOUR + 5 * HOUR_MS))
  await keep().catch(() => {})
  await later(node)
  expect(await waiting()).toHaveLength(1)

  await server.start()
  await later(node)
  await keep()
  expect((await states()).toSorted()).toEqual(['open', 'stored'])
  expect(await waiting()).toEqual([])
  await node.stop()
  expect((await Array.fromAsync(verifyArchive(db, storage))).filter(({ problem }) => problem !== null)).toEqual([])
})
