// The console with several casters and several API processes, which share only the database.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DatabasePool, openDatabase } from '../../../../src/store/kit/database.ts'
import { aMinuteOfLooks, flowingBase, hearsMore } from '../../../caster/helpers.ts'
import { type Peer, TestCaster } from '../../../support/caster.ts'
import { until } from '../../../support/process.ts'
import { stationIdOf } from '../../../support/rows.ts'
import { STATIONS } from '../../../support/service.ts'
import { Browser, TestConsole } from '../support.ts'

const { cdmx, toluca } = STATIONS
const GGA = '$GPGGA,120000,1925.8000,N,09908.0000,W,4,12,0.8,2240.0,M,-10.0,M,1.0,0001*'

let site: TestConsole
let caster: TestCaster
/** The same user at two API processes. */
let here: Browser
let there: Browser
let rovers: Peer[]
let ownConnections: DatabasePool

// biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
type Data = any

beforeAll(async () => {
  site = await TestConsole.start()
  caster = await TestCaster.start({}, {}, site.service)
  await site.service.saveStations(cdmx, toluca)
  ownConnections = openDatabase(site.db.pool.options, 4)
  const second = await caster.addNode({}, {}, ownConnections)
  await flowingBase(caster, cdmx)
  await flowingBase(caster, toluca, second)
  rovers = [
    await caster.rover(await caster.issue({ station_codigo: 'CDMX' }), cdmx.mountpoint),
    await caster.rover(await caster.issue({ station_codigo: 'TOLU' }), toluca.mountpoint, second.caster.address.port),
  ]
  for (const rover of rovers) {
    rover.write(`${GGA}${checksumOf(GGA)}\r\n`)
    await hearsMore(rover)
  }
  for (const role of [caster.role, second]) aMinuteOfLooks(role.caster.sessions)
  const { email, browser } = await site.user('administrator')
  here = browser
  there = new Browser(await site.anotherNode(), '203.0.113.8')
  await there.login(email)
})
afterAll(async () => {
  await site.app.close()
  await caster.stop()
  await ownConnections.close()
})

const checksumOf = (sentence: string) =>
  [...sentence.slice(1, -1)]
    .reduce((sum, letter) => sum ^ letter.charCodeAt(0), 0)
    .toString(16)
    .toUpperCase()
    .padStart(2, '0')

/** Waits until the response of both API processes satisfies `holds`, and returns the responses. */
async function everywhere(path: string, holds: (body: Data) => boolean): Promise<Data[]> {
  let answers: Data[] = []
  await until(async () => {
    answers = await Promise.all([here, there].map(async (browser) => (await browser.get(path)).body))
    return answers.every(holds)
  })
  return answers
}

describe('any API process', () => {
  it('lists the rovers of both casters with their positions', async () => {
    for (const { sessions } of await everywhere('/sessions', (body) => body.sessions.length === 2))
      expect(sessions.map(({ mountpoint }: Data) => mountpoint).toSorted()).toEqual([
        cdmx.mountpoint,
        toluca.mountpoint,
      ])
    await everywhere('/network/rovers', (body) => body.rovers.length === 2)
    await everywhere('/network', (body) => body.rovers.connected === 2 && body.rovers.located === 2)
  })

  it('shows the streams of both casters, and the rovers of each station', async () => {
    await everywhere('/network', (body) => body.stations.online === 2)
    for (const code of ['CDMX', 'TOLU']) {
      const id = await stationIdOf(site.service, code)
      await everywhere(`/stations/${id}`, ({ rovers, station }) => rovers === 1 && station.measured)
    }
  })

  it('lists both nodes with their rovers and stations', async () => {
    const isTold = ({ nodes }: Data) =>
      nodes.length === 2 && nodes.every(({ rovers, stations }: Data) => rovers === 1 && stations === 1)
    for (const { nodes } of await everywhere('/system', isTold))
      expect(nodes).toEqual(
        Array(2).fill(
          expect.objectContaining({
            roles: ['caster'],
            state: 'up',
            drainingSince: null,
            lagMs: expect.any(Number),
            startedAt: expect.any(String),
          }),
        ),
      )
  })

  it('disconnects a rover of either caster', async () => {
    const { sessions } = (await here.get('/sessions')).body
    for (const { id } of sessions) expect((await there.post(`/sessions/${id}/kick`)).status).toBe(200)
    await Promise.all(rovers.map((rover) => rover.all(10_000)))
    await everywhere('/sessions', (body) => body.sessions.length === 0)
  })
})
