// The fast timestamp parser must agree with the driver's, in any time zone of the server.
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DatabasePool } from '../../../src/store/kit/database.ts'
import { readTimestamp } from '../../../src/store/kit/timestamps.ts'
import { makeDatabase } from '../../support/service.ts'

let db: DatabasePool
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await makeDatabase())
})
afterAll(() => drop())

/** 1970 to 2223: the range in which a double is exact to the microsecond, as in the server's conversion here. */
const microseconds = fc.bigInt(0n, 8_000_000_000_000_000n)

describe('readTimestamp', () => {
  it.each(['UTC', 'America/Mexico_City', 'Asia/Kolkata'])('parses the timestamps of a server in %s', async (zone) => {
    await fc.assert(
      fc.asyncProperty(fc.array(microseconds, { minLength: 50, maxLength: 50 }), async (times) => {
        const client = new pg.Client(db.pool.options as pg.ClientConfig)
        await client.connect()
        try {
          await client.query(`set timezone = '${zone}'`)
          const select = `select ('epoch'::timestamptz + t * interval '1 microsecond')::text as text from unnest($1::bigint[]) as t`
          const { rows } = await client.query<{ text: string }>(select, [times.map(String)])
          const milliseconds = rows.map(({ text }) => (readTimestamp(text) as Date).getTime())
          expect(milliseconds).toEqual(times.map((time) => Number(time / 1000n)))
        } finally {
          await client.end()
        }
      }),
      { numRuns: 4 },
    )
  })

  it.each([
    ['infinity', Number.POSITIVE_INFINITY],
    ['-infinity', Number.NEGATIVE_INFINITY],
    ['0044-03-15 12:00:00+00', new Date('0044-03-15T12:00:00Z')],
    ['12026-11-15 18:22:07+00', new Date('+012026-11-15T18:22:07Z')],
    ['2026-11-15 18:22:07.5-06', new Date('2026-11-16T00:22:07.500Z')],
  ])('parses the unusual value %s', (text, time) => {
    expect(readTimestamp(text)).toEqual(time)
  })
})
