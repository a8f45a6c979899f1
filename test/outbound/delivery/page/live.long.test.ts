// The state of the rover on the customer's page: a real caster, real rovers, and the page over HTTP.

import { writeGga } from '@vertice/ntrip'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { askRev1, changeCredential, flowingBase } from '../../../caster/helpers.ts'
import { type Login, TestCaster } from '../../../support/caster.ts'
import { until } from '../../../support/process.ts'
import { STATIONS } from '../../../support/service.ts'
import { CustomerSite } from '../support.ts'

let caster: TestCaster
let site: CustomerSite

beforeAll(async () => {
  caster = await TestCaster.start({ settingsMs: 100 })
  await caster.service.saveStations(STATIONS.cdmx)
  await flowingBase(caster, STATIONS.cdmx)
  site = await CustomerSite.on(caster.service)
})
afterAll(async () => {
  await site.close()
  await caster.stop()
})

interface Customer extends Login {
  readonly path: string
}

async function issue(more: object = {}): Promise<Customer> {
  const { body } = await caster.client.post('/credentials', { segundos: 3600, station_codigo: 'CDMX', ...more })
  const { id, usuario: username, password, url } = body.credential
  return { id, username, password, path: new URL(url).pathname }
}

/** Text of the live section, on one line. */
async function toldTo({ path }: Customer, language = 'es'): Promise<string> {
  const { text, status } = await site.get(`${path}/now?lang=${language}`)
  expect(status).toBe(200)
  return text
    .replace(/<time[^>]*data-now.*$/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ (?=,)/g, '')
}

const says = (customer: Customer, words: RegExp) => until(async () => words.test(await toldTo(customer)))

describe('the page', () => {
  it('says what to check if the rover has never connected', async () => {
    const customer = await issue()
    expect(await toldTo(customer)).toContain('Aún no se ha conectado Aún no hay intentos de conexión.')
    expect(await toldTo(customer, 'en')).toContain('Not connected yet')
  })

  it('shows a connected rover with its solution, base and data age, and then that it disconnected', async () => {
    const customer = await issue()
    const rover = await caster.rover(customer, 'CDMX_RTCM32')
    await says(
      customer,
      /Conectado, .*base CDMX, último dato hace \d s Su equipo recibe correcciones.*no podemos saber si tiene FIX/,
    )
    rover.write(`${writeGga({ lat: 19.5, lng: -99.2, quality: 5, age: 1 }, new Date())}\r\n`)
    await says(customer, /Conectado, FLOAT, 10\.2 km de CDMX, último dato hace \d s .*aún no fija/)
    rover.write(`${writeGga({ lat: 19.5, lng: -99.2, quality: 4, age: 1 }, new Date())}\r\n`)
    await says(customer, /Conectado, FIX, 10\.2 km de CDMX, último dato hace \d s .*Puede medir/)
    const page = (await site.get(customer.path)).text
    // Only the customer's own rover, and only its distance.
    expect(page).not.toMatch(/19\.5|-99\.2/)
    expect(page).toContain('FIX') // without JavaScript: the state at load time
    rover.leave()
    await says(customer, /Sin conexión, última conexión hace \d s Su equipo se desconectó\./)
  })

  it('explains a rejection in plain words, and what to do', async () => {
    const customer = await issue()
    await askRev1(caster.port, 'RED', customer)
    await says(customer, /Su equipo solicitó RED[;,]/)
    const wrong = { ...customer, password: 'x' }
    await askRev1(caster.port, 'CDMX_RTCM32', wrong)
    await says(
      customer,
      /No pudo conectarse, hace \d s Su equipo envió una contraseña incorrecta\. Cópiela de esta página/,
    )
    expect(await toldTo(customer, 'en')).toMatch(/Couldn’t connect, \d s ago Your equipment sent the wrong password/)
  })

  it('names the mountpoint that the credential is for', async () => {
    await caster.service.saveStations(STATIONS.toluca)
    const customer = await issue()
    await askRev1(caster.port, 'TOLU_RTCM32', customer)
    await says(customer, /Su equipo solicitó TOLU_RTCM32; este acceso es para CDMX_RTCM32\. Elija el punto de montaje/)
  })

  it('reports a rejected second rover beside the connected one', async () => {
    const customer = await issue()
    await changeCredential(caster, customer.id, { max_sessions: 1, when_full: 'refuse' })
    const rover = await caster.rover(customer, 'CDMX_RTCM32')
    await askRev1(caster.port, 'CDMX_RTCM32', customer)
    await says(customer, /Conectado, .*Se rechazó otro intento con su usuario: Ya hay otro equipo conectado/)
    rover.leave()
  })

  it("shows no other customer's data, and nothing without a valid link", async () => {
    const [one, other] = [await issue(), await issue()]
    await askRev1(caster.port, 'CDMX_RTCM32', { ...other, password: 'x' })
    await says(other, /contraseña incorrecta/)
    expect(await toldTo(one)).toContain('Aún no se ha conectado')
    const wrong = await site.get(`${one.path.slice(0, -1)}${one.path.endsWith('a') ? 'b' : 'a'}/now`)
    expect(wrong.status).toBe(404)
    await caster.service.db.pool.query('update credentials set link_withdrawn_at = now() where id = $1', [one.id])
    expect((await site.get(`${one.path}/now`)).status).toBe(404)
  })

  it('shares one query among many requests, and limits the requests per link', async () => {
    const customers = await Promise.all(Array.from({ length: 60 }, () => issue()))
    const asked = vi.spyOn(caster.service.db, 'query')
    await Promise.all(customers.map((customer) => toldTo(customer)))
    const questions = asked.mock.calls.filter(([what]) => (what as { name?: string }).name === 'sessions-seen')
    asked.mockRestore()
    expect(questions.length).toBeLessThanOrEqual(4)

    const { path } = customers[0]!
    const looks = (count: number) => Promise.all(Array.from({ length: count }, () => site.get(`${path}/now`)))
    for (let round = 0; round < 20; round++) await looks(12)
    const [refused] = await looks(1)
    expect(refused!.status).toBe(429)
    expect(Number(refused!.headers['retry-after'])).toBeGreaterThan(0)
    expect((await site.get(path)).status).toBe(200)
  })
})
