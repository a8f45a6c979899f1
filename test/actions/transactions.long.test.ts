// No transaction waits for anything but the database: a walk through the whole source, and forty slow callers.
import { expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '../../src/base/config/config.ts'
import { Names } from '../../src/base/outgoing/names.ts'
import { targetRefuser } from '../../src/outbound/webhooks/target.ts'
import { nameServer } from '../support/name-server.ts'
import { until } from '../support/process.ts'
import { heldConnections, TestService } from '../support/service.ts'
import { walkTransactions } from '../support/transactions/walk.ts'

/** Commands and the demo are left out: they work for one caller, who waits anyway. */
const SERVICE = ['actions', 'http', 'outbound', 'reads', 'recording', 'start', 'store']

/** Reviewed one by one: they end in the database, or in nothing that a client could slow down. */
const KNOWN = [
  'writer.takeIds at src/actions/credentials/request/insert.ts', // store/credentials/writer.ts
  'writer.insert at src/actions/credentials/request/insert.ts',
  'this.#run at src/base/running/shared-round.ts', // the same writer: statements that callers share
  'succeeded at src/actions/people/sign-in/sign-in.ts', // undoes the count of a login attempt
  'list at src/http/console/kit/paging.ts', // a page of rows
  'this.#write at src/recording/batch-writer.ts', // statements of store/sessions
  'this.#write at src/recording/rounds.ts',
  'this.#node.renew at src/recording/sessions.ts', // a statement on its own connection, with a timeout
  'takeBack at src/start/processes/node-lease.ts', // statements about sessions and stations
  'nextTurn at src/base/running/turns.ts', // yields the event loop while stations of a file are checked
  'around at src/store/kit/followed.ts', // base/opentelemetry/tracer.ts: waits only for the statement
  'readFile at src/base/passwords/common-passwords.ts', // the list of common passwords, read before the transaction
  'unpack at src/base/passwords/common-passwords.ts',
]

const root = projectRoot.replace(/\/$/, '')
/** Without line numbers, which change. */
const whatWaits = (waits: readonly string[]) => waits.map((wait) => wait.split(' < ')[0]!.replace(/:\d+$/, ''))

it('waits for nothing but the database inside any transaction of the service', () => {
  const { functions, waits } = walkTransactions(
    root,
    SERVICE.map((folder) => `src/${folder}`),
  )
  expect(functions).toBeGreaterThan(300)
  expect(waits.filter((wait) => !KNOWN.includes(whatWaits([wait])[0]!))).toEqual([])
  expect([...new Set(whatWaits(waits))].sort()).toEqual(KNOWN.toSorted())
})

it('detects deliberate violations', () => {
  const { waits } = walkTransactions(root, ['test/support/transactions'])
  expect(whatWaits(waits)).toEqual(
    expect.arrayContaining([
      'refuseTarget at src/actions/webhooks/target.ts',
      'lookup at test/support/transactions/waiting.ts',
      'provider.close at test/support/transactions/waiting.ts',
      'derive at src/base/passwords/password-hasher.ts',
      'connect at test/support/transactions/waiting.ts',
    ]),
  )
})

const CALLERS = 40

it(`${CALLERS} callers with a slow lookup do not exhaust the pool`, async () => {
  const server = await nameServer(() => 'silence')
  const names = new Names({ servers: [server.address], timeoutMs: 3_000 })
  const service = await TestService.start({ refuseTarget: targetRefuser([], names) })
  onTestFinished(() => service.stop())
  const client = await service.client()
  const asked = Array.from({ length: CALLERS }, (_, index) =>
    client.post('/webhooks', { url: `https://slow${index}.example/` }, { 'idempotency-key': `slow-${index}` }),
  )
  await until(() => new Set(server.asked).size === CALLERS)
  // Other statements may be running; the lookup takes three times as long.
  await until(() => heldConnections(service.db) === 0, 1_000)
  expect((await client.get('/webhooks')).status).toBe(200)
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(20) // the limit per owner
})
