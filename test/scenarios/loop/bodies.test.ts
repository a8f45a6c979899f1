// No request body may block the event loop: validation takes time proportional to the body's size.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdsMoreValues } from '../../../src/domain/text/json-size.ts'
import { CredentialRequestSchema } from '../../../src/wire/credentials/request.ts'
import { type Browser, TestConsole } from '../../http/console/support.ts'
import { heldBy, LONGEST_HELD_MS, measuresTime } from '../../support/loop-watch.ts'
import { expectProblem } from '../../support/problems.ts'
import { stationIdOf } from '../../support/rows.ts'
import { type Client, STATIONS } from '../../support/service.ts'

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
const named = (count: number, from: number) => `{${list(count, (index) => `"k${from + index}":1`).join(',')}}`
const mixed = (count: number) => `{${list(count, (index) => `"k${index}":${index % 3 ? '1' : '{}'}`).join(',')}}`
const batch = (items: readonly string[]) => `{"credentials":[${items.join(',')}]}`
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** Each took 0.1 s to several seconds before, and some caused a 500. */
const LARGE: [what: string, body: string][] = [
  ['a megabyte of {}', batch(list(349_000, () => '{}'))],
  ['a megabyte of numbers', batch(list(500_000, () => '1'))],
  ['one item of 90,000 unknown fields', batch([unknown(90_000)])],
  ['a thousand items of 100 unknown fields', batch(list(1_000, () => unknown(100)))],
  ['lists half a million deep', batch([nested(500_000)])],
  ['one item of 34,000 unknown fields', batch([unknown(34_000)])],
  ['one item of 34,000 pairs', batch([`{"metadatos":${unknown(34_000)}}`])],
  ['34 items of 1,000 unknown fields', batch(list(34, (index) => named(1_000, index * 1_000)))],
  ['a thousand items of 31 pairs', batch(list(1_000, (index) => `{"metadatos":${named(31, index * 31)}}`))],
  ['11,000 objects with names of their own', batch(list(11_000, (index) => `{"k${index}":{}}`))],
  ['50,000 objects with names of their own', batch(list(50_000, (index) => `{"k${index}":{}}`))],
]

/** The maximum number of values in a batch, within the limits of each list and object, all invalid. */
const WRONG: [what: string, body: string][] = [
  ['a thousand items of 20 unknown fields', batch(list(1_000, (index) => named(20, index * 20)))],
  ['a thousand items of 20 unknown fields, a third of them empty objects', batch(list(1_000, () => mixed(20)))],
  [
    'a thousand items of 12 unknown fields and 20 pairs',
    batch(list(1_000, (index) => named(12, index * 12).replace('}', `,"metadatos":${named(20, index * 20)}}`))),
  ],
  ['lists 34,000 deep', batch([nested(34_000)])],
]

/** A request with every field and all metadata pairs, close to the size limit for a thousand of them. */
const full = (stationId: number) => (_: unknown, index: number) => ({
  segundos: 3600,
  station_id: stationId,
  station_codigo: STATIONS.cdmx.code,
  label: `Obra ${index}`,
  cliente_nombre: 'María Peña',
  cliente_email: `maria${index}@example.mx`,
  enviar_email: false,
  inicia_at: new Date(Date.now() + 86_400_000).toISOString(),
  referencia: `P-${index}`,
  geocerca: { tipo: 'circulo', lat: 19.4, lng: -99.1, radio_km: 20, en_base: 'cortar' },
  metadatos: Object.fromEntries(list(20, (pair) => `pair${pair}`).map((name) => [name, 'a value of 21 letters'])),
  suspendida: false,
  usuario: `u${100_000 + index}`,
  password: 'abcdefgh23456789',
})

describe('a batch', () => {
  it(
    'of a thousand requests with every field and all metadata is issued without blocking the event loop',
    measuresTime(),
    async () => {
      await house.service.saveStations(STATIONS.cdmx)
      const importing = await house.service.client(['provision', 'import'])
      const credentials = Array.from({ length: 1_000 }, full(await stationIdOf(house.service, STATIONS.cdmx.code)))
      // A group cannot be combined with a station.
      expect([...Object.keys(credentials[0]!), 'grupo'].sort()).toEqual(
        Object.keys(CredentialRequestSchema.properties).sort(),
      )
      const { result, heldMs } = await heldBy(() =>
        importing.post('/credentials/batch', { credentials }, { 'idempotency-key': 'full' }),
      )
      expect(result.status).toBe(201)
      expect(result.body.credentials).toHaveLength(1_000)
      expect(heldMs).toBeLessThan(LONGEST_HELD_MS)
    },
  )

  it.each(WRONG)('of %s is rejected with that reason without blocking the event loop', async (_, body) => {
    const { result, heldMs } = await heldBy(() => api.post('/credentials/batch', body))
    expectProblem(result, 400, 'invalid_request')
    expect(heldMs).toBeLessThan(LONGEST_HELD_MS)
  })

  it.each(LARGE)('of %s is rejected without blocking the event loop', async (_, body) => {
    const { result, heldMs } = await heldBy(() => api.post('/credentials/batch', body))
    expectProblem(result, 413, 'payload_too_large')
    expect(heldMs).toBeLessThan(LONGEST_HELD_MS)
  })

  it('with the maximum number of faults returns a hundred of them and the total', async () => {
    const { result, heldMs } = await heldBy(() => api.post('/credentials/batch', batch(list(1_000, () => unknown(20)))))
    expectProblem(result, 400, 'invalid_request')
    expect(result.body.errors).toHaveLength(100)
    expect(result.body.detail).toContain(`There are ${1_000 * 21 - 1} more errors.`)
    expect(heldMs).toBeLessThan(LONGEST_HELD_MS)
  })

  it('of more than a thousand valid requests is rejected with only that fault', async () => {
    const { body } = await api.post('/credentials/batch', batch(list(1_001, () => '{"segundos":3600}')))
    expect(body.errors).toMatchObject([{ pointer: '/credentials', code: 'too_many' }])
  })
})

describe('a list of unique items', () => {
  const numbers = list(9_999, String).join(',')

  it.each([
    ['/tokens', `{"ownerId":1,"name":"x","scopes":[${numbers}]}`],
    ['/webhooks', `{"ownerId":1,"url":"https://shop.example.mx","events":[${numbers}]}`],
  ])('is validated without comparing all pairs: %s', async (path, body) => {
    const { result, heldMs } = await heldBy(() =>
      browser.send('POST', path, body, { 'content-type': 'application/json' }),
    )
    expectProblem(result, 400, 'invalid_request')
    expect(heldMs).toBeLessThan(LONGEST_HELD_MS)
  })

  it('is rejected if it has duplicates', async () => {
    const answer = await browser.post('/tokens', { ownerId: 1, name: 'x', scopes: ['read', 'read'] })
    expect(answer.body.errors).toMatchObject([{ pointer: '/scopes', code: 'not_unique' }])
  })
})

describe('the value count of a JSON text', () => {
  const holds = (text: string, most: number) => holdsMoreValues(Buffer.from(text), most)

  it('ignores the contents of strings', () => {
    expect(holds('[1,2,3,4]', 3)).toBe(true)
    expect(holds('[1,2,3,4]', 4)).toBe(false)
    expect(holds('{"a":"[,,,,,,,,,,]"}', 1)).toBe(false)
    expect(holds('["\\",,,,,,", "\\\\", 1]', 3)).toBe(false)
    expect(holds('["\\",,,,,,", "\\\\", 1]', 2)).toBe(true)
  })

  it('also has a limit for each list and object', () => {
    const holdsInOne = (text: string, list: number, object = list) =>
      holdsMoreValues(Buffer.from(text), 100, { list, object })
    const text = '{"a":[1,2,{"b":1,"c":2}],"d":[[],[3,4,5]],"e":"},,,,"}'
    expect([holdsInOne(text, 3), holdsInOne(text, 2)]).toEqual([false, true])
    expect([holdsInOne('[[1,2],[1,2],[1,2],[1,2]]', 4), holdsInOne('[[1,2],[1,2],[1,2],[1,2]]', 3)]).toEqual([
      false,
      true,
    ])
    expect([holdsInOne('[{"a":1,"b":2},1]', 2, 1), holdsInOne('[{"a":1},1,2]', 3, 1)]).toEqual([true, false])
    expect(holdsInOne(']]}[1,2]', 2)).toBe(false)
  })

  it('accepts text that is not JSON', () => expect(holds('"never ends ,,,,,,,,,,,,', 2)).toBe(false))
})
