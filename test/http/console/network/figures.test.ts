// Activity metrics over time: counted once by any node, shown per owner, with the rows behind them.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noteFigures } from '../../../../src/start/jobs/note-figures.ts'
import { tidyUp } from '../../../../src/start/jobs/tidy-up.ts'
import { addRefusals } from '../../../../src/store/sessions/refusals.ts'
import { connectRover } from '../rovers.ts'
import { type Browser, TestConsole } from '../support.ts'

let site: TestConsole
let operator: Browser
let reseller: Browser
let own: number
let other: number
beforeAll(async () => {
  site = await TestConsole.start()
  site.service.time = at('18:00:00')
  own = await site.owner('Own')
  other = await site.owner('Other')
  operator = await site.signedIn('operator')
  reseller = await site.signedIn('reseller', own)
})
afterAll(() => site.stop())
beforeEach(async () => {
  await site.db.pool.query('truncate sessions, nodes, network_figures, refusal_figures, refusals, credentials cascade')
})

function at(time: string, day = 15): Date {
  return new Date(`2026-11-${day}T${time}Z`)
}
const sent = (id: string, bytes: number) =>
  site.db.pool.query('update sessions set bytes = $2, position_at = $3 where id = $1', [id, bytes, site.service.time])
const ended = (id: string, time: Date) =>
  site.db.pool.query(`update sessions set ended_at = $2, end_reason = 'client_left' where id = $1`, [id, time])
const count = (time: string) => noteFigures(site.db, at(time))
const figures = async (browser: Browser, period = 'day') =>
  (await browser.get(`/network/figures?period=${period}`)).body

describe('the activity metrics', () => {
  it('count rovers, their fixes and the bytes sent, also to disconnected rovers', async () => {
    site.service.time = at('17:59:00')
    const mine = await connectRover(site, own)
    const theirs = await connectRover(site, other, { quality: 5 })
    await sent(mine.id, 1_000)
    await sent(theirs.id, 5_000)
    await Promise.all([count('18:00:25'), count('18:00:25')])
    site.service.time = at('18:03:00')
    await sent(mine.id, 4_000)
    await sent(theirs.id, 5_600)
    await ended(theirs.id, at('18:03:10'))
    await count('18:05:30')
    site.service.time = at('18:06:00')
    const { points, sums, before, pointMs } = await figures(operator)
    expect(pointMs).toBe(300_000)
    expect(points).toEqual([
      { at: at('18:00:00').toISOString(), rovers: 2, fixedPct: 50, bytesPerSecond: null, refusals: 0 },
      { at: at('18:05:00').toISOString(), rovers: 1, fixedPct: 100, bytesPerSecond: 12, refusals: 0 },
    ])
    expect(sums).toEqual({ mostRovers: 2, fixedPct: 67, bytes: 3_600, refusals: 0 })
    expect(before).toEqual({ mostRovers: null, fixedPct: null, bytes: null, refusals: null })
    expect((await figures(reseller)).points).toMatchObject([
      { rovers: 1, fixedPct: 100, bytesPerSecond: null },
      { rovers: 1, fixedPct: 100, bytesPerSecond: 10 },
    ])
  })

  it('are missing for periods without counts, and omit the byte rate after a gap', async () => {
    await count('17:00:30')
    await count('17:10:30')
    site.service.time = at('17:11:00')
    const { points } = await figures(operator)
    expect(points).toMatchObject([
      { at: at('17:00:00').toISOString(), rovers: 0, bytesPerSecond: null },
      { at: at('17:10:00').toISOString(), rovers: 0, bytesPerSecond: null },
    ])
  })

  it('are aggregated over longer periods: maximum of rovers, sum of refusals', async () => {
    site.service.time = at('16:59:00')
    const { credentialId } = await connectRover(site, own)
    await count('17:00:30')
    await connectRover(site, own)
    await count('17:05:30')
    await count('17:10:30')
    const refusal = { reason: 'expired', username: 'u', mountpoint: 'M', address: '::1', agent: 'a' } as const
    const twice = { ...refusal, credentialId, firstAt: at('17:01:00'), lastAt: at('17:04:00'), times: 2 }
    await addRefusals(site.db, [
      twice,
      { ...twice, credentialId: null, username: 'x', reason: 'unknown_user', times: 5 },
    ])
    await addRefusals(site.db, [{ ...twice, firstAt: at('17:05:00'), lastAt: at('17:05:00'), times: 1 }])
    site.service.time = at('17:31:00')
    const { points } = await figures(operator, 'week')
    expect(points).toMatchObject([
      { at: at('17:00:00').toISOString(), rovers: 1, refusals: 0 },
      { at: at('17:30:00').toISOString(), rovers: 2, refusals: 8 },
    ])
    expect((await figures(reseller, 'week')).sums).toMatchObject({ refusals: 3 })
    expect((await figures(reseller, 'month')).points).toMatchObject([{ rovers: 2, refusals: 3 }])
  })
})

describe('the rows behind the metrics', () => {
  it('are the sessions that were open at some time in the period', async () => {
    site.service.time = at('10:00:00')
    const early = await connectRover(site, own)
    await ended(early.id, at('11:00:00'))
    site.service.time = at('12:00:00')
    const late = await connectRover(site, own, { quality: 5 })
    const theirs = await connectRover(site, other)
    site.service.time = at('13:00:00')
    const ids = async (browser: Browser, query = '') =>
      (await browser.get(`/activity/sessions${query}`)).body.sessions.map(({ id }: { id: string }) => id)
    expect((await ids(operator)).sort()).toEqual([early.id, late.id, theirs.id].sort())
    expect(await ids(reseller)).toEqual([late.id, early.id])
    const span = `?from=${at('10:30:00').toISOString()}&to=${at('11:30:00').toISOString()}`
    expect(await ids(operator, span)).toEqual([early.id])
    expect(await ids(operator, '?state=ended')).toEqual([early.id])
    expect(await ids(reseller, '?state=live&solution=not_fixed')).toEqual([late.id])
    expect(await ids(reseller, '?solution=fixed')).toEqual([early.id])
    expect(await ids(reseller, `?ownerId=${other}`)).toEqual([])
    const first = (await reseller.get('/activity/sessions?limit=1')).body
    expect(first.sessions).toMatchObject([{ id: late.id, endedAt: null }])
    const second = (await reseller.get(`/activity/sessions?limit=1&cursor=${first.nextCursor}`)).body
    expect(second).toMatchObject({ sessions: [{ id: early.id, endReason: 'client_left' }], nextCursor: null })
  })

  it('are the refused attempts; those of unknown users are shown to operators only', async () => {
    site.service.time = at('10:00:00')
    const { credentialId } = await connectRover(site, own)
    const refusal = { mountpoint: 'M', address: '::1', agent: 'a', firstAt: at('09:00:00'), lastAt: at('09:30:00') }
    await addRefusals(site.db, [
      { ...refusal, reason: 'expired', username: 'mine', credentialId, times: 3 },
      { ...refusal, reason: 'unknown_user', username: 'nobody', credentialId: null, times: 1 },
    ])
    const names = async (browser: Browser, query = '') =>
      (await browser.get(`/activity/refusals${query}`)).body.refusals.map((row: { username: string }) => row.username)
    expect((await names(operator)).sort()).toEqual(['mine', 'nobody'])
    expect(await names(reseller)).toEqual(['mine'])
    expect(await names(operator, '?reason=unknown_user')).toEqual(['nobody'])
    expect(await names(operator, `?from=${at('09:30:01').toISOString()}`)).toEqual([])
    expect(await names(operator, `?to=${at('08:59:59').toISOString()}`)).toEqual([])
    expect(
      (await names(operator, `?from=${at('09:10:00').toISOString()}&to=${at('09:20:00').toISOString()}`)).length,
    ).toBe(2)
  })
})

// Last: console sessions expire with the clock too.
it('keeps metrics for two months', async () => {
  await count('17:00:30')
  await addRefusals(site.db, [
    {
      ...{
        reason: 'expired',
        username: 'u',
        mountpoint: 'M',
        address: '::1',
        agent: 'a',
        credentialId: null,
        times: 1,
      },
      ...{ firstAt: at('17:00:00'), lastAt: at('17:00:00') },
    },
  ])
  const left = async () =>
    (await site.db.pool.query('select at from network_figures union all select at from refusal_figures')).rowCount
  await tidyUp(site.db, new Date(at('17:00:00').getTime() + 60 * 86_400_000))
  expect(await left()).toBe(2)
  await tidyUp(site.db, new Date(at('17:00:01').getTime() + 61 * 86_400_000))
  expect(await left()).toBe(0)
})
