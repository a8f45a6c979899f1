// Many requests for PDF sheets: what is shared and cached, the queue, rejections, and cancelled requests.

import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { DEFAULT_BRAND } from '../../../../src/domain/delivery/brand.ts'
import type { CustomerDelivery } from '../../../../src/domain/delivery/delivery.ts'
import { PdfMaker, type SheetWish, TooManyWait } from '../../../../src/outbound/delivery/pdf/maker.ts'
import { CustomerSite, DELIVERY } from '../support.ts'

let maker: PdfMaker
let order: string[]
beforeAll(() => {
  maker = new PdfMaker(() => DEFAULT_BRAND, { waiting: 6, waitingOfOwner: 3, callers: 20 })
})
afterAll(() => maker.close())
beforeEach(() => {
  order = []
})

const sheetOf = (id: number, ownerId = 1, rest: Partial<CustomerDelivery> = {}): CustomerDelivery => ({
  ...DELIVERY,
  ...rest,
  credential: { ...DELIVERY.credential, id, ownerId },
})

/** Records the order of completion; returns the error if rejected. */
const make = (name: string, delivery: CustomerDelivery, wish: Partial<SheetWish> = {}) =>
  maker.make(delivery, { language: 'es', ...wish }).then(
    (pdf) => {
      order.push(name)
      return pdf
    },
    (error) => error as Error,
  )

it('returns the same bytes to simultaneous and slightly later requests', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => make('', sheetOf(1))))
  expect(new Set(all).size).toBe(1)
  expect(await make('', sheetOf(1))).toBe(all[0])
})

it('creates a new sheet after any change: revocation, link, station status, minute, paper, language', async () => {
  const first = await make('', sheetOf(1))
  const revoked = { ...sheetOf(1), state: 'revoked' as const }
  revoked.credential = { ...revoked.credential, revokedAt: DELIVERY.now }
  const others = [
    await make('', revoked),
    await make('', sheetOf(1, 1, { url: `${DELIVERY.url}x` })),
    await make('', sheetOf(1, 1, { password: 'another' })),
    await make('', sheetOf(1, 1, { source: 'down' })),
    await make('', sheetOf(1, 1, { now: new Date(DELIVERY.now.getTime() + 60_000) })),
    await make('', sheetOf(1), { paper: 'a4' }),
    await make('', sheetOf(1), { language: 'en' }),
  ]
  expect(new Set([first, ...others]).size).toBe(8)
})

it('limits an owner with a thousand links to its own queue; other owners take turns', async () => {
  const greedy = Array.from({ length: 1_000 }, (_, index) => make('greedy', sheetOf(index + 100, 1)))
  const other = make('other', sheetOf(2_000, 2))
  const refused = (await Promise.all(greedy)).filter((outcome) => outcome instanceof TooManyWait)
  expect(refused).toHaveLength(997)
  expect(await other).toBeInstanceOf(Buffer)
  expect(order.indexOf('other')).toBeLessThanOrEqual(2)
  expect(await make('', sheetOf(1_099, 1))).toBeInstanceOf(Buffer) // there is room again
})

it('limits the waiting requests for one link, and of many owners', async () => {
  const callers = await Promise.all(Array.from({ length: 2_000 }, () => make('', sheetOf(3_000))))
  expect(callers.filter((outcome) => outcome instanceof Buffer)).toHaveLength(20)
  const owners = await Promise.all(Array.from({ length: 300 }, (_, index) => make('', sheetOf(3_001, index + 2))))
  expect(owners.filter((outcome) => outcome instanceof Buffer)).toHaveLength(6)
})

it('alternates between pages and mails', async () => {
  const pages = Array.from({ length: 6 }, (_, index) => make('page', sheetOf(4_000, index)))
  const mails = Array.from({ length: 3 }, (_, index) => make('mail', sheetOf(4_001, index), { lane: 'mails' }))
  await Promise.all([...pages, ...mails])
  expect(order.filter((name) => name === 'mail')).toHaveLength(3)
  expect(order.lastIndexOf('mail')).toBeLessThanOrEqual(5)
})

it('skips a sheet that every client cancelled, and makes one that a client still waits for', async () => {
  const [leaving, one] = [new AbortController(), new AbortController()]
  const first = make('first', sheetOf(5_000))
  const left = Array.from({ length: 3 }, (_, index) =>
    make('left', sheetOf(5_001, index + 10), { signal: leaving.signal }),
  )
  const shared = [make('shared', sheetOf(5_002), { signal: one.signal }), make('shared', sheetOf(5_002))]
  leaving.abort()
  one.abort()
  expect((await Promise.all(left)).every((outcome) => outcome instanceof DOMException)).toBe(true)
  await Promise.all([first, ...shared])
  expect(order).toEqual(['first', 'shared'])
  await expect(maker.make(sheetOf(5_003), { language: 'es', signal: leaving.signal })).rejects.toThrow()
})

let site: CustomerSite
let link: string
beforeAll(async () => {
  site = await CustomerSite.start()
  await site.app.listen({ host: '127.0.0.1', port: 0 })
  const client = await site.service.client()
  link = (await client.post('/credentials', { segundos: 3600 })).body.credential.url
})
afterAll(() => site.stop())

it('returns 503 with Retry-After and an explanation while too many wait, and the sheet afterwards', async () => {
  const crowd = new AbortController()
  let asked = 0
  // Each client requests another sheet as soon as it has one.
  const crowdOf = (): Promise<unknown> => {
    asked += 1
    return site.sheets.make(sheetOf(asked, asked), { language: 'es', signal: crowd.signal }).then(crowdOf, () => {})
  }
  const waiting = Array.from({ length: 100 }, crowdOf)
  await Promise.resolve()
  waiting.push(crowdOf())
  const { status, headers, text } = await site.get(`${link}.pdf`)
  expect(status).toBe(503)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(text).toContain('Intente de nuevo')
  crowd.abort()
  await Promise.all(waiting)
  const { status: later, bytes } = await site.get(`${link}.pdf`)
  expect(later).toBe(200)
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
})

it('never returns the old sheet after a revocation', async () => {
  const client = await site.service.client()
  const { body } = await client.post('/credentials', { segundos: 3600 })
  const { url, id } = body.credential
  const before = await site.get(`${url}.pdf`)
  expect((await site.get(`${url}.pdf`)).bytes.equals(before.bytes)).toBe(true)
  expect((await client.delete(`/credentials/${id}`)).status).toBe(200)
  const after = await site.get(`${url}.pdf`)
  expect(after.status).toBe(200)
  expect(after.bytes.equals(before.bytes)).toBe(false)
})

it('cancels the work for a client that disconnects', async () => {
  const waiting = Array.from({ length: 10 }, (_, index) =>
    site.sheets.make(sheetOf(index, index + 50), { language: 'en' }),
  )
  const { port } = site.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`GET ${new URL(link).pathname}.pdf?lang=en HTTP/1.1\r\nHost: x\r\n\r\n`)
  const asked = new Promise<AbortSignal>((resolve) => {
    const { make } = site.sheets
    site.sheets.make = (delivery, wish) => {
      if (wish.signal) resolve(wish.signal)
      return make.call(site.sheets, delivery, wish)
    }
  })
  const signal = await asked
  expect(signal.aborted).toBe(false)
  socket.destroy()
  await once(signal, 'abort')
  await Promise.all(waiting)
})
