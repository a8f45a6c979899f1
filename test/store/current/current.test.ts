// The in-memory book of stations: reloaded after a change by any process, and only the parts that changed.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { CurrentReader, loadBook } from '../../../src/store/current/current.ts'
import type { Database } from '../../../src/store/kit/database.ts'
import { changeStation, forgetMeasurement, measure, stationIdOf } from '../../support/rows.ts'
import { STATIONS, TestService } from '../../support/service.ts'

const DEFAULTS = { casterHost: 'caster.example.mx', casterPort: 2101 }

let service: TestService
let ran: string[]
let reader: CurrentReader

beforeAll(async () => {
  service = await TestService.start()
  await service.saveStations(STATIONS.cdmx, STATIONS.toluca)
  await measure(service, 'CDMX', { measuredAt: '2026-11-14T18:00:00Z' })
})

beforeEach(async () => {
  const db: Database = {
    query: (statement, values) => {
      ran.push(statement.name ?? statement.text)
      return service.db.query(statement, values)
    },
    transaction: (work) => service.db.transaction(work),
  }
  ran = []
  reader = new CurrentReader(db, DEFAULTS)
  await reader.current()
  ran = []
})

afterAll(() => service.stop())

const station = async (code: string) => (await reader.current()).book.byCode.get(code.toLowerCase())!

/** The patched book must equal a freshly loaded one. */
const expectWhole = async () => expect((await reader.current()).book).toEqual(await loadBook(service.db, DEFAULTS))

it('runs one query while nothing changes', async () => {
  const { book } = await reader.current()
  expect((await reader.current()).book).toBe(book)
  expect(ran).toEqual(['revisions', 'revisions'])
})

it('shows a measurement at once without reloading the stations', async () => {
  const { book: before, stations } = await reader.current()
  ran = []
  await measure(service, 'CDMX', { measuredAt: '2026-11-14T18:00:15Z', satellites: 17 })
  const { book, stations: after } = await reader.current()
  expect(ran).toEqual(['revisions', 'stations-measured'])
  expect(book).not.toBe(before)
  expect(after).toBe(stations)
  expect(book.byCode.get('cdmx')!.health).toMatchObject({ satellites: 17 })
  expect(book.active).toContain(book.byCode.get('cdmx'))
  expect(book.byId.get(await stationIdOf(service, 'CDMX'))).toBe(book.byCode.get('cdmx'))
  await expectWhole()
})

it('loads only the stations measured since the last read', async () => {
  const { book: before } = await reader.current()
  await measure(service, 'TOLU', { measuredAt: '2026-11-14T18:00:20Z', byConstellation: { GPS: 9, GAL: 0, GLO: 4 } })
  const { book } = await reader.current()
  expect(book.byCode.get('cdmx')).toBe(before.byCode.get('cdmx'))
  expect(book.byCode.get('tolu')).not.toBe(before.byCode.get('tolu'))
  await expectWhole()
})

it('shows simultaneous writes, in whatever order they commit', async () => {
  const [one, other] = [await service.db.pool.connect(), await service.db.pool.connect()]
  const write = (client: typeof one, code: string) =>
    client.query(
      `update station_health set satellites = satellites + 1 where station_id = (select id from stations where code = $1)`,
      [code],
    )
  await one.query('begin')
  await write(one, 'CDMX')
  const waiting = write(other, 'TOLU') // waits for the first: revisions are committed in order
  await reader.current()
  await one.query('commit')
  await waiting
  one.release()
  other.release()
  ran = []
  await expectWhole()
  expect(ran).not.toContain('stations')
})

it('reloads everything after a change of a station or the network, and after a deleted measurement', async () => {
  await changeStation(service, 'CDMX', { name: 'Otra' })
  expect((await station('CDMX')).name).toBe('Otra')
  await service.db.pool.query(`update network set format = 'RTCM 3.3'`)
  await reader.current()
  await forgetMeasurement(service, 'CDMX')
  expect((await station('CDMX')).health).toBeNull()
  expect(ran.filter((name) => name === 'stations')).toHaveLength(3)
  await expectWhole()
})

it('shows a measurement and a station change of the same transaction', async () => {
  const client = await service.db.pool.connect()
  await client.query('begin')
  await client.query(`update stations set name = 'Y otra' where code = 'CDMX'`)
  await client.query(
    `update station_health set satellites = 3 where station_id = (select id from stations where code = 'TOLU')`,
  )
  await client.query('commit')
  client.release()
  expect((await station('CDMX')).name).toBe('Y otra')
  expect((await station('TOLU')).health?.satellites).toBe(3)
  await expectWhole()
})
