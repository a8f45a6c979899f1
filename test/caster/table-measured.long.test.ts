// The sourcetable of a station that sends real observations, asked over a real socket until it was measured.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestCaster } from '../support/caster.ts'
import { STATIONS } from '../support/service.ts'
import { beatingBase } from './clients/beats.ts'
import { ask } from './helpers.ts'

const { cdmx } = STATIONS
let caster: TestCaster

beforeAll(async () => {
  caster = await TestCaster.start()
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

it('says what the stream is made of, for the station and for the network that would serve it', async () => {
  await expect.poll(async () => (await lines()).get(cdmx.mountpoint)?.[17], { timeout: 20_000 }).toMatch(/^\d{4,}$/)
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
