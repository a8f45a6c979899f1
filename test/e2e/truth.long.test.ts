// Stations that were never measured are not shown as healthy and not sold, a moved antenna is an alarm, and alarms
// state the amount. Simulated stations push over real sockets, and the results are checked in a browser.

import { writeGga } from '@vertice/ntrip'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Sky } from '../../src/demo/simulator/sky/sky.ts'
import { SimulatedStation } from '../../src/demo/simulator/station.ts'
import { Peer, rev1Request } from '../support/caster.ts'
import { expectGoodLooks } from './looks.ts'
import { hasChromium, Journey } from './support.ts'

const LEON = { code: 'LEON', name: 'León', federalState: 'Guanajuato', lat: 21.1236, lng: -101.682, radiusKm: 30 }
const CELA = { code: 'CELA', name: 'Celaya', federalState: 'Guanajuato', lat: 20.5222, lng: -100.8122, radiusKm: 20 }

let journey: Journey
let desk: Page
let customer: Page
const ids = new Map<string, number>()
const streams = new Map<string, SimulatedStation>()
let rover: { usuario: string; password: string }
let peer: Peer
/** Bytes that the rover receives in two seconds. */
async function flow(): Promise<number> {
  const before = peer.received.length
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  return peer.received.length - before
}

async function made(method: string, path: string, body?: object) {
  const answer = await journey.ask(desk, method, path, body)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ body: { ok: true } })
  return answer.body
}

async function push({ code, lat, lng }: typeof LEON, latencyMs = 80): Promise<SimulatedStation> {
  const { secret } = await made('POST', `/stations/${ids.get(code)}/secret`)
  const stream = new SimulatedStation({
    sky: new Sky(),
    station: { code, stationId: ids.get(code)!, position: { lat, lng, height: 1800 } },
    host: '127.0.0.1',
    port: journey.casterPort,
    mountpoint: code,
    revision: 2,
    chunked: true,
    credentials: { username: code, password: secret },
    latencyMs,
  })
  streams.set(code, stream)
  return stream
}

async function askFor(place: { lat: number; lng: number }): Promise<string> {
  await customer.goto(journey.at('/shop'))
  await customer.getByLabel('Latitud').fill(String(place.lat + 0.02))
  await customer.getByLabel('Longitud').fill(String(place.lng + 0.02))
  return customer.getByRole('status').innerText()
}

const stationOf = async (code: string) => (await made('GET', `/stations/${ids.get(code)}`)).station
const concernsOf = async (code: string): Promise<string[]> =>
  (await made('GET', `/stations/${ids.get(code)}`)).concerns.map(({ kind }: { kind: string }) => kind)
/** Moves the start of the announced position ten minutes into the past. */
const letTimePass = () =>
  journey.db.pool.query(`update station_health set announced_since = announced_since - interval '10 minutes'`)

describe("the console's data about stations", { skip: !hasChromium }, () => {
  beforeAll(async () => {
    journey = await Journey.start({}, { shop: true, bankDetails: 'Banco Uno' })
    desk = await journey.signIn(await journey.person('administrator'))
    customer = await journey.window()
    const { owner } = await made('POST', '/owners', { name: 'Red del Bajío' })
    for (const place of [LEON, CELA])
      ids.set(place.code, (await made('POST', '/stations', { ...place, mountpoint: place.code })).station.id)
    const wish = { validitySeconds: 86_400, serves: 'place', amountMinor: 50_000, currency: 'MXN', inShop: true }
    await made('POST', '/products', { ...wish, ownerId: owner.id, name: 'Un día' })
    const { credential } = await made('POST', '/credentials', { ownerId: owner.id, validitySeconds: 86_400 })
    const { password } = await made('POST', `/credentials/${credential.id}/password`)
    rover = { usuario: credential.username, password }
  })
  afterAll(async () => {
    for (const stream of streams.values()) stream.stop()
    await journey?.stop()
  })

  it('shows a station that never sent data as “sin medición” everywhere, and nowhere as online', async () => {
    await desk.goto(journey.at('/console/'))
    await desk.getByText('LEON nunca ha enviado datos').waitFor()
    const changes = desk.locator('section, div', { hasText: 'Cambios en las últimas 24 horas' }).last()
    await changes.waitFor()
    expect(await desk.getByRole('listitem').filter({ hasText: 'En línea' }).count()).toBe(0)
    await desk.getByRole('button', { name: 'LEON · León, Sin medición' }).waitFor()
    await desk.goto(journey.at('/console/stations'))
    const row = desk.getByRole('row', { name: /LEON/ })
    await row.getByText('Sin medición').waitFor()
    expect(await row.innerText()).not.toContain('En línea')
    await desk.goto(journey.at(`/console/stations/${ids.get('LEON')}?tab=history`))
    const drawer = desk.getByRole('dialog')
    await drawer.getByText('Esperando datos…').waitFor()
    expect(await drawer.getByRole('table').last().innerText()).toContain('Sin medición')

    await customer.goto(journey.at('/status'))
    await customer.getByText('Aún no hay mediciones', { exact: true }).waitFor()
    const shown = customer.getByRole('article', { name: 'LEON León' })
    expect(await shown.innerText()).toMatch(/Sin medición[\s\S]*estado declarado: En línea; aún sin medición/)
    await expectGoodLooks(journey, customer)
  })

  it('is not sold, unless its operator says so, and then without a promise', async () => {
    expect(await askFor(LEON)).toMatch(/No disponible aquí por ahora[\s\S]*LEON \(León\).*aún no envía datos/)
    await customer.getByLabel('Su nombre').fill('Rosa Díaz')
    await customer.getByLabel('Su correo electrónico').fill('rosa@example.mx')
    await customer.getByRole('button', { name: /Pedir por/ }).click()
    await customer.getByText('Elija un lugar con cobertura').waitFor()
    await expectGoodLooks(journey, customer)
    const order = { productId: 1, lat: LEON.lat, lng: LEON.lng, customerName: 'A', customerEmail: 'a@example.mx' }
    const refused = await fetch(journey.at('/public/shop/orders'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...order, language: 'es' }),
    })
    expect([refused.status, (await refused.json()).code]).toEqual([409, 'no_coverage'])

    await desk.goto(journey.at(`/console/stations/${ids.get('LEON')}/edit`))
    await desk.getByLabel('Ofrecer en la tienda sin datos').check()
    await desk.getByRole('button', { name: 'Guardar' }).click()
    await desk.getByText('Se guardó LEON').waitFor()
    const told = await askFor(LEON)
    expect(told).toMatch(/Cobertura sin medición[\s\S]*Aún no hay mediciones/)
    expect(told).not.toContain('mm')
    expect(await askFor(CELA)).toContain('No disponible aquí por ahora')
    await made('PATCH', `/stations/${ids.get('LEON')}`, { sellsUnmeasured: false })
  })

  it('states the metric, its value and the limit in an alarm', async () => {
    const [leon, cela] = [await push(LEON), await push(CELA, 3_200)]
    leon.moveAntenna({ east: 0.85, north: 0, up: 0 })
    leon.start()
    cela.start()
    await expect.poll(() => concernsOf('LEON')).toEqual(['moved'])
    await expect.poll(() => concernsOf('CELA')).toEqual(['degraded'])
    await desk.goto(journey.at('/console/'))
    const panel = desk.locator('ul').filter({ hasText: 'LEON: su posición' })
    await panel.getByText('LEON: su posición difiere 0.85 m de la registrada (máximo 0.10 m)').waitFor()
    await panel.getByText(/CELA: llega \d\.\d s tarde \(máximo 2 s\)/).waitFor()
    await desk.getByRole('button', { name: /^LEON · León, Desplazada.*Su posición difiere 0.85 m/ }).waitFor()
    await desk.goto(journey.at(`/console/stations/${ids.get('CELA')}`))
    await desk.getByText(/^Llega \d\.\d s tarde \(máximo 2 s\)/).waitFor()
  })

  it('shows a moved antenna in red with its offset, and removes it from the network after ten minutes', async () => {
    await desk.goto(journey.at('/console/stations?status=moved'))
    await desk.getByRole('row', { name: /LEON/ }).getByText('Desplazada 0.85 m').waitFor()
    expect(await desk.getByRole('row', { name: /CELA/ }).count()).toBe(0)
    expect((await stationOf('LEON')).status).toBe('online')
    expect(await askFor(LEON)).toContain('Hay cobertura')
    peer = await Peer.open(journey.casterPort, rev1Request('RED', rover.usuario, rover.password))
    await peer.until('ICY 200 OK\r\n\r\n')
    peer.write(writeGga({ lat: LEON.lat + 0.02, lng: LEON.lng, quality: 4 }, new Date()))
    await expect.poll(flow).toBeGreaterThan(0)

    await letTimePass()
    await expect.poll(async () => (await stationOf('LEON')).status).toBe('degraded')
    await desk.goto(journey.at(`/console/stations/${ids.get('LEON')}`))
    await desk.getByText('Su posición difiere 0.85 m de la registrada').first().waitFor()
    await desk.getByText('Fuera de la red hasta que se resuelva').waitFor()
    await desk.getByRole('img', { name: /^Plano: LEON/ }).waitFor()
    await desk.getByText('Distancia a la posición registrada, 24 h').waitFor()
    await expectGoodLooks(journey, desk)
    expect(await askFor(LEON)).toMatch(/No disponible aquí por ahora[\s\S]*en revisión/)
    // No other base reaches the rover, and it gets nothing of this one.
    await expect.poll(flow).toBe(0)
  })

  it('lets an operator confirm the registered position, and later register the announced one', async () => {
    await desk.goto(journey.at(`/console/stations/${ids.get('LEON')}`))
    await desk.getByRole('button', { name: 'Ignorar hasta…' }).click()
    await desk.getByRole('menuitem', { name: 'Ignorar hasta que reporte otra posición' }).click()
    await desk.getByText('La posición registrada se confirmó').waitFor()
    expect((await stationOf('LEON')).status).toBe('online')
    await expect.poll(flow).toBeGreaterThan(0)
    peer.close()
    expect(await askFor(LEON)).toContain('Hay cobertura')
    // A further move raises a new alarm.
    streams.get('LEON')!.moveAntenna({ east: 1.4, north: 0, up: 0 })
    await expect.poll(() => concernsOf('LEON')).toEqual(['moved'])
    await desk.reload()
    await desk.getByText('Su posición difiere 1.40 m de la registrada').first().waitFor()
    await desk.getByRole('button', { name: 'La antena se movió' }).click()
    const question = desk.getByRole('dialog', { name: '¿Usar la posición que reporta LEON?' })
    await question.getByRole('button', { name: 'La antena se movió' }).click()
    await desk.getByText('Se actualizó la posición de LEON.').waitFor()
    await expect.poll(async () => (await stationOf('LEON')).positionOffsetM).toBe(0)
    expect(await concernsOf('LEON')).toEqual([])
    const { entries } = await made('GET', '/audit?limit=20')
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['station.position_acknowledged', 'station.position_accepted']),
    )
  })

  it('lets the operator set the limit and whether the station is removed', async () => {
    await desk.goto(journey.at('/console/settings/caster'))
    const panel = desk.locator('form').filter({ hasText: 'Antenas desplazadas' })
    expect(await panel.getByLabel('Diferencia máxima (m)').inputValue()).toBe('0.10')
    expect(await panel.getByLabel('Retirar de la red las estaciones desplazadas').isChecked()).toBe(true)
    await expectGoodLooks(journey, desk)
    await panel.getByLabel('Diferencia máxima (m)').fill('0.5')
    await panel.getByLabel('Retirar de la red las estaciones desplazadas').uncheck()
    await desk.getByRole('button', { name: 'Guardar cambios' }).click()
    await desk.getByText('Se guardaron los ajustes.').waitFor()
    expect((await made('GET', '/settings')).network).toMatchObject({ movedLimitM: 0.5, movedTakesOut: false })
    expect(journey.complaints).toEqual([])
  })
})
