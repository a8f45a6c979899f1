// The sourcetable of a station that sends real observations, requested over a socket until it has been measured.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setNetwork } from '../../../src/actions/network/set.ts'
import { credentials, startEngine } from '../../demo/simulator/engine.ts'
import { beatingBase } from '../../scenarios/caster-clients/beats.ts'
import { byTest } from '../../support/action-context.ts'
import { TestCaster } from '../../support/caster.ts'
import { STATIONS } from '../../support/service.ts'
import { ask } from '../helpers.ts'

const { cdmx } = STATIONS
let caster: TestCaster

beforeAll(async () => {
  caster = await TestCaster.start({ settingsMs: 200, probeMs: 1_000 })
  await caster.service.saveStations({ ...cdmx, country: 'GTM' })
  await beatingBase(caster, 'CDMX', cdmx.mountpoint)
})
afterAll(() => caster.stop())

async function lines(): Promise<Map<string, string[]>> {
  const table = await ask(caster.port, 'GET /?STR HTTP/1.0\r\nUser-Agent: NTRIP test\r\n\r\n')
  const fields = table
    .split('\r\n')
    .filter((line) => line.startsWith('STR;'))
    .map((line) => line.split(';'))
  return new Map(fields.map((line) => [line[1]!, line]))
}

it('lists the measured content of the stream, for the station and for the network that it serves', async () => {
  await expect.poll(async () => (await lines()).get(cdmx.mountpoint)?.[17], { timeout: 90_000 }).toMatch(/^\d{4,}$/)
  const table = await lines()
  for (const mountpoint of [cdmx.mountpoint, 'RED']) {
    const [, , , , details, carrier, systems, , country, lat] = table.get(mountpoint)!
    expect(details).toMatch(/^1005\(0\.1\),1077\(0\.1\),1087\(0\.1\),1097\(0\.1\),1127\(0\.1\)$/)
    expect([carrier, systems, country]).toEqual(['2', 'GPS+GLO+GAL+BDS', mountpoint === 'RED' ? 'MEX' : 'GTM'])
    expect(lat).toBe('19.4326')
  }
  expect(table.get(cdmx.mountpoint)!.slice(11, 13)).toEqual(['0', '0'])
  expect(table.get('RED')!.slice(11, 13)).toEqual(['1', '0'])
})

it('lists what the VRS engine sends while it answers, and the bases while they serve instead', async () => {
  const engine = await startEngine()
  const { username, password } = credentials
  const red = async () => (await lines()).get('RED')!
  const upstream = `ntrip://${username}:${password}@127.0.0.1:${engine.port}/VRS`
  await setNetwork(byTest(caster.service.services), { upstream })
  await expect.poll(async () => (await red()).slice(11, 13), { timeout: 90_000 }).toEqual(['1', '1'])
  await expect.poll(async () => (await red())[17], { timeout: 90_000 }).toMatch(/^\d{4,}$/)
  const [, , , , details, carrier, systems] = await red()
  expect(details).toMatch(/^1005.*,1077\(0\.2\),1087\(0\.2\),1097\(0\.2\),1127\(0\.2\)/)
  expect([carrier, systems]).toEqual(['2', 'GPS+GLO+GAL+BDS'])
  await engine.close()
  await expect.poll(async () => (await red())[12], { timeout: 90_000 }).toBe('0')
  expect((await red())[4]).toMatch(/^1005\(0\.1\),1077\(0\.1\)/)
})
