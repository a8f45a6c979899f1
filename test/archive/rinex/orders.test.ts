// Orders of RINEX files on a real database: turns of the owners, attempts, and the files that orders leave behind.
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startMakingRinex } from '../../../src/archive/rinex/making.ts'
import { makeNext, removeExpired } from '../../../src/archive/rinex/orders.ts'
import type { RinexServices } from '../../../src/archive/rinex/services.ts'
import { FolderStorage } from '../../../src/archive/storage/folder.ts'
import { finishRinexOrder } from '../../../src/store/archive/rinex-orders.ts'
import { until } from '../../support/process.ts'
import { makeDatabase } from '../../support/service.ts'

const NOW = new Date('2026-11-16T00:00:00Z')
const FILE = { kind: 'obs', name: 'CDMX_MO.crx.gz', bytes: 3, sha256: 'ab' } as const

let data: Awaited<ReturnType<typeof makeDatabase>>
let folder: string
let storage: FolderStorage
let now: Date
let made: string[]
beforeAll(async () => {
  data = await makeDatabase()
})
beforeEach(async () => {
  await data.db.pool.query('truncate rinex_orders')
  folder = await mkdtemp(join(tmpdir(), 'vertice-test-'))
  storage = new FolderStorage(folder)
  now = NOW
  made = []
})
afterEach(() => rm(folder, { recursive: true }))
afterAll(() => data.drop())

const MADE = { completenessPct: 100, gaps: [], unread: [], epochs: 1, epochsByHour: [] }
const make: RinexServices['make'] = async (job) => {
  await writeFile(join(job.folder, FILE.name), 'abc')
  return { files: [FILE], firstEpoch: NOW, lastEpoch: NOW, ...MADE }
}

const makeOther: RinexServices['make'] = async (job, progress) => {
  const outcome = await make(job, progress)
  await writeFile(join(job.folder, FILE.name), 'other')
  return outcome
}

const services = (more: Partial<RinexServices> = {}): RinexServices => ({
  ...{ db: data.db, storage, clock: () => now, program: 'vertice', onDue: () => {}, newKey: () => 'key' },
  stationOf: async () => ({ station: null, networkName: 'Red' }),
  siteOf: async () => null,
  siteLogOf: async () => null,
  hasRoom: async () => true,
  make,
  async finish(order, result) {
    made.push(order.id)
    return finishRinexOrder(data.db, order, result, now)
  },
  warn: () => {},
  ...more,
})

const insert = (id: string, ownerId: number | null = 1) =>
  data.db.pool.query(
    `insert into rinex_orders (id, owner_id, station_id, from_at, to_at, hours, interval_s, version, navigation, hatanaka, key, created_at, due_at)
     values ($1, $2, 12, $3::timestamptz - interval '1 hour', $3, 1, 60, '3.05', false, true, $1, $3, $3)`,
    [id, ownerId, NOW],
  )
const rowOf = async (id: string) =>
  (await data.db.pool.query('select state, attempts, failure from rinex_orders where id = $1', [id])).rows[0]

it('takes the orders of owners in turn, after those of the operator', async () => {
  for (const id of ['rnx_1', 'rnx_2', 'rnx_3']) await insert(id, 1)
  for (const id of ['rnx_4', 'rnx_5']) await insert(id, 2)
  await insert('rnx_6', null)
  for (let turn = 0; turn < 6; turn += 1) {
    now = new Date(now.getTime() + 1000)
    expect(await makeNext(services())).toBe(true)
  }
  expect(made).toEqual(['rnx_6', 'rnx_1', 'rnx_4', 'rnx_2', 'rnx_5', 'rnx_3'])
})

it('leaves an owner with a running order for later', async () => {
  for (const id of ['rnx_1', 'rnx_2']) await insert(id, 1)
  await insert('rnx_3', 2)
  await makeNext(
    services({
      async make(job, progress) {
        if (made.length === 0) await makeNext(services())
        return make(job, progress)
      },
    }),
  )
  expect(made).toEqual(['rnx_3', 'rnx_1'])
})

it('makes nothing while a disk is too full, and uses no attempt', async () => {
  await insert('rnx_1')
  let checks = 0
  let isFull = true
  let wake = () => {}
  const hasRoom = async () => {
    checks += 1
    return !isFull
  }
  const onDue = (due: () => void) => {
    wake = due
  }
  const stop = startMakingRinex(services({ hasRoom, onDue }), async () => {})
  wake()
  await until(() => checks > 0)
  wake()
  await until(() => checks > 1)
  expect(await rowOf('rnx_1')).toMatchObject({ state: 'pending', attempts: 0 })
  isFull = false
  wake()
  await until(() => made.length === 1)
  await stop()
  expect(await rowOf('rnx_1')).toMatchObject({ state: 'ready', attempts: 1 })
})

it('does not count attempts that a restart ends', async () => {
  await insert('rnx_1')
  for (let restart = 0; restart < 4; restart += 1) {
    const { promise: aborted, reject: abort } = Promise.withResolvers<never>()
    const { promise: isMaking, resolve: makes } = Promise.withResolvers<void>()
    const stop = startMakingRinex(
      services({
        make() {
          makes()
          return aborted
        },
        onDue: (wake) => wake(),
      }),
      async () => abort(new Error('the thread has ended')),
    )
    await isMaking
    await stop()
    expect(await rowOf('rnx_1')).toMatchObject({ state: 'pending', attempts: 0, failure: null })
  }
  await makeNext(services())
  expect(await rowOf('rnx_1')).toMatchObject({ state: 'ready', attempts: 1 })
})

it('starts no job while it stops', async () => {
  await insert('rnx_1')
  let isStopping = false
  let jobs = 0
  const stationOf: RinexServices['stationOf'] = async () => {
    isStopping = true
    return { station: null, networkName: 'Red' }
  }
  const counted: RinexServices['make'] = (job, progress) => {
    jobs += 1
    return make(job, progress)
  }
  await makeNext(services({ stationOf, make: counted }), () => isStopping)
  expect(jobs).toBe(0)
  expect(await rowOf('rnx_1')).toMatchObject({ state: 'pending', attempts: 0 })
})

const stored = async () => (await Array.fromAsync(storage.list(''))).map(({ name }) => name)

it('removes what the attempts of a failed order stored', async () => {
  await insert('rnx_1')
  const finish: RinexServices['finish'] = async () => {
    throw new Error('the database is away')
  }
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    expect(await makeNext(services({ finish }))).toBe(true)
    now = new Date(now.getTime() + 600_000)
  }
  expect(await rowOf('rnx_1')).toMatchObject({ state: 'failed', failure: 'internal_error' })
  expect(await stored()).toHaveLength(3)
  await removeExpired(services())
  expect(await stored()).toEqual([])
  const removed = await data.db.pool.query('select removed_at from rinex_orders')
  expect(removed.rows).toEqual([{ removed_at: now }])
})

it('keeps the files of a later attempt when a late worker stores its own', async () => {
  await insert('rnx_1')
  const contentOf = async () => text(await storage.read((await stored())[0]!))
  const finish: RinexServices['finish'] = async (order, result) => {
    if (order.attempt > 1) return finishRinexOrder(data.db, order, result, now)
    // The lease expires while this worker stores its files.
    now = new Date(now.getTime() + 600_000)
    await makeNext(services({ make: makeOther, finish }))
    return finishRinexOrder(data.db, order, result, now)
  }
  await makeNext(services({ finish }))
  expect(await rowOf('rnx_1')).toMatchObject({ state: 'ready', attempts: 2 })
  expect(await stored()).toEqual([`results/rnx_1/2/${FILE.name}`])
  expect(await contentOf()).toBe('other')
})

it('adds the site log of the station to the files, and removes it with them', async () => {
  await insert('rnx_1')
  const log = { name: '120000mex_20261116.log', text: 'Form 2.0: México' }
  expect(await makeNext(services({ siteLogOf: async (id) => (id === 12 ? log : null) }))).toBe(true)
  const { rows } = await data.db.pool.query('select files from rinex_orders')
  expect(rows[0].files).toEqual([
    FILE,
    { kind: 'site', name: log.name, bytes: 17, sha256: createHash('sha256').update(log.text).digest('hex') },
  ])
  expect(await text(await storage.read(`results/rnx_1/1/${log.name}`))).toBe(log.text)
  now = new Date(now.getTime() + 8 * 86_400_000)
  await removeExpired(services())
  expect(await Array.fromAsync(storage.list('results/'))).toEqual([])
})
