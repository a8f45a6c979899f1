// An operator puts the network in front of another caster: tested, saved, watched, used, lost and removed.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PlainCaster, strLine } from '../caster/plain-caster.ts'
import { Peer, rev1Request } from '../support/caster.ts'
import { expectGoodLooks } from './looks.ts'
import { hasChromium, Journey } from './support.ts'

let journey: Journey
let page: Page
let plain: PlainCaster
let rover: Peer | null = null

const drawer = (name: string) => page.getByRole('dialog', { name })
const row = (mountpoint: string) =>
  drawer('VIEJO')
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: mountpoint, exact: true }) })

describe('an upstream caster', { skip: !hasChromium }, () => {
  beforeAll(async () => {
    plain = await new PlainCaster([
      strLine('ALFA', { name: 'Alfa Centro' }),
      strLine('BETA'),
      strLine('VRS', { nmea: 1, solution: 1 }),
      strLine('LEON'),
    ]).start()
    journey = await Journey.start({ CASTER_PULL_ALLOW: '127.0.0.0/8' }, {}, { casterGraceSeconds: 1 })
    page = await journey.signIn(await journey.person('administrator'))
    await journey.ask(page, 'POST', '/stations', { code: 'LEON', name: 'León', lat: 21.1, lng: -101.6 })
  })
  afterAll(async () => {
    rover?.close()
    await journey?.stop()
    await plain?.kill()
  })

  it('while there is none, the page says what it is for', async () => {
    await page.getByRole('link', { name: 'Casters externos' }).first().click()
    await page.getByRole('heading', { name: '¿Ya tiene un caster?' }).waitFor()
    const guide = await page.getByRole('link', { name: /^Guía paso a paso/ }).getAttribute('href')
    expect((await fetch(journey.at(guide!))).status).toBe(200)
    await expectGoodLooks(journey, page)
  })

  it('is tried before it is saved, with what it would offer and what not', async () => {
    await page.getByRole('link', { name: 'Agregar caster externo' }).click()
    const form = drawer('Agregar caster externo')
    await form.getByLabel(/^Nombre/).fill('VIEJO')
    await form.getByLabel(/^Dirección/).fill(plain.url)
    expect(await form.getByLabel(/^Dirección/).inputValue()).toBe(`127.0.0.1:${plain.port}`)
    expect(await form.getByLabel('Usuario', { exact: true }).inputValue()).toBe('front')
    const password = form.getByLabel('Contraseña', { exact: true })
    await password.fill('wrong')
    await form.getByRole('button', { name: 'Probar conexión' }).click()
    await form.getByRole('alert').getByText('El caster rechaza la cuenta').waitFor()
    await expectGoodLooks(journey, page)
    await password.fill('s@cret')
    await form.getByRole('button', { name: 'Probar conexión' }).click()
    await form.getByText('La cuenta tiene acceso a ALFA.').waitFor()
    await form.getByText('Se encontraron 4 puntos de montaje; se ofrecerían 3').waitFor()
    await form.getByText('un punto de montaje de esta red ya se llama así; use un prefijo').waitFor()
    expect((await journey.ask(page, 'GET', '/upstreams')).body.upstreams).toEqual([])
    await expectGoodLooks(journey, page)
    await form.getByRole('button', { name: 'Agregar', exact: true }).click()
    await row('ALFA').waitFor()
  })

  it('shows its mountpoints: what nobody uses is neither measured nor down', async () => {
    await row('ALFA').getByText('Inactivo, sin medición').waitFor()
    await drawer('VIEJO').getByText('No se ofrecen: 1').waitFor()
    expect(await page.content()).not.toContain('s@cret')
    await expectGoodLooks(journey, page)
  })

  it('shows the measured stream while a rover uses it', async () => {
    const { id: stationId } = (await journey.ask(page, 'GET', '/stations?search=ALFA')).body.stations[0]
    const { id: ownerId } = (await journey.ask(page, 'POST', '/owners', { name: 'Red' })).body.owner
    const wish = { ownerId, stationId, validitySeconds: 3600, label: 'Rover' }
    const { username, password } = (await journey.ask(page, 'POST', '/credentials', wish)).body.credential
    rover = await Peer.open(journey.casterPort, rev1Request('ALFA', username, password))
    await row('ALFA').getByText('En línea').or(row('ALFA').getByText('Degradada')).waitFor()
    await drawer('VIEJO').getByText('1 (1 rover)').waitFor()
    await row('BETA').getByText('Inactivo, sin medición').waitFor()
  })

  it('keeps its password while another setting is changed', async () => {
    await drawer('VIEJO').getByRole('link', { name: 'Editar' }).click()
    const form = drawer('VIEJO')
    await form.getByText('Ya hay una cuenta guardada').waitFor()
    expect(await form.getByLabel('Contraseña', { exact: true }).inputValue()).toBe('')
    await form.getByLabel(/^Prefijo/).fill('V_')
    await form.getByRole('button', { name: 'Guardar cambios' }).click()
    await row('V_LEON').waitFor()
    await row('V_ALFA').getByText('nombre original: ALFA').waitFor()
  })

  it('reports a rejected login beside the mountpoint that a rover requests', async () => {
    const { id } = (await journey.ask(page, 'GET', '/upstreams')).body.upstreams[0]
    const { id: stationId } = (await journey.ask(page, 'GET', '/stations?search=V_LEON')).body.stations[0]
    const { id: ownerId } = (await journey.ask(page, 'POST', '/owners', { name: 'Otra' })).body.owner
    const wish = { ownerId, stationId, validitySeconds: 3600, label: 'Rover' }
    const { username, password } = (await journey.ask(page, 'POST', '/credentials', wish)).body.credential
    await journey.ask(page, 'PATCH', `/upstreams/${id}`, { url: plain.url.replace('s%40cret', 'wrong') })
    const waiting = await Peer.open(journey.casterPort, rev1Request('V_LEON', username, password))
    await row('V_LEON').getByText('usuario o contraseña (HTTP/1.0 401 Unauthorized)').waitFor()
    await drawer('VIEJO').getByText('Disponible, pero rechaza la cuenta').waitFor()
    await expectGoodLooks(journey, page)
    await journey.ask(page, 'PATCH', `/upstreams/${id}`, { url: plain.url })
    await row('V_LEON').getByText('En línea').or(row('V_LEON').getByText('Degradada')).waitFor()
    waiting.close()
  })

  it('shows why it does not respond, and the source of its stations', async () => {
    rover?.close()
    await plain.kill()
    await drawer('VIEJO').getByRole('button', { name: 'Actualizar' }).click()
    await drawer('VIEJO').getByText('No disponible desde').waitFor()
    await row('V_BETA').getByText('Caster no disponible').waitFor()
    await row('V_BETA').getByRole('link', { name: 'V_BETA', exact: true }).click()
    await page.getByRole('tab', { name: 'Origen' }).click()
    await page.getByRole('link', { name: 'Ver VIEJO' }).click()
    await drawer('VIEJO').waitFor()
  })

  it('is removed after a warning about the consequences', async () => {
    await drawer('VIEJO').getByRole('button', { name: 'Quitar' }).click()
    const question = page.getByRole('dialog', { name: '¿Quitar VIEJO?' })
    await question.getByText('Se archivan sus 4 estaciones.').waitFor()
    await question.getByRole('button', { name: 'Quitar' }).click()
    await page.getByRole('heading', { name: '¿Ya tiene un caster?' }).waitFor()
    expect((await journey.ask(page, 'GET', '/stations')).body.total).toBe(1)
    expect(journey.complaints).toEqual([])
  })
})
