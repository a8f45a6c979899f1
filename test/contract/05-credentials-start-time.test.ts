import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectInvalid } from '../support/problems.ts'
import { type Client, TestService } from '../support/service.ts'

// Saturday noon in Mexico central time (UTC-6, no daylight saving time).
const NOON = '2026-11-14T18:00:00.000Z'
const DAY_MS = 86_400_000

let service: TestService
let client: Client

beforeAll(async () => {
  service = await TestService.start()
  client = await service.client()
})
afterAll(() => service.stop())

const issue = (inicia_at: string | undefined, segundos = 3600) => client.post('/credentials', { segundos, inicia_at })

/** The start of a credential issued at `now`. */
async function startOf(inicia_at: string | undefined, now = NOON): Promise<string> {
  service.at(now)
  const { status, body } = await issue(inicia_at)
  expect([inicia_at, status]).toEqual([inicia_at, 201])
  return body.credential.inicia_at
}

async function expectRefused(inicia_at: string, now = NOON) {
  service.at(now)
  return expectInvalid(await issue(inicia_at), '/inicia_at')
}

describe('inicia_at', () => {
  it('defaults to the time of issue', async () => {
    expect(await startOf(undefined)).toBe(NOON)
  })

  it.each([
    ['2026-11-15', '2026-11-15T06:00:00.000Z'],
    ['2026-12-31', '2026-12-31T06:00:00.000Z'],
    ['2027-02-28', '2027-02-28T06:00:00.000Z'],
    ['2027-04-15', '2027-04-15T06:00:00.000Z'],
  ])('as the date %s is 00:00 Mexico central time: %s', async (date, start) => {
    expect(await startOf(date)).toBe(start)
  })

  it.each([
    ['2026-11-15T10:00:00Z', '2026-11-15T10:00:00.000Z'],
    ['2026-11-15T10:00:00.25Z', '2026-11-15T10:00:00.250Z'],
    ['2026-11-15T10:00Z', '2026-11-15T10:00:00.000Z'],
    ['2026-11-15T10:00:00-06:00', '2026-11-15T16:00:00.000Z'],
    ['2026-11-15T10:00:00+05:30', '2026-11-15T04:30:00.000Z'],
    ['2026-11-16T14:00:00+14:00', '2026-11-16T00:00:00.000Z'],
    ['2026-11-15T12:00:00-12:00', '2026-11-16T00:00:00.000Z'],
    ['2026-11-15T10:00:00', '2026-11-15T16:00:00.000Z'],
    ['2026-11-15T10:00', '2026-11-15T16:00:00.000Z'],
  ])('as the timestamp %s is %s (without offset: Mexico central time)', async (timestamp, start) => {
    expect(await startOf(timestamp)).toBe(start)
  })

  it.each([
    '2026-02-29',
    '2027-02-30',
    '2026-11-31',
    '2026-13-01',
    '2026-00-10',
    '2026-11-00',
    '2026-11-15T25:00:00Z',
    '2026-11-15T10:60:00Z',
    '2026-11-15T10:00:61Z',
    '2026-11-15T10:00:60Z',
    '2026-11-15T10:00:00+99:00',
    '2026-11-15T10:00:00+24:00',
    '2026-11-15T10:00:00+05:60',
  ])('is rejected if the date does not exist: %s', async (impossible) => {
    await expectRefused(impossible)
  })

  it.each([
    '',
    ' ',
    'tomorrow',
    '15/11/2026',
    '2026-11',
    '2026-11-15T',
    '2026-11-15Z',
    '2026-11-15 ',
    ' 2026-11-15',
    '26-11-15',
    '+002026-11-15',
    '2026-11-15T1',
    '2026-11-15T10:00:00ZZ',
    '2026-11-15T10:00:00 America/Mexico_City',
    '1794680400',
    '２０２６-11-15',
  ])('is rejected if it is neither a date nor an ISO 8601 timestamp: "%s"', async (text) => {
    await expectRefused(text)
  })
})

describe('a start in the past', () => {
  it.each([
    ['today as a date', '2026-11-14'],
    ['the first moment of today', '2026-11-14T00:00:00-06:00'],
    ['a moment ago', '2026-11-14T17:59:59.999Z'],
    ['this very moment', NOON],
    ['earlier today, written far to the east, where it is tomorrow', '2026-11-15T07:00:00+14:00'],
    ['earlier today, written far to the west', '2026-11-14T05:00:00-12:00'],
    ['earlier today without offset', '2026-11-14T00:00:01'],
  ])('means now if it is %s', async (_, inicia_at) => {
    expect(await startOf(inicia_at)).toBe(NOON)
  })

  it.each([
    ['yesterday as a date', '2026-11-13'],
    ['the last second of yesterday', '2026-11-13T23:59:59-06:00'],
    ['yesterday in Mexico though already today in UTC', '2026-11-14T05:59:59Z'],
    ['yesterday in Mexico though tomorrow far to the east', '2026-11-14T19:59:59+14:00'],
    ['years ago', '1999-12-31'],
    ['the beginning of the calendar', '0000-01-01'],
  ])('is rejected if it is %s', async (_, inicia_at) => {
    await expectRefused(inicia_at)
  })

  it('means now if at most 5 minutes ago, across midnight', async () => {
    const justAfterMidnight = '2026-11-15T06:03:00.000Z'
    expect(await startOf('2026-11-15T05:58:00.000Z', justAfterMidnight)).toBe(justAfterMidnight)
    await expectRefused('2026-11-15T05:57:59.999Z', justAfterMidnight)
  })

  it("means now for today's date, by the day of Mexico, not of UTC", async () => {
    const lateEvening = '2026-11-15T05:59:59.000Z' // still 14 November in Mexico
    expect(await startOf('2026-11-14', lateEvening)).toBe(lateEvening)
    const sixMinutesLater = '2026-11-15T06:05:59.000Z'
    await expectRefused('2026-11-14', sixMinutesLater)
  })

  it('counts the validity from the time of issue, not from the given time', async () => {
    service.at(NOON)
    const { credential } = (await issue('2026-11-14', 7200)).body
    expect(credential).toMatchObject({
      emitida_at: NOON,
      inicia_at: NOON,
      expira_at: '2026-11-14T20:00:00.000Z',
      vigente: true,
    })
  })
})

describe('a start up to 180 days ahead', () => {
  it('is accepted to the second; one second more is rejected', async () => {
    expect(await startOf('2027-05-13T18:00:00Z')).toBe('2027-05-13T18:00:00.000Z')
    await expectRefused('2027-05-13T18:00:01Z')
    await expectRefused('2027-05-13T18:00:00.001Z')
  })

  it('compares instants, not local dates', async () => {
    expect(await startOf('2027-05-14T08:00:00+14:00')).toBe('2027-05-13T18:00:00.000Z')
    await expectRefused('2027-05-14T08:00:01+14:00')
    await expectRefused('2027-05-13T06:00:01-12:00')
  })

  it('accepts the last date that begins within the limit, and not the next', async () => {
    expect(await startOf('2027-05-13')).toBe('2027-05-13T06:00:00.000Z')
    await expectRefused('2027-05-14')
    await expectRefused('9999-12-31')
  })
})

describe('a scheduled credential', () => {
  it('is activa but not vigente until it starts; its validity counts from the start', async () => {
    service.at(NOON)
    const { credential } = (await issue('2026-11-16', 86_400)).body
    expect(credential).toMatchObject({
      emitida_at: NOON,
      inicia_at: '2026-11-16T06:00:00.000Z',
      expira_at: '2026-11-17T06:00:00.000Z',
      estado: 'activa',
      vigente: false,
    })
    const at = async (time: string) => {
      service.at(time)
      const { estado, vigente } = (await client.get(`/credentials/${credential.id}`)).body.credential
      return [estado, vigente]
    }
    expect(await at('2026-11-16T05:59:59.999Z')).toEqual(['activa', false])
    expect(await at('2026-11-16T06:00:00.000Z')).toEqual(['activa', true])
    expect(await at('2026-11-17T05:59:59.999Z')).toEqual(['activa', true])
    expect(await at('2026-11-17T06:00:00.000Z')).toEqual(['expirada', false])
  })

  it('can be revoked before it starts', async () => {
    service.at(NOON)
    const { credential } = (await issue('2026-11-16')).body
    const revoked = (await client.delete(`/credentials/${credential.id}`)).body.credential
    expect(revoked).toMatchObject({ estado: 'revocada', vigente: false })
  })
})

it('starts a credential at any given instant within 180 days and lets it last exactly segundos', async () => {
  const now = new Date(NOON)
  const ahead = fc.integer({ min: 1, max: 180 * DAY_MS })
  const offset = fc.integer({ min: -12 * 60, max: 14 * 60 })
  const validity = fc.integer({ min: 3600, max: 31_536_000 })
  service.at(now)
  await fc.assert(
    fc.asyncProperty(ahead, offset, validity, async (ms, minutes, segundos) => {
      const start = new Date(now.getTime() + ms)
      const local = new Date(start.getTime() + minutes * 60_000).toISOString().slice(0, -1)
      const two = (value: number) => String(Math.trunc(value)).padStart(2, '0')
      const sign = minutes < 0 ? '-' : '+'
      const zone = `${sign}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`
      const { body } = await issue(local + zone, segundos)
      expect(body.credential).toMatchObject({
        inicia_at: start.toISOString(),
        expira_at: new Date(start.getTime() + segundos * 1000).toISOString(),
        estado: 'activa',
        vigente: false,
      })
    }),
    { numRuns: 100 },
  )
})
