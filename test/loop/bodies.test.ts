// No body that anybody may send holds the event loop: what is wrong with it is found in a time that grows with its size alone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdsMoreValues } from '../../src/domain/text/json-size.ts'
import { type Browser, TestConsole } from '../console/support.ts'
import { heldBy, LONGEST_HELD_MS } from '../support/loop-watch.ts'
import { expectProblem } from '../support/problems.ts'
import type { Client } from '../support/service.ts'

let house: TestConsole
let api: Client
let browser: Browser

beforeAll(async () => {
  house = await TestConsole.start()
  api = await house.service.client()
  browser = await house.signedIn('administrator')
})
afterAll(() => house.stop())

const list = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => item(index))
const unknown = (count: number) => `{${list(count, (index) => `"k${index}":1`).join(',')}}`
const batch = (items: readonly string[]) => `{"credentials":[${items.join(',')}]}`
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** Each took from a tenth of a second to seconds, and some were a 500. */
const LARGE: [what: string, body: string][] = [
  ['a megabyte of {}', batch(list(349_000, () => '{}'))],
  ['a megabyte of numbers', batch(list(500_000, () => '1'))],
  ['one item of 90,000 unknown fields', batch([unknown(90_000)])],
  ['a thousand items of 100 unknown fields', batch(list(1_000, () => unknown(100)))],
  ['lists half a million deep', batch([nested(500_000)])],
  ['50,000 objects with names of their own', batch(list(50_000, (index) => `{"k${index}":{}}`))],
]

describe('a batch', () => {
  it.each(LARGE)('of %s is refused and keeps nobody waiting', async (_, body) => {
    const { result, heldMs } = await heldBy(() => api.post('/credentials/batch', body))
    expectProblem(result, 413, 'payload_too_large')
    expect(heldMs).toBeLessThan(LONGEST_HELD_MS)
  })

  it('with as many faults as a body can hold is told a hundred of them, and how many there are', async () => {
    const { result, heldMs } = await heldBy(() => api.post('/credentials/batch', batch(list(900, () => unknown(20)))))
    expectProblem(result, 400, 'invalid_request')
    expect(result.body.errors).toHaveLength(100)
    expect(result.body.detail).toContain(`(and ${900 * 21 - 1} more)`)
    expect(heldMs).toBeLessThan(LONGEST_HELD_MS)
  })

  it('of more than a thousand that are otherwise right is told just that', async () => {
    const { body } = await api.post('/credentials/batch', batch(list(1_001, () => '{"segundos":3600}')))
    expect(body.errors).toMatchObject([{ pointer: '/credentials', code: 'too_many' }])
  })
})

describe('a list in which nothing may stand twice', () => {
  const numbers = list(9_999, String).join(',')

  it.each([
    ['/tokens', `{"ownerId":1,"name":"x","scopes":[${numbers}]}`],
    ['/webhooks', `{"ownerId":1,"url":"https://shop.example.mx","events":[${numbers}]}`],
  ])('is not compared each with each: %s', async (path, body) => {
    const { result, heldMs } = await heldBy(() =>
      browser.send('POST', path, body, { 'content-type': 'application/json' }),
    )
    expectProblem(result, 400, 'invalid_request')
    expect(heldMs).toBeLessThan(LONGEST_HELD_MS)
  })

  it('is refused if something does', async () => {
    const answer = await browser.post('/tokens', { ownerId: 1, name: 'x', scopes: ['read', 'read'] })
    expect(answer.body.errors).toMatchObject([{ pointer: '/scopes', code: 'not_unique' }])
  })
})

describe('the values in a JSON text', () => {
  const holds = (text: string, most: number) => holdsMoreValues(Buffer.from(text), most)

  it('are counted outside of texts only', () => {
    expect(holds('[1,2,3,4]', 3)).toBe(true)
    expect(holds('[1,2,3,4]', 4)).toBe(false)
    expect(holds('{"a":"[,,,,,,,,,,]"}', 1)).toBe(false)
    expect(holds('["\\",,,,,,", "\\\\", 1]', 3)).toBe(false)
    expect(holds('["\\",,,,,,", "\\\\", 1]', 2)).toBe(true)
  })

  it('mean nothing in what is no JSON', () => expect(holds('"never ends ,,,,,,,,,,,,', 2)).toBe(false))
})
