// A working day with credentials: issuing many, renewing, suspending and changing some or all that match, and the
// customer pages.
import { readFileSync } from 'node:fs'
import { writeGga } from '@vertice/ntrip'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Sky } from '../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../src/demo/simulator/station-stream.ts'
import { Peer, rev1Request } from '../support/caster.ts'
import { png } from '../support/pictures.ts'
import { expectGoodLooks } from './looks.ts'
import { hasChromium, Journey } from './support.ts'

const DAY_S = 86_400

let journey: Journey
let page: Page
let ownerId: number
let stationId: number
let base: Peer | null = null
let beat: NodeJS.Timeout

const make = async (path: string, body: object) => {
  const answer = await journey.ask(page, 'POST', path, body)
  expect(answer.body, path).toMatchObject({ ok: true })
  return answer.body
}
interface Made {
  readonly id: number
  readonly username: string
  readonly password: string
}
const issue = async (wish: object): Promise<Made> =>
  (await make('/credentials', { ownerId, stationId, validitySeconds: 60 * DAY_S, ...wish })).credential
const rowsOf = async (label: string) =>
  (await journey.db.pool.query('select * from credentials where label = $1 order by id', [label])).rows
const open = (path: string) => page.goto(journey.at(`/console${path}`))
const menuOf = async (username: string, action: string) => {
  await page.getByRole('button', { name: `Acciones de ${username}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
/** Whether an element is inside the window, without scrolling. */
const inView = async (found: Locator): Promise<boolean> => {
  const box = await found.boundingBox()
  const { height } = page.viewportSize()!
  return box !== null && box.y >= 0 && box.y + box.height <= height
}
async function connect(credential: Made): Promise<Peer> {
  const rover = await Peer.open(journey.casterPort, rev1Request('CDMX', credential.username, credential.password))
  await rover.until('ICY 200 OK\r\n\r\n')
  return rover
}

describe('a working day', { skip: !hasChromium }, () => {
  beforeAll(async () => {
    journey = await Journey.start()
    const person = await journey.person('administrator')
    page = await journey.signIn(person)
    ownerId = (await make('/owners', { name: 'Red Norte' })).owner.id
    const place = { name: 'Ciudad de México', federalState: 'Ciudad de México', lat: 19.33, lng: -99.18 }
    stationId = (await make('/stations', { code: 'CDMX', mountpoint: 'CDMX', ...place })).station.id
    const { secret } = await make(`/stations/${stationId}/secret`, {})
    base = await Peer.open(journey.casterPort, `SOURCE ${secret} /CDMX\r\nSource-Agent: NTRIP test\r\n\r\n`)
    await base.until('ICY 200 OK\r\n\r\n')
    const position = { lat: 19.33, lng: -99.18, height: 2240 }
    const stream = new StationStream(new Sky(), { code: 'CDMX', stationId: 1, position, constellations: ['GPS'] })
    const send = () => base?.write(stream.epoch(1000 * Math.floor(Date.now() / 1000)))
    send()
    beat = setInterval(send, 1000)
    journey.keepWindows()
  })
  afterEach(() => journey?.closeWindows())
  afterAll(async () => {
    clearInterval(beat)
    base?.close()
    await journey?.stop()
  })

  it('issues fifty equal credentials with one form, and offers them as a file', async () => {
    await open('/credentials/new')
    await page.getByRole('combobox', { name: 'Organización' }).last().click()
    await page.getByRole('option', { name: 'Red Norte' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Cantidad').fill('50')
    await form.getByLabel('Nombre del cliente').fill('Topografía del Bajío')
    await form.getByLabel('Etiqueta').fill('Cuadrillas')
    await form.getByText('Son 50 credenciales iguales.').waitFor()
    await form.getByRole('button', { name: 'Emitir 50' }).click()
    await page.getByRole('heading', { name: 'Emisión de 50 credenciales' }).waitFor()
    await page.getByText('50 de 50').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Descargar con contraseñas' }).click(),
    ])
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(lines).toHaveLength(51)
    expect(lines[0]).toMatch(/password,url,pdf$/)
    expect(lines[1]).toMatch(/,http.*\/c\/\S+,http.*\.pdf$/)
    expect(await rowsOf('Cuadrillas')).toHaveLength(50)
  })

  it('issues one with a reference and metadata, and changes both in its drawer', async () => {
    await open('/credentials/new')
    const form = page.getByRole('dialog')
    await form.getByLabel('Etiqueta').fill('Con referencia')
    await form.getByRole('button', { name: /^Referencia y metadatos/ }).click()
    await form.getByRole('textbox', { name: 'Referencia' }).fill('PED-77')
    await form.getByRole('button', { name: 'Agregar un dato' }).click()
    await form.getByLabel('Nombre', { exact: true }).fill('equipo')
    await form.getByLabel('Valor').fill('R12')
    await form.getByRole('button', { name: 'Emitir', exact: true }).click()
    await page.getByText('Credencial emitida').waitFor()
    await page.getByText('equipo: R12').waitFor()
    await page.getByRole('button', { name: 'Cambiar datos' }).click()
    const question = page.getByRole('dialog', { name: /^Cambiar los datos de / })
    await question.getByLabel('Nombre del cliente').fill('Ana Ruiz')
    await question.getByLabel('Correo del cliente').fill('ana@example.mx')
    await question.getByLabel('Valor').fill('R13')
    await expectGoodLooks(journey, page)
    await question.getByRole('button', { name: 'Guardar cambios' }).click()
    await page.getByText('equipo: R13').waitFor()
    const [row] = await rowsOf('Con referencia')
    expect(row).toMatchObject({ reference: 'PED-77', metadata: { equipo: 'R13' }, customer_email: 'ana@example.mx' })
  })

  it('renews, suspends, resumes and sets a new password in the drawer', async () => {
    const made = await issue({ label: 'Cajón', customerName: 'Luis Mora' })
    const rover = await connect(made)
    await open(`/credentials/${made.id}`)
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: 'Renovar' }).click()
    await page.getByText(/^Vencerá el /).waitFor()
    await page
      .getByRole('dialog', { name: /^Renovar / })
      .getByRole('button', { name: 'Renovar' })
      .click()
    await page.getByText(`Se renovó ${made.username}.`).waitFor()
    await drawer.getByRole('button', { name: 'Suspender' }).click()
    const question = page.getByRole('dialog', { name: /^Suspender / })
    await question.getByText('1 rover', { exact: false }).waitFor()
    await question.getByRole('button', { name: 'Suspender' }).click()
    await drawer.getByText('Suspendida', { exact: true }).first().waitFor()
    await rover.closed
    await drawer.getByRole('button', { name: 'Reanudar' }).click()
    await page
      .getByRole('dialog', { name: /^Reanudar / })
      .getByRole('button', { name: 'Reanudar' })
      .click()
    await page.getByText(`Se reanudó ${made.username}.`).last().waitFor()
    await drawer.getByRole('button', { name: 'Más acciones' }).click()
    await page.getByRole('menuitem', { name: 'Generar otra contraseña' }).click()
    await page
      .getByRole('dialog', { name: /^Generar otra contraseña para/ })
      .getByRole('button', { name: 'Generar otra contraseña' })
      .click()
    await page.getByText('Copiar todos los datos').waitFor()
    const { rows } = await journey.db.pool.query('select action from audit_log where subject_id = $1 order by id', [
      made.id,
    ])
    expect(rows.map(({ action }) => action)).toEqual([
      'credential.issued',
      'credential.renewed',
      'credential.suspended',
      'credential.resumed',
      'credential.password_changed',
    ])
  })

  it('suspends one from its row menu, and a range of rows at once', async () => {
    const made: Made[] = []
    for (let count = 0; count < 5; count++) made.push(await issue({ label: 'Rango' }))
    const rover = await connect(made[1]!)
    await open('/credentials?label=Rango')
    await menuOf(made[4]!.username, 'Suspender')
    await page.getByRole('dialog').getByRole('button', { name: 'Suspender' }).click()
    await page.getByText(`Se suspendió ${made[4]!.username}.`).waitFor()
    const box = (index: number) => page.getByRole('checkbox', { name: `Seleccionar ${made[index]!.username}` })
    await box(3).check()
    await box(1).click({ modifiers: ['Shift'] })
    await page.getByText('3 seleccionadas').waitFor()
    await expectGoodLooks(journey, page)
    await page.getByRole('button', { name: 'Suspender', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Suspender 3 credenciales' })
    await question.getByText('Desconecta ahora a 1 rover.', { exact: false }).waitFor()
    await expectGoodLooks(journey, page)
    await question.getByRole('button', { name: 'Suspender 3 credenciales' }).click()
    await page.getByText('Suspensión de 3 credenciales: terminada.').waitFor()
    const suspended = (await rowsOf('Rango')).map(({ suspended_at }) => suspended_at !== null)
    expect(suspended).toEqual([false, true, true, true, true])
    await rover.closed
  })

  it('renews all that match in the background, and reports at the end what failed and why', async () => {
    await make('/credentials/jobs/alike', {
      ...{ ownerId, validitySeconds: 5 * DAY_S, quantity: 120, label: 'Pronto', key: 'a-hundred-and-twenty' },
    })
    await expect.poll(async () => (await rowsOf('Pronto')).length).toBe(120)
    await open(`/credentials?label=Pronto&ownerId=${ownerId}`)
    const expiring = page.getByRole('group', { name: 'Vistas' }).getByRole('button', { name: /vencen en 7 días$/ })
    await expiring.click()
    await page.waitForURL(/expires=7/)
    expect(await expiring.getAttribute('aria-pressed')).toBe('true')
    await page.getByText('50 de 120', { exact: true }).waitFor()
    await page.getByRole('checkbox', { name: 'Seleccionar todo lo mostrado' }).check()
    await page.getByText('50 seleccionadas').waitFor()
    await page.getByRole('button', { name: 'Seleccionar todas las que coinciden' }).click()
    await page.getByText('Están seleccionadas las 120 que coinciden').waitFor()
    await page.getByRole('button', { name: 'Renovar', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Renovar 120 credenciales' })
    await question.getByRole('button', { name: 'Renovar' }).click()
    await question.waitFor({ state: 'detached' })
    await open('/stations')
    await open('/credentials')
    const ended = async () =>
      (await journey.db.pool.query(`select * from issue_jobs where kind = 'renew' and state = 'finished'`)).rows
    await expect.poll(async () => (await ended()).length).toBe(1)
    expect((await ended())[0]).toMatchObject({ total: 120, issued: 120, failed: 0 })
    // A second job, with one credential that cannot be suspended.
    const [first] = await rowsOf('Pronto')
    await journey.ask(page, 'DELETE', `/credentials/${first.id}`)
    const key = 'one-that-was-revoked'
    const { job } = await make('/credentials/jobs/change', { key, kind: 'suspend', matching: { label: 'Pronto' } })
    await open(`/credentials/jobs/${job.id}`)
    await page.getByRole('heading', { name: 'Suspensión de 120 credenciales' }).waitFor()
    await page.getByText('Esta credencial está revocada y no se puede cambiar.').waitFor()
    await page.getByText(first.username).waitFor()
    await expectGoodLooks(journey, page)
    // Both jobs are still listed after a reload.
    await open('/credentials/jobs')
    await page.getByRole('row', { name: /Renovación de 120 credenciales.* 120 0 / }).waitFor()
    await expectGoodLooks(journey, page)
    await page.getByRole('link', { name: 'Suspensión de 120 credenciales' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Descargar resultados' }).click(),
    ])
    expect(readFileSync(await download.path(), 'utf8')).toContain('sin_cambio')
  })

  it('names the credentials that a bulk renewal skips, and keeps its notice after a reload', async () => {
    const [kept, gone] = [await issue({ label: 'Omitir' }), await issue({ label: 'Omitir' })]
    await journey.ask(page, 'DELETE', `/credentials/${gone.id}`)
    await open('/credentials?label=Omitir')
    await page.getByRole('checkbox', { name: 'Seleccionar todo lo mostrado' }).check()
    await page.getByRole('button', { name: 'Renovar', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Renovar 2 credenciales' })
    await question.getByRole('note').getByText(`Se omitirá 1 credencial: ${gone.username} (revocada)`).waitFor()
    await question.getByRole('button', { name: 'Renovar' }).click()
    await page.getByText('Renovación de 2 credenciales: terminada; 1 falló.').waitFor()
    await page.reload()
    await page.getByText('Renovación de 2 credenciales: terminada; 1 falló.').waitFor()
    await page.getByRole('button', { name: 'Cerrar aviso' }).click()
    // Revoked credentials are not in the default view; a counter shows them.
    await open('/credentials')
    await page.getByRole('link', { name: kept.username }).waitFor()
    expect(await page.getByRole('link', { name: gone.username }).count()).toBe(0)
    await page.getByRole('button', { name: /revocadas?$/ }).click()
    await page.getByRole('link', { name: gone.username }).waitFor()
    await page.getByRole('columnheader', { name: 'Usuario' }).getByRole('button').click()
    await page.waitForURL(/sort=user/)
    expect(await page.getByRole('columnheader', { name: 'Organización' }).count()).toBe(0)
  })

  it('fits a phone: equal cards, one filter button, one button for actions, a reminder that can be closed', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open('/credentials')
    await page.getByRole('button', { name: 'Recordármelo después' }).click()
    const cards = page.locator('tbody tr')
    await cards.first().waitFor()
    expect((await cards.first().boundingBox())!.y).toBeLessThan(420)
    const rightEdges = await page
      .locator('tbody td[data-place="state"]')
      .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().right)))
    expect(new Set(rightEdges).size).toBe(1)
    await page.getByRole('button', { name: 'Más acciones' }).click()
    await page.getByRole('menuitem', { name: 'Emitir', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Filtrar' }).click()
    await page.getByRole('combobox', { name: 'Tipo' }).click()
    await page.getByRole('option', { name: 'Red', exact: true }).click()
    await page.waitForURL(/kind=network/)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Quitar: Red' }).click()
    await page.waitForURL(/credentials$/)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.reload()
    await cards.first().waitFor()
    expect(await page.getByRole('button', { name: 'Recordármelo después' }).count()).toBe(0)
    await expectGoodLooks(journey, page)
  })

  it('waits with the operator until the device of a new credential is fixed', async () => {
    await open('/credentials/new')
    const form = page.getByRole('dialog')
    await form.getByLabel('Etiqueta').fill('En vivo')
    // The summary and the button are in view without scrolling.
    await expect.poll(() => inView(form.getByText(/^Dará acceso a toda la red/))).toBe(true)
    expect(await inView(form.getByRole('button', { name: 'Emitir', exact: true }))).toBe(true)
    await form.getByRole('button', { name: 'Emitir', exact: true }).click()
    await page.getByText('Esperando al equipo…').waitFor()
    const [made] = await rowsOf('En vivo')
    const { password } = await make(`/credentials/${made.id}/reveal`, {})
    const network = rev1Request('RED', made.username, password)
    const silent = await Peer.open(journey.casterPort, network)
    await silent.until('ICY 200 OK\r\n\r\n')
    await page.getByText('Conectado · aún sin correcciones').waitFor()
    silent.socket.destroy()
    await page.getByText('La última conexión no recibió datos').waitFor()
    await page
      .getByRole('table', { name: 'Conexiones' })
      .getByText(/^Sin GGA/)
      .waitFor()
    await expectGoodLooks(journey, page)
    const rover = await Peer.open(journey.casterPort, network)
    await rover.until('ICY 200 OK\r\n\r\n')
    const gga = () =>
      rover.write(`${writeGga({ lat: 19.34, lng: -99.17, quality: 4, satellites: 31 }, new Date())}\r\n`)
    gga()
    const beat = setInterval(gga, 1_000)
    await page.getByText(/^Conectado · 31 satélites · fijo después de \d+ s · base CDMX, a 1\.\d km$/).waitFor()
    clearInterval(beat)
    rover.socket.destroy()
  })

  it('finds a customer, with credentials, orders, connections and mails on one page', async () => {
    const made = await issue({ customerName: 'Íñigo Peña', customerEmail: 'Inigo@example.mx', label: 'Puente' })
    const rover = await connect(made)
    await make('/orders', {
      ...{ ownerId, customerName: 'Íñigo Peña', customerEmail: 'inigo@example.mx' },
      ...{ validitySeconds: 30 * DAY_S, amountMinor: 120_000, currency: 'MXN' },
    })
    await open('/customers')
    await page.getByRole('row', { name: /Topografía del Bajío/ }).waitFor()
    await page.getByRole('searchbox').fill('inigo')
    await page.getByRole('row', { name: /Íñigo Peña/ }).click()
    await page.getByRole('heading', { name: 'Íñigo Peña', level: 1 }).waitFor()
    for (const name of [made.username, 'conectado ahora']) await page.getByText(name).first().waitFor()
    await page.getByRole('link', { name: /^#\d+$/ }).waitFor()
    await expectGoodLooks(journey, page)
    rover.socket.destroy()
    await page.getByRole('link', { name: 'Emitir otra' }).click()
    await expect.poll(() => page.getByLabel('Correo del cliente').inputValue()).toBe('Inigo@example.mx')
  })

  it("issues another credential for a customer in the customer's own organisation", async () => {
    const { owner } = await make('/owners', { name: 'Red Sur' })
    await issue({ ownerId: owner.id, customerName: 'Noé Cruz', label: 'Del sur' })
    await open(`/customers/${owner.id}/${encodeURIComponent('noé cruz')}`)
    await page.getByRole('link', { name: 'Emitir otra' }).click()
    const form = page.getByRole('dialog')
    await expect.poll(() => form.getByRole('combobox', { name: 'Organización' }).inputValue()).toBe('Red Sur')
    await form.getByLabel('Etiqueta').fill('Del sur')
    await form.getByRole('button', { name: 'Emitir', exact: true }).click()
    await page.getByText('Credencial emitida').waitFor()
    expect((await rowsOf('Del sur')).map(({ owner_id }) => owner_id)).toEqual([owner.id, owner.id])
  })

  it('changes the texts of a credential whose station is archived', async () => {
    const place = { name: 'Toluca', federalState: 'México', lat: 19.28, lng: -99.65 }
    const { station } = await make('/stations', { code: 'TOLU', mountpoint: 'TOLU', ...place })
    const { id, username } = await issue({ stationId: station.id, label: 'Archivada' })
    await journey.ask(page, 'DELETE', `/stations/${station.id}`)
    await open(`/credentials/${id}`)
    await page.getByRole('button', { name: 'Cambiar datos' }).click()
    const question = page.getByRole('dialog', { name: /^Cambiar los datos de / })
    await question.getByLabel('Nombre del cliente').fill('Eva Luna')
    await question.getByRole('button', { name: 'Guardar cambios' }).click()
    await page.getByText(`Se cambiaron los datos de ${username}.`).waitFor()
    expect(await rowsOf('Archivada')).toMatchObject([{ customer_name: 'Eva Luna', station_id: station.id }])
  })

  it('sets the quotas of an organisation, and enforces them', async () => {
    await open(`/people/owners/${ownerId}`)
    await page.getByRole('heading', { level: 1, name: 'Red Norte' }).waitFor()
    await page.getByRole('link', { name: 'Editar' }).click()
    const field = page.getByLabel('Credenciales emitidas en 24 horas')
    await field.fill('1')
    await page.getByRole('button', { name: 'Guardar cuotas' }).click()
    await expect
      .poll(async () => (await journey.ask(page, 'GET', `/owners/${ownerId}`)).body.quotas.issuedPerDay.limit)
      .toBe(1)
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click()
    await page.getByText(/^\d+ de 1$/).waitFor()
    const bar = page.getByRole('progressbar', { name: /Credenciales emitidas en 24 horas: \d+ de 1$/ })
    await bar.waitFor({ state: 'attached' }) // an empty bar has no width
    await expectGoodLooks(journey, page)
    await journey.person('reseller', 'Red Norte')
    const reseller = await journey.signIn({ email: 'reseller@example.mx' }, {}, '/credentials/new')
    await reseller.getByRole('dialog').getByRole('button', { name: 'Emitir', exact: true }).click()
    await reseller.getByRole('alert').first().waitFor()
  })

  it("gives an organisation's customers its own name and logo", async () => {
    const { owner } = await make('/owners', { name: 'Red Marca' })
    const { id } = await issue({ ownerId: owner.id, label: 'De la marca' })
    await open(`/people/owners/${owner.id}/edit`)
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Nombre para sus clientes').fill('Topografía Marca')
    await drawer.getByLabel('Color', { exact: true }).fill('#8a1f3d')
    await drawer.getByRole('button', { name: 'Guardar marca' }).click()
    await page.getByText('Cambios guardados.').first().waitFor()
    const choosing = page.waitForEvent('filechooser')
    await drawer.getByRole('button', { name: 'Elegir imagen' }).click()
    await (await choosing).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png(64) })
    await drawer.getByRole('button', { name: 'Cambiar imagen' }).waitFor()
    await expectGoodLooks(journey, page)
    await drawer.getByRole('button', { name: 'Cerrar' }).click()
    await page.getByRole('img', { name: 'Topografía Marca' }).waitFor()
    const { url } = (await journey.ask(page, 'POST', `/credentials/${id}/link`)).body
    const customer = await journey.window()
    await customer.goto(url)
    await customer.getByRole('img', { name: 'Topografía Marca' }).waitFor()
    const accent = await customer.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--accent-deep'),
    )
    expect(accent.trim()).toBe('#8a1f3d')
  })

  it('shows the console as an organisation sees it, without any change, until the view is left', async () => {
    const { owner } = await make('/owners', { name: 'Red Vista' })
    await issue({ ownerId: owner.id, label: 'De la vista' })
    const window = await journey.signIn({ email: 'administrator@example.mx' }, {}, `/people/owners/${owner.id}`)
    await window.getByRole('button', { name: 'Ver como' }).click()
    const band = window.getByRole('region', { name: 'Vista de una organización' })
    await band.getByText('Viendo como Red Vista').waitFor()
    await window.getByRole('link', { name: 'Credenciales' }).click()
    await window.getByRole('row', { name: /De la vista/ }).waitFor()
    expect(await window.getByRole('row', { name: /Del sur/ }).count()).toBe(0)
    for (const hidden of ['Usuarios', 'Auditoría', 'Ajustes', 'Emitir credencial'])
      expect(await window.getByRole('link', { name: hidden }).count(), hidden).toBe(0)
    expect((await journey.ask(window, 'POST', '/owners', { name: 'No' })).body.code).toBe('viewing_as')
    await expectGoodLooks(journey, window)
    await band.getByRole('button', { name: 'Salir de la vista' }).click()
    await window.getByRole('heading', { level: 1, name: 'Red Vista' }).waitFor()
    await window.getByRole('link', { name: 'Editar' }).waitFor()
    expect(await band.count()).toBe(0)
  })

  it('causes no browser errors on any page', () => {
    expect(journey.complaints).toEqual([])
  })
})
