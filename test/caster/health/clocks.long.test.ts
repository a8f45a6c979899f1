import { frame } from '@vertice/rtcm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { msmPayload } from '../../../packages/rtcm/test/support/sky.ts'
import { TestCaster } from '../../support/caster.ts'
import { STATIONS } from '../../support/service.ts'

const INTERVAL = 200
const CONSTELLATIONS = ['GPS', 'GLO', 'GAL', 'BDS'] as const
type Off = Partial<Record<(typeof CONSTELLATIONS)[number], number>>

const everything = (ms: number): Off => Object.fromEntries(CONSTELLATIONS.map((constellation) => [constellation, ms]))
const HOUR = 3_600_000

const STREAMS: Readonly<Record<string, Off>> = {
  WELL: {},
  LEAP: { GLO: 2_000 },
  LATE: everything(-70_000),
  SOON: everything(3_000),
  TAPE: everything(-3 * HOUR),
}
const CODES = Object.keys(STREAMS)

let caster: TestCaster
const timers: NodeJS.Timeout[] = []

beforeAll(async () => {
  caster = await TestCaster.start()
  await caster.service.saveStations(...CODES.map((code) => ({ ...STATIONS.cdmx, code, name: code, mountpoint: code })))
  for (const [code, off] of Object.entries(STREAMS)) await play(code, off)
})
afterAll(async () => {
  for (const timer of timers) clearInterval(timer)
  await caster.stop()
})

/** Sends an epoch with seven satellites per constellation, five times a second. */
async function play(code: string, off: Off): Promise<void> {
  const peer = await caster.base(code, code)
  const send = (instant: number) => {
    const messages = CONSTELLATIONS.map((constellation, place) => {
      const told = instant + (off[constellation] ?? 0)
      return frame(msmPayload(constellation, told, place < CONSTELLATIONS.length - 1, [1, 2, 3, 4, 5, 6, 7]))
    })
    peer.write(Buffer.concat(messages))
  }
  // A busy machine may send late, but sends every epoch.
  let next = Math.floor(Date.now() / INTERVAL) * INTERVAL
  const sendDue = () => {
    for (; next <= Date.now(); next += INTERVAL) send(next)
  }
  timers.push(setInterval(sendDue, INTERVAL))
}

const openAlarms = async () => {
  const { rows } = await caster.service.db.pool.query(
    'select code, kind, params from station_alarms join stations s on s.id = station_id where ended_at is null order by code, kind',
  )
  return rows
}

it('raises alarms for wrong clocks and times, shows late streams as degraded, and counts every satellite', async () => {
  await expect.poll(openAlarms, { timeout: 90_000, interval: 200 }).toEqual([
    {
      code: 'LATE',
      kind: 'degraded',
      params: { shortfalls: [{ code: 'late', ms: expect.closeTo(70_000, -4), most: 2_000 }] },
    },
    {
      code: 'LEAP',
      kind: 'clock_differs',
      params: { reference: 'GPS', clocks: [{ constellation: 'GLO', seconds: 2 }] },
    },
    { code: 'SOON', kind: 'wrong_time', params: { seconds: 3 } },
    { code: 'TAPE', kind: 'wrong_time', params: { seconds: -3 * 3600 } },
  ])
  const { stations } = (await caster.client.get('/stations')).body
  const shown = Object.fromEntries(
    // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
    stations.map(({ codigo, status, sats, salud_pct, latencia_ms }: any) => [
      codigo,
      { status, sats, salud_pct, latencia_ms },
    ]),
  )
  expect(shown).toEqual({
    WELL: { status: 'online', sats: 28, salud_pct: 100, latencia_ms: expect.any(Number) },
    LEAP: { status: 'online', sats: 28, salud_pct: 100, latencia_ms: expect.any(Number) },
    LATE: { status: 'degraded', sats: 28, salud_pct: 100, latencia_ms: expect.any(Number) },
    SOON: { status: 'online', sats: 28, salud_pct: 100, latencia_ms: 0 },
    TAPE: { status: 'online', sats: 28, salud_pct: 100, latencia_ms: null },
  })
  expect(Math.floor(shown.LATE.latencia_ms / 10_000)).toBe(7)
  expect(caster.log.some((line) => line.includes('GLONASS clock differs by 2 s from GPS'))).toBe(true)
})
