// A firewall between the caster and its database that drops idle connections silently: revocations still arrive.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DatabasePool, openDatabase } from '../../../src/store/kit/database.ts'
import { TestCaster } from '../../support/caster.ts'
import { measuresTime } from '../../support/loop-watch.ts'
import { STATIONS } from '../../support/service.ts'
import { TcpProxy } from '../../support/tcp-proxy.ts'
import { flowingBase } from '../helpers.ts'

const { cdmx } = STATIONS
/** A heartbeat every 2 s, two missed ones, and delays of the machine. The fallback sweep runs only after 30 s. */
const WITHIN_MS = 10_000

let caster: TestCaster
let proxy: TcpProxy
let behind: DatabasePool

beforeAll(async () => {
  caster = await TestCaster.start()
  await caster.service.saveStations(cdmx)
  const { options } = caster.service.db.pool
  proxy = await TcpProxy.before(options)
  behind = openDatabase({ ...options, host: '127.0.0.1', port: proxy.port }, 5)
})
afterAll(async () => {
  await caster.stop()
  await behind.close()
  await proxy.stop()
})

it('ends a revoked session within seconds after the database connection went silent', measuresTime(), async () => {
  const node = await caster.addNode({}, {}, behind)
  await flowingBase(caster, cdmx, node)
  const login = await caster.issue({ station_codigo: 'CDMX' })
  const rover = await caster.rover(login, cdmx.mountpoint, node.caster.address.port)
  proxy.forget()
  await caster.client.delete(`/credentials/${login.id}`)
  const revoked = performance.now()
  await rover.all(WITHIN_MS)
  const took = rover.closedAt! - revoked
  console.log(`from a revocation to the closed socket, over a line that went silent: ${(took / 1000).toFixed(1)} s`)
  expect(took).toBeLessThan(WITHIN_MS)
})
