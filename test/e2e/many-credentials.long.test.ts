import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, Journey, type Person } from './support.ts'

let journey: Journey
let page: Page
let operator: Person

describe('many credentials', { skip: !hasChromium }, () => {
  beforeAll(async () => {
    journey = await Journey.start()
    operator = await journey.person('operator')
    page = await journey.signIn(operator)
    const make = async (path: string, body: object) => (await journey.ask(page, 'POST', path, body)).body
    const { owner } = await make('/owners', { name: 'Red Norte' })
    await make('/owners', { name: 'Topógrafos del Bajío' })
    await make('/credentials', { ownerId: owner.id, validitySeconds: 86_400, customerName: 'María Peña' })
    journey.keepWindows()
  })
  afterEach(() => journey?.closeWindows())
  afterAll(() => journey?.stop())

  it('are issued from a file of 500 lines, with progress, and every line is there', async () => {
    const lines = Array.from({ length: 500 }, (_, index) => `30,,Equipo ${index},Cliente ${index}`)
    const csv = ['dias,station_codigo,label,cliente_nombre', ...lines, '0,NADA,mala,'].join('\r\n')
    await page.goto(journey.at('/console/credentials/import'))
    await page.getByRole('combobox', { name: 'Organización' }).last().click()
    await page.getByRole('option', { name: 'Topógrafos del Bajío' }).click()
    const file = { name: 'equipos.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText('500 líneas listas; se omitirá 1 con problemas').waitFor()
    await page.getByRole('button', { name: 'Emitir 500 credenciales' }).click()
    await page.getByText('Terminada').waitFor()
    await page.getByText(/^50[01] de 50[01]$/).waitFor()
    const { rows } = await journey.db.pool.query(
      `select count(*)::int as all, count(distinct username)::int as users from credentials where label like 'Equipo %'`,
    )
    expect(rows[0]).toEqual({ all: 500, users: 500 })
  })

  it('are found by customer without accents, and the address opens the same view for a colleague', async () => {
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

  it('are revoked as a selection with one confirmation', async () => {
    await page.goto(journey.at('/console/credentials?search=Equipo'))
    for (const row of [1, 2, 3]) await page.getByRole('row').nth(row).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Revocar', exact: true }).click()
    const question = page.getByRole('dialog')
    await question.getByText('No hay rovers conectados.').waitFor()
    await question.getByRole('button', { name: 'Revocar 3 credenciales' }).click()
    await page.getByText('Revocación de 3 credenciales: terminada.').waitFor()
    const { rows } = await journey.db.pool.query(
      'select count(*)::int as revoked from credentials where revoked_at is not null',
    )
    expect(rows[0].revoked).toBe(3)
  })

  it('are visible to a reseller only if they are its own', async () => {
    const reseller = await journey.person('reseller', 'Topógrafos del Bajío')
    const window = await journey.signIn(reseller, {}, '/credentials')
    await window
      .getByRole('row', { name: /Equipo/ })
      .first()
      .waitFor()
    expect(await window.getByText('María Peña').count()).toBe(0)
    expect(await window.getByRole('link', { name: 'Auditoría' }).count()).toBe(0)
    expect(await window.getByRole('link', { name: 'Usuarios' }).count()).toBe(0)
    await window.goto(journey.at('/console/'))
    const steps = window.getByRole('region', { name: 'Primeros pasos' })
    await steps.getByText('Emita su primera credencial').waitFor()
    await steps.getByRole('link', { name: 'Crear token' }).waitFor()
    const { rows } = await journey.db.pool.query(`select id from credentials where customer_name = 'María Peña'`)
    await window.goto(journey.at(`/console/credentials/${rows[0].id}`))
    await window.getByText('Ninguna credencial tiene este id.').waitFor()
  })

  it('cannot be changed by a viewer, not even through the routes', async () => {
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
      ['POST', '/credentials/jobs/change', { kind: 'revoke', key: 'a-key-of-a-viewer', ids: [id] }],
      ['POST', '/stations', { code: 'MINE' }],
      ['POST', '/tokens', { ownerId, name: 'mine', scopes: ['read'] }],
      ['PATCH', '/settings', { name: 'Mine' }],
    ] as const)
      expect((await journey.ask(window, method, path, body)).status, `${method} ${path}`).toBe(403)
  })

  it('cause no browser errors on any page', () => {
    expect(journey.complaints).toEqual([])
  })
})
