import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pushSecret } from '../../../../src/actions/stations/source.ts'
import { byTest } from '../../../support/action-context.ts'
import { Peer, TestCaster } from '../../../support/caster.ts'
import { until } from '../../../support/process.ts'
import { changeStation, stationIdOf } from '../../../support/rows.ts'
import { STATIONS } from '../../../support/service.ts'
import { ask, basic, flowingBase, isLive } from '../../helpers.ts'

const { cdmx, toluca, cuernavaca } = STATIONS
let caster: TestCaster

beforeAll(async () => {
  caster = await TestCaster.start({ settingsMs: 100, firstBytesMs: 600_000 })
  await caster.service.saveStations(cdmx, toluca, cuernavaca)
})
afterAll(() => caster.stop())

const source = (mountpoint: string, secret: string) => `SOURCE ${secret} /${mountpoint}\r\n\r\n`
const post = (mountpoint: string, secret: string) =>
  `POST /${mountpoint} HTTP/1.1\r\nHost: h:2101\r\nNtrip-Version: Ntrip/2.0\r\n${basic('any', secret)}\r\n`

/** Sends the request on fifty connections at once; returns the number of replies by their first line. */
async function fifty(request: string): Promise<{ peers: Peer[]; told: Record<string, number> }> {
  const peers = await Promise.all(Array.from({ length: 50 }, () => Peer.open(caster.port)))
  for (const peer of peers) peer.write(request)
  await Promise.all(peers.map((peer) => peer.until('\r\n')))
  const told: Record<string, number> = {}
  for (const { text } of peers) {
    const line = text.split('\r\n', 1)[0]!
    told[line] = (told[line] ?? 0) + 1
  }
  return { peers, told }
}

describe('fifty sources of one station at the same moment', () => {
  it.each([
    ['rev1', cdmx, source, 'ICY 200 OK', 'ERROR - Mount Point Taken or Invalid'],
    ['rev2', toluca, post, 'HTTP/1.1 200 OK', 'HTTP/1.1 409 Conflict'],
  ] as const)('%s: exactly one is accepted and stays', async (_, { code, mountpoint }, request, yes, no) => {
    const { peers, told } = await fifty(request(mountpoint, await caster.secretOf(code)))
    expect(told).toEqual({ [yes]: 1, [no]: 49 })
    const [chosen] = peers.filter(({ text }) => text.startsWith(yes))
    chosen!.write('.')
    await isLive(caster, code)
    expect(chosen!.closedAt).toBeNull()
    for (const peer of peers) peer.close()
  })
})

it('frees the mountpoint at once when a source leaves, even without a byte sent', async () => {
  const { code, mountpoint } = cuernavaca
  const id = await stationIdOf(caster.service, code)
  const { sources } = caster.role.caster
  for (let count = 0; count < 3; count++) {
    const base = await caster.base(code, mountpoint)
    expect(sources.isTaken(id)).toBe(true)
    base.close()
    await until(() => !sources.isTaken(id)) // a push that sends nothing would hold it for ten minutes
  }
})

it('lets a source with the new password replace one with the old at once', async () => {
  const { code, mountpoint } = cuernavaca
  const old = await flowingBase(caster, cuernavaca)
  const before = await caster.secretOf(code)
  const { secret } = await pushSecret(byTest(caster.service.services), { code }, true)
  const station = await Peer.open(caster.port, source(mountpoint, secret))
  await station.until('ICY 200 OK')
  await old.peer.all()
  old.stop()
  station.write('.')
  await isLive(caster, code)
  expect(await ask(caster.port, source(mountpoint, before))).toContain('Bad Password')
  expect(await ask(caster.port, source(mountpoint, secret))).toContain('Taken or Invalid')
  expect(station.closedAt).toBeNull()
  station.close()
})

it('disconnects the source of an archived station, and no other', async () => {
  const [archived, other] = [await flowingBase(caster, cuernavaca), await flowingBase(caster, cdmx)]
  await changeStation(caster.service, 'CUER', { archived_at: new Date() })
  await archived.peer.all()
  archived.stop()
  expect(other.peer.closedAt).toBeNull()
  await changeStation(caster.service, 'CUER', { archived_at: null })
  const back = await flowingBase(caster, cuernavaca)
  back.stop()
  other.stop()
})
