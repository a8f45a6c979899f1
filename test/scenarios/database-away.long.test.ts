// The database freezes under a service with rovers. Recently connected rovers can reconnect, unknown rovers wait, and
// all sessions are recorded afterwards.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Sky } from '../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../src/demo/simulator/station-stream.ts'
import { Peer, rev1Request } from '../support/caster.ts'
import { freezeDatabase } from '../support/frozen-database.ts'
import { measuresTime } from '../support/loop-watch.ts'
import { makeMigratedDataDir, makeToken, RunningService, until, vertice } from '../support/process.ts'

/** Two database timeouts of 2 s, plus margin for a busy machine. */
const FIRST_MS = 6_000
const LATER_MS = 2_000
const MOUNTPOINT = 'CDMX_RTCM32'
const TABLE = 'GET / HTTP/1.0\r\nUser-Agent: NTRIP test\r\n\r\n'

const portOf = (service: RunningService): number =>
  Number(/caster +ntrip:\/\/[\d.]+:(\d+)/.exec(service.output.join('\n'))![1])

/** Returns the first line of the response and how long it took. */
async function asked(port: number, request: string): Promise<[string, number, Peer]> {
  const began = performance.now()
  const peer = await Peer.open(port, request)
  await until(() => peer.text.includes('\r\n'))
  return [peer.text.split('\r\n', 1)[0]!, performance.now() - began, peer]
}

it(
  'readmits known rovers within seconds while the database is frozen, and records them afterwards',
  measuresTime(),
  async () => {
    const dataDir = makeMigratedDataDir()
    const service = await RunningService.start(dataDir)
    const port = portOf(service)
    const token = await makeToken(dataDir)
    const file = join(dataDir, 'stations.json')
    writeFileSync(
      file,
      JSON.stringify([{ codigo: 'CDMX', nombre: 'Ciudad', lat: 19.4, lng: -99.1, mountpoint: MOUNTPOINT }]),
    )
    expect((await vertice(dataDir, ['station', 'import', file])).code).toBe(0)
    const { stdout: secret } = await vertice(dataDir, ['station', 'secret', 'CDMX'])
    const issue = async () => {
      const body = JSON.stringify({ segundos: 3600, station_codigo: 'CDMX' })
      const { credential } = await service.json('/api/v1/credentials', token, { method: 'POST', body })
      return { username: credential.usuario as string, password: credential.password as string }
    }
    const [known, another, stranger] = [await issue(), await issue(), await issue()]
    const request = ({ username, password }: typeof known) => rev1Request(MOUNTPOINT, username, password)

    const base = await Peer.open(port, `SOURCE ${secret.trim().split('\n').at(-1)} /${MOUNTPOINT}\r\n\r\n`)
    await base.until('ICY 200 OK')
    const position = { lat: 19.4, lng: -99.1, height: 2240 }
    const stream = new StationStream(new Sky(), { code: 'CDMX', stationId: 1, position, constellations: ['GPS'] })
    const send = () => base.write(stream.epoch(1000 * Math.floor(Date.now() / 1000)))
    send()
    const beat = setInterval(send, 1000)
    const stays = await Peer.open(port, request(another))
    await stays.until('ICY 200 OK')
    const [, , first] = await asked(port, request(known))
    first.close()

    const goOn = freezeDatabase(dataDir)
    try {
      const [answer, took, rover] = await asked(port, request(known))
      console.log(`the first that came back was answered after ${(took / 1000).toFixed(1)} s`)
      expect(answer).toBe('ICY 200 OK')
      expect(took).toBeLessThan(FIRST_MS)
      const strangers = asked(port, request(stranger))
      for (let time = 0; time < 3; time++) {
        const [again, tookAgain, peer] = await asked(port, request(another))
        expect([again, tookAgain < LATER_MS]).toEqual(['ICY 200 OK', true])
        peer.close()
        const [table, tookTable] = await asked(port, TABLE)
        expect([table, tookTable < LATER_MS]).toEqual(['SOURCETABLE 200 OK', true])
      }
      expect((await strangers)[0]).toBe('HTTP/1.0 503 Service Unavailable')
      const refused = await Promise.all(Array.from({ length: 30 }, () => service.call('/api/v1/stations', token)))
      expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]))
      const before = rover.received.length
      await until(() => rover.received.length > before + 100)
    } finally {
      goOn()
    }

    await until(async () => (await service.call('/readyz')).status === 200)
    let why = ''
    await until(async () => {
      why = (await vertice(dataDir, ['credential', 'why', known.username])).stdout
      return why.includes('admitted from the cache')
    })
    expect(why).toContain('It is connected from ')
    const [welcome, , late] = await asked(port, request(stranger))
    expect(welcome).toBe('ICY 200 OK')
    clearInterval(beat)
    for (const peer of [base, stays, late]) peer.close()
    expect(await service.stop()).toBe(0)
    // An expected condition: logged once, without stack traces.
    const log = service.log.join('')
    expect(log.match(/"msg":"Database unavailable"/g)).toHaveLength(1)
    expect(log).not.toContain('"stack"')
  },
)
