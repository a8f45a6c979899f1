import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REQUESTS_KEPT_MS } from '../../src/domain/people/tokens/request-log.ts'
import { TokenRequests } from '../../src/recording/token-requests.ts'
import { tidyPeople } from '../../src/start/jobs/tidy-people.ts'
import type { Database } from '../../src/store/kit/database.ts'
import { deleteSurplusRequests, listRequests } from '../../src/store/people/tokens/requests.ts'
import { TestService } from '../support/service.ts'

const AT = new Date('2026-11-18T06:00:00Z')
const request = { at: AT, method: 'GET', path: '/api/v1/stations', status: 200, requestId: 'r' }

let service: TestService
beforeAll(async () => {
  service = await TestService.start()
})
afterAll(() => service.stop())

const newToken = async () => (await service.token()).token.id
const all = (id: number) => listRequests(service.db, id, { failed: false, limit: 100_000 })

describe('requests of a token', () => {
  it('are recorded up to a number per minute, failed ones beyond it, and the others are counted', async () => {
    const id = await newToken()
    const log = new TokenRequests(service.db)
    for (let count = 0; count < 150; count++) log.note(id, request)
    log.note(id, { ...request, status: 500 })
    for (let count = 0; count < 200; count++) log.note(id, { ...request, status: 404 })
    log.note(id, { ...request, at: new Date(AT.getTime() + 60_000) })
    await log.close()

    const rows = await all(id)
    expect(rows).toHaveLength(241)
    expect(rows.map(({ status, missed }) => [status, missed]).filter(([, missed]) => missed)).toEqual([
      [200, 81],
      [500, 30],
    ])
  })

  it('over the rate limit leave room for errors', async () => {
    const id = await newToken()
    const log = new TokenRequests(service.db)
    for (let count = 0; count < 300; count++) log.note(id, { ...request, status: 429 })
    log.note(id, { ...request, status: 500 })
    await log.close()
    const rows = await all(id)
    expect([rows.length, rows[0]!.status, rows[0]!.missed]).toEqual([121, 500, 180])
  })

  it('wait while the database does not answer, and never without bound', async () => {
    const id = await newToken()
    let isAway = true
    const db = {
      ...service.db,
      query: async (...args: Parameters<Database['query']>) => {
        if (isAway) throw new Error('away')
        return service.db.query(...args)
      },
    } as Database
    const log = new TokenRequests(db)
    for (let count = 0; count < 6_000; count++) log.note(id, { ...request, at: new Date(AT.getTime() + count * 1_000) })
    await log.write()
    expect(await all(id)).toEqual([])
    isAway = false
    await log.write()
    log.note(id, request)
    await log.close()
    const rows = await all(id)
    expect(rows).toHaveLength(5_001)
    expect(rows[0]!.missed).toBe(1_000)
  })

  it('are removed after seven days, and beyond a number per token', async () => {
    const [one, other] = [await newToken(), await newToken()]
    const log = new TokenRequests(service.db)
    for (const [id, seconds] of [
      [one, 0],
      [one, 60],
      [one, 120],
      [other, 120],
    ] as const)
      log.note(id, { ...request, at: new Date(AT.getTime() + seconds * 1_000) })
    await log.close()

    await tidyPeople(service.db, new Date(AT.getTime() + REQUESTS_KEPT_MS + 30_000))
    expect((await all(one)).map(({ at }) => at.getUTCMinutes())).toEqual([2, 1])
    await deleteSurplusRequests(service.db, 1)
    expect((await all(one)).map(({ at }) => at.getUTCMinutes())).toEqual([2])
    expect(await all(other)).toHaveLength(1)
  })
})
