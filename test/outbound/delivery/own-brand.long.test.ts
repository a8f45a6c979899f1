// Customers of an organization with a brand of its own see that brand, everything else the network's.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setOwnerBrand, setOwnerLogo } from '../../../src/actions/people/owner-brand.ts'
import { findLinked } from '../../../src/store/delivery/deliveries.ts'
import { byTest } from '../../support/action-context.ts'
import { mailServer, startMailing } from '../../support/mail-server.ts'
import { png } from '../../support/pictures.ts'
import { until } from '../../support/process.ts'
import { type Client, STATIONS } from '../../support/service.ts'
import { CustomerSite } from './support.ts'

let site: CustomerSite
let client: Client
let other: Client
let ownerId: number
beforeAll(async () => {
  site = await CustomerSite.start()
  await site.service.saveStations(STATIONS.cdmx)
  client = await site.service.client(['read', 'provision'], 'Topógrafos')
  other = await site.service.client(['read', 'provision'], 'Red Norte')
  ownerId = await ownerOf(await issue())
})
afterAll(() => site.stop())

const context = () => byTest(site.service.services)
const issue = async (by = client, more = {}) =>
  (await by.post('/credentials', { segundos: 30 * 86_400, station_codigo: 'CDMX', ...more })).body.credential
const ownerOf = async ({ id }: { id: number }) => (await findLinked(site.service.db, [id]))[0]!.ownerId
const NETWORK = 'Vértice'

describe('the brand of an organization', () => {
  it('replaces the name, the colour and the logo on its customers’ pages only', async () => {
    const [made, foreign] = [await issue(), await issue(other)]
    expect((await site.get(made.url)).text).toContain(`<span class="brand">${NETWORK}</span>`)
    await setOwnerBrand(context(), ownerId, { name: 'Topo & Más', accent: '#8A1F3D' })
    const named = (await site.get(made.url)).text
    expect(named).toContain('<span class="brand">Topo &amp; Más</span>')
    expect(named).toContain('· Topo &amp; Más</title>')
    const style = '/c/files/accent-8a1f3d.css'
    expect(named).toContain(`<link rel="stylesheet" href="${style}">`)
    // Another node serves it too, though it has never shown the page.
    const served = await (await site.anotherNode()).get(style)
    expect(served.headers['content-type']).toContain('text/css')
    expect(served.text).toContain('--accent-deep: #8a1f3d')
    expect((await site.get('/c/files/accent-red.css')).status).toBe(404)
    await setOwnerLogo(context(), ownerId, { kind: 'png', content: png() })
    const drawn = (await site.get(made.url)).text
    const [, logo] = /<img class="logo" src="(\/brand\/[0-9a-f]{16})" alt="Topo &amp; Más">/.exec(drawn)!
    expect((await (await site.anotherNode()).get(logo!)).bytes).toEqual(png())
    expect((await site.get('/brand/0123456789abcdef')).status).toBe(404)
    expect((await site.get(foreign.url)).text).toContain(`<span class="brand">${NETWORK}</span>`)
    await setOwnerBrand(context(), ownerId, { name: null, accent: null })
    await setOwnerLogo(context(), ownerId, null)
    const after = (await site.get(made.url)).text
    expect(after).toContain(`<span class="brand">${NETWORK}</span>`)
    expect(after).not.toContain('/c/files/accent-')
  })

  it('is on the sheet and in the mails, also as their sender', async () => {
    await setOwnerBrand(context(), ownerId, { name: 'Topo Bajío', accent: '#8a1f3d' })
    await setOwnerLogo(context(), ownerId, { kind: 'png', content: png() })
    const mails = await mailServer()
    const mailed = { enviar_email: true, cliente_nombre: 'María' }
    await issue(client, { ...mailed, cliente_email: 'own@example.mx' })
    await issue(other, { ...mailed, cliente_email: 'other@example.mx' })
    startMailing(site.service, mails.url, { render: site.renderers, clock: site.service.services.clock })
    await until(() => mails.received.length === 2)
    const to = (address: string) => mails.received.find(({ recipients }) => recipients.includes(address))!
    expect(to('own@example.mx').headers.from).toContain('Topo Bajío <')
    expect(to('own@example.mx').text).toContain('Topo Bajío')
    expect(to('own@example.mx').text).not.toContain(NETWORK)
    expect(to('own@example.mx').html).toContain('#8a1f3d')
    expect(to('own@example.mx').parts.some(({ headers }) => headers['content-id'] === '<logo>')).toBe(true)
    expect(to('other@example.mx').text).toContain(NETWORK)
    expect(to('other@example.mx').html).not.toContain('cid:logo')
    const sheet = await site.get(`${(await issue()).url}.pdf`)
    expect(sheet.bytes.toString('latin1')).toContain('/Subtype /Image')
  })

  it('refuses a name with control characters and a colour that is none', async () => {
    for (const change of [{ name: 'a\nb' }, { accent: 'red' }])
      await expect(setOwnerBrand(context(), ownerId, change)).rejects.toMatchObject({ code: 'invalid_request' })
  })
})
