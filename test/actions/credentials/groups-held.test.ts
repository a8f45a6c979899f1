// A group is removed while a credential is issued with it: one of the two fails, and no credential loses its group.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { changeCredential } from '../../../src/actions/credentials/change.ts'
import { issueCredentials } from '../../../src/actions/credentials/issue.ts'
import { createOrder } from '../../../src/actions/orders/create.ts'
import { createProduct } from '../../../src/actions/orders/products.ts'
import { createGroup, removeGroup } from '../../../src/actions/stations/groups.ts'
import { Refusal } from '../../../src/domain/codes/refusal.ts'
import type { Group } from '../../../src/domain/stations/group.ts'
import type { StationBook } from '../../../src/store/current/current.ts'
import type { Database, Transaction } from '../../../src/store/kit/database.ts'
import { byTest } from '../../support/action-context.ts'
import { STATIONS, TestService } from '../../support/service.ts'

let service: TestService
let token: { readonly id: number; readonly ownerId: number }
let group: Group
/** Read while the group existed. */
let book: StationBook

beforeAll(async () => {
  service = await TestService.start()
  await service.saveStations(STATIONS.cdmx, STATIONS.toluca)
  token = (await service.token()).token
})
afterAll(() => service.stop())
beforeEach(async () => {
  for (const table of ['orders', 'products', 'credentials', 'station_groups'])
    await service.db.pool.query(`delete from ${table}`)
  group = await createGroup(byTest({ db: service.db }), { name: 'Norte', members: ['CDMX', 'TOLU'] })
  book = (await service.services.current()).book
})

const context = (db: Database = service.db) => byTest({ db, keys: service.services.keys, book })
const byProgram = (db: Database = service.db) => ({
  ...context(db),
  by: { ...context().by, kind: 'token' as const, tokenId: token.id },
  hasQuota: false,
  writer: db === service.db ? service.services.credentialWriter : undefined,
})
const request = (groupId?: number) => ({ validitySeconds: 3_600, groupId }) as never
const issue = (db?: Database) => issueCredentials(context(db), 'all', token.ownerId, [request(group.id)])
const order = (db?: Database) =>
  createOrder(context(db), 'all', {
    ...{ ownerId: token.ownerId, productId: null, stationId: null, groupId: group.id, startsAt: undefined },
    ...{ validitySeconds: 3_600, amountMinor: 100, currency: 'MXN', client: null, language: 'es' as const },
    ...{ customerName: 'María', customerEmail: 'maria@example.mx' },
  })
const remove = () => removeGroup(byTest({ db: service.db }), { id: group.id })

const WRITERS: readonly (readonly [string, (db?: Database) => Promise<unknown>])[] = [
  ['a credential', issue],
  [
    'a credential of a program',
    (db) => issueCredentials(byProgram(db), token.ownerId, token.ownerId, [request(group.id)]),
  ],
  [
    'a batch',
    (db) =>
      issueCredentials(byProgram(db), token.ownerId, token.ownerId, [request(), request(group.id)], (index) => [index]),
  ],
  ['an order', order],
  [
    'a credential that is moved to it',
    async (db) => {
      const [issued] = await issueCredentials(context(), 'all', token.ownerId, [request()])
      return changeCredential(context(db), 'all', issued!.credential.id, { group: { groupId: group.id } })
    },
  ],
  [
    'a product',
    (db) =>
      createProduct(context(db), 'all', {
        ...{ ownerId: token.ownerId, name: 'A', serves: 'group', stationId: null, groupId: group.id, inShop: false },
        ...{ validitySeconds: 3_600, amountMinor: 100, currency: 'MXN', active: true },
      }),
  ],
]

const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error) => {
      if (!(error instanceof Refusal)) throw error
      return error.fields[0]?.code ?? error.code
    },
  )
const somebodyWaits = () =>
  vi.waitUntil(
    async () => {
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return (await service.db.pool.query(waiting)).rows.length > 0
    },
    { timeout: 90_000 },
  )
const usersOfGroup = async () => {
  const tables = ['credentials', 'orders', 'products'].map((name) => `select group_id from ${name}`).join(' union all ')
  const { rows } = await service.db.pool.query(`select from (${tables}) as used where group_id = $1`, [group.id])
  return rows.length
}

describe.each(WRITERS)('%s', (_, write) => {
  it('is rejected if the group was removed before', async () => {
    await remove()
    expect(await outcome(write())).toBe('unknown_group')
    expect(await usersOfGroup()).toBe(0)
  })

  it('blocks a concurrent removal of the group, which is then rejected', async () => {
    const removing = await service.db.transaction(async (tx) => {
      await write(tx)
      const removal = outcome(remove())
      await somebodyWaits()
      return { removal }
    })
    expect(await removing.removal).toBe('group_in_use')
    expect(await usersOfGroup()).toBe(1)
  })

  it('waits for a concurrent removal of the group, and is then rejected', async () => {
    const writing = await service.db.transaction(async (tx) => {
      await removeGroup(byTest({ db: tx }), { id: group.id })
      const written = outcome(write())
      await somebodyWaits()
      return { written }
    })
    expect(await writing.written).toBe('unknown_group')
    expect(await usersOfGroup()).toBe(0)
  })
})

it('issues without a group with no extra query, and for a program without a transaction', async () => {
  const asked: (string | undefined)[] = []
  const listening = {
    query: (statement, values) => {
      asked.push(statement.name)
      return service.db.query(statement, values)
    },
    transaction: (work) => {
      asked.push('begin')
      return work(listening)
    },
  } as Transaction
  const stationId = book.byCode.get('cdmx')!.id
  const wanted = [request(), { ...(request() as object), stationId } as never]
  await issueCredentials(byProgram(listening), token.ownerId, token.ownerId, wanted)
  expect(asked).toEqual(['credential-ids', 'credentials-insert-untaken'])
  asked.length = 0
  await issueCredentials(context(listening), 'all', token.ownerId, wanted)
  expect(asked).not.toContain('station-groups-hold')
  asked.length = 0
  await issueCredentials(byProgram(listening), token.ownerId, token.ownerId, [request(group.id)])
  expect(asked).toEqual(['begin', 'station-groups-hold', 'credential-ids', 'credentials-insert-untaken'])
})
