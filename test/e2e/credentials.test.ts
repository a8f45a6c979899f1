// From a station on the map to a rover that is cut off: the working day of an operator, in a real browser with real NTRIP clients.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Peer, rev1Request } from '../support/caster.ts'
import { hasChromium, Journey, type Person } from './support.ts'

let journey: Journey
let page: Page
let operator: Person

const chooseOwner = async (name: string) => {
  await page.getByRole('combobox', { name: 'Propietario' }).last().click()
  await page.getByRole('option', { name }).click()
}
const fact = (label: string) => page.getByRole('dialog').locator('dt', { hasText: label }).locator('xpath=../dd')

describe('the working day', { skip: !hasChromium }, () => {
  beforeAll(async () => {
    journey = await Journey.start()
    operator = await journey.person('operator')
    page = await journey.signIn(operator)
    for (const name of ['Red Norte', 'Topógrafos del Bajío']) await journey.ask(page, 'POST', '/owners', { name })
    journey.keepWindows()
  })
  afterEach(() => journey?.closeWindows())
  afterAll(() => journey?.stop())

  let pushSecret: string
  it('a station is added by a click on the map, and gets a password to push with', async () => {
    await page.getByRole('link', { name: 'Estaciones', exact: true }).click()
    await page.getByRole('link', { name: 'Agregar estación' }).click()
    await page.getByRole('dialog').getByLabel('Código').fill('CDMX')
    await page.getByRole('dialog').getByLabel('Nombre').fill('Ciudad de México')
    await page.getByLabel('Entidad federativa').fill('Ciudad de México')
    const map = page.getByRole('region', { name: 'Mapa para elegir la posición' })
    await map.locator('path').first().waitFor()
    await map.click({ position: { x: 200, y: 140 } })
    await expect.poll(() => page.getByLabel('Latitud (grados)').inputValue()).toMatch(/^\d+(\.\d+)?$/)
    await page.getByLabel('Latitud (grados)').fill('19.33')
    await page.getByLabel('Longitud (grados)').fill('-99.18')
    await page.getByRole('button', { name: 'Agregar', exact: true }).click()
    await page.getByText('CDMX se agregó.').waitFor()

    await page.getByRole('tab', { name: 'Fuente' }).click()
    await page.getByRole('button', { name: 'Hacer contraseña' }).click()
    await page
      .getByRole('dialog', { name: '¿Nueva contraseña' })
      .getByRole('button', { name: 'Hacer contraseña' })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Contraseña de CDMX' })
    pushSecret = await dialog.locator('pre').first().innerText()
    await dialog.getByLabel('Ya lo guardé en un lugar seguro').check()
    await dialog.getByRole('button', { name: 'Cerrar' }).click()
  })

  it('a credential is issued, opens the caster, and its rover is seen to drop when it is revoked', async () => {
    const base = await Peer.open(journey.casterPort, `SOURCE ${pushSecret} /CDMX\r\nSource-Agent: NTRIP test\r\n\r\n`)
    await base.until('ICY 200 OK\r\n\r\n')
    base.socket.write('alive\r\n')

    await page.goto(journey.at('/console/credentials'))
    await page.getByRole('link', { name: 'Emitir', exact: true }).click()
    await chooseOwner('Red Norte')
    await page.getByRole('combobox', { name: 'Acceso a' }).click()
    await page.getByRole('option', { name: /CDMX/ }).click()
    await page.getByLabel('Nombre del cliente').fill('María Peña')
    await page.getByText(/Servirá CDMX.* desde este momento hasta/).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Emitir' }).click()
    await page.getByText('Credencial emitida').waitFor()
    await page.getByRole('dialog').locator('svg[role=img], [role=img] svg').first().waitFor()
    const username = (await fact('Usuario').innerText()).split('\n')[0]!.trim()
    const password = (await fact('Contraseña').innerText()).split('\n')[0]!.trim()

    const rover = await Peer.open(journey.casterPort, rev1Request('CDMX', username, password))
    await rover.until('ICY 200 OK\r\n\r\n')
    await page.reload()
    await page.getByText('conectado ahora').waitFor()
    await page.getByRole('button', { name: 'Revocar' }).click()
    const question = page.getByRole('dialog', { name: /^Revocar / }).last()
    await question.getByText('Corta 1 rover conectado ahora.').waitFor()
    await question.getByRole('button', { name: 'Revocar' }).click()
    await page.getByText(`Se revocó ${username}.`).waitFor()
    await rover.closed
    const again = await Peer.open(journey.casterPort, rev1Request('CDMX', username, password))
    await again.closed
    expect(again.received.toString()).not.toContain('ICY 200')
    // The page tells what the customer will ask.
    await page.reload()
    await page.getByText('ya estaba revocada', { exact: false }).first().waitFor()
    base.socket.destroy()
  })

  it('a credential is scheduled, and says so', async () => {
    await page.goto(journey.at('/console/credentials/new'))
    await page.getByText('Programar…').click()
    await page.getByText(/Servirá .* desde el /).waitFor()
    await page.getByRole('dialog').getByLabel('Etiqueta').fill('Obra de mañana')
    await page.getByRole('dialog').getByRole('button', { name: 'Emitir' }).click()
    await page.getByText('Credencial emitida').waitFor()
    await page.getByRole('dialog').getByText('Programada').first().waitFor()
  })

  it('500 credentials are issued from a file, with progress, and every line is there', async () => {
    const lines = Array.from({ length: 500 }, (_, index) => `30,,Equipo ${index},Cliente ${index}`)
    const csv = ['dias,station_codigo,label,cliente_nombre', ...lines, '0,NADA,mala,'].join('\r\n')
    await page.goto(journey.at('/console/credentials/import'))
    await chooseOwner('Topógrafos del Bajío')
    const file = { name: 'equipos.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText('500 líneas listas; 1 con problemas').waitFor()
    await page.getByRole('button', { name: 'Emitir 500 credenciales' }).click()
    await page.getByText('Terminada').waitFor()
    await page.getByText(/^50[01] de 50[01]$/).waitFor()
    const { rows } = await journey.db.pool.query(
      `select count(*)::int as all, count(distinct username)::int as users from credentials where label like 'Equipo %'`,
    )
    expect(rows[0]).toEqual({ all: 500, users: 500 })
  })

  it('a search finds a customer without accents, and the address leads a colleague to the same view', async () => {
    await page.goto(journey.at('/console/credentials'))
    await page.getByRole('searchbox').fill('maria pena')
    await page.getByRole('row', { name: /María Peña/ }).waitFor()
    await expect.poll(() => page.url()).toContain('maria')
    const colleague = await journey.signIn(
      operator,
      {},
      `${new URL(page.url()).pathname}${new URL(page.url()).search}`.replace('/console', ''),
    )
    await colleague.getByRole('row', { name: /María Peña/ }).waitFor()
    expect(await colleague.getByRole('row').count()).toBe(2)
  })

  it('a selection is revoked with one confirmation', async () => {
    await page.goto(journey.at('/console/credentials?search=Equipo'))
    for (const row of [1, 2, 3]) await page.getByRole('row').nth(row).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Revocar 3 credenciales' }).click()
    const question = page.getByRole('dialog')
    await question.getByText('Se revocan 3 credenciales; nadie está conectado').waitFor()
    await question.getByRole('button', { name: 'Revocar 3 credenciales' }).click()
    await page.getByText('Se revocaron 3 credenciales.').waitFor()
    const { rows } = await journey.db.pool.query(
      'select count(*)::int as revoked from credentials where revoked_at is not null',
    )
    expect(rows[0].revoked).toBe(4)
  })

  it('a reseller sees only its own', async () => {
    const reseller = await journey.person('reseller', 'Topógrafos del Bajío')
    const window = await journey.signIn(reseller, {}, '/credentials')
    await window
      .getByRole('row', { name: /Equipo/ })
      .first()
      .waitFor()
    expect(await window.getByText('María Peña').count()).toBe(0)
    expect(await window.getByRole('link', { name: 'Auditoría' }).count()).toBe(0)
    expect(await window.getByRole('link', { name: 'Usuarios' }).count()).toBe(0)
    const { rows } = await journey.db.pool.query(`select id from credentials where customer_name = 'María Peña'`)
    await window.goto(journey.at(`/console/credentials/${rows[0].id}`))
    await window.getByText('Esa credencial no existe.').waitFor()
  })

  it('a viewer cannot change anything, also not by calling the routes', async () => {
    const viewer = await journey.person('viewer')
    const window = await journey.signIn(viewer, {}, '/credentials')
    await window
      .getByRole('row', { name: /Equipo/ })
      .first()
      .waitFor()
    for (const name of ['Emitir', 'Emitir desde CSV'])
      expect(await window.getByRole('link', { name, exact: true }).count()).toBe(0)
    expect(await window.getByRole('checkbox').count()).toBe(0)
    const { rows } = await journey.db.pool.query('select id, owner_id from credentials order by id desc limit 1')
    const { id, owner_id: ownerId } = rows[0]
    for (const [method, path, body] of [
      ['POST', '/credentials', { ownerId, validitySeconds: 86_400 }],
      ['DELETE', `/credentials/${id}`],
      ['POST', `/credentials/${id}/reveal`],
      ['POST', '/credentials/revoke', { ids: [id] }],
      ['POST', '/stations', { code: 'MINE' }],
      ['POST', '/tokens', { ownerId, name: 'mine', scopes: ['read'] }],
      ['PATCH', '/settings', { name: 'Mine' }],
    ] as const)
      expect((await journey.ask(window, method, path, body)).status, `${method} ${path}`).toBe(403)
  })

  it('none of the pages complained', () => {
    expect(journey.complaints).toEqual([])
  })
})
