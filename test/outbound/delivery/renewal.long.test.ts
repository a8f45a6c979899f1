import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setNetwork } from '../../../src/actions/network/set.ts'
import { changeOwner } from '../../../src/actions/people/owners.ts'
import { byTest } from '../../support/action-context.ts'
import { mailServer, startMailing } from '../../support/mail-server.ts'
import { until } from '../../support/process.ts'
import { type Client, STATIONS } from '../../support/service.ts'
import { CustomerSite, DAY_MS } from './support.ts'

let site: CustomerSite
let client: Client

beforeAll(async () => {
  site = await CustomerSite.start()
  await site.service.saveStations(STATIONS.cdmx)
  client = await site.service.client()
})
afterAll(() => site.stop())

async function issue(days: number) {
  const wish = {
    segundos: days * 86_400,
    station_codigo: 'CDMX',
    cliente_nombre: 'María Peña',
    cliente_email: 'm@example.mx',
  }
  return (await client.post('/credentials', wish)).body.credential
}

const context = () => byTest(site.service.services)

describe('a renewal request', () => {
  it('sends the issuer one mail a day, without the link and the password', async () => {
    const { rows } = await site.service.db.pool.query('select id from owners order by id limit 1')
    await changeOwner(context(), rows[0].id, { email: 'ventas@example.mx' })
    const mails = await mailServer()
    const made = await issue(5)
    expect((await site.get(made.url)).text).toContain('Pedir renovación')
    const answer = await site.post(`${made.url}/renew?lang=es`)
    expect(answer).toMatchObject({
      status: 303,
      headers: { location: `${new URL(made.url).pathname}?lang=es#renovar` },
    })
    const page = (await site.get(made.url)).text
    expect(page).toContain('Pidió la renovación el')
    expect(page).not.toContain('<button type="submit"')
    await site.post(`${made.url}/renew`)
    startMailing(site.service, mails.url, { render: site.renderers })
    await until(() => mails.received.length > 0)
    expect(mails.received).toHaveLength(1)
    const [mail] = mails.received
    expect(mail).toMatchObject({ recipients: ['ventas@example.mx'] })
    expect(mail!.text).toContain('María Peña')
    expect(mail!.text).toContain(made.usuario)
    expect(mail!.text).toContain(`/console/credentials/${made.id}`)
    expect(mail!.raw).not.toContain(made.password)
    expect(mail!.text).not.toContain('/c/')
    const audit = `select count(*)::int as count from audit_log where action = 'credential.renewal_asked'`
    expect((await site.service.db.pool.query(audit)).rows).toEqual([{ count: 1 }])
  })

  it('is offered near or after the end, and not long before it, after a revocation or with a wrong link', async () => {
    const far = await issue(60)
    expect((await site.get(far.url)).text).not.toContain('Pedir renovación')
    expect((await site.post(`${far.url}/renew`)).status).toBe(303)
    expect(await site.mailsOf(far.id)).toEqual([])
    site.service.at(new Date(Date.parse(far.expira_at) + DAY_MS))
    expect((await site.get(far.url)).text).toContain('Pedir renovación')
    site.service.at(new Date())
    await client.delete(`/credentials/${far.id}`)
    expect((await site.get(far.url)).text).not.toContain('Pedir renovación')
    const wrong = await site.post(`/c/1-${'A'.repeat(24)}/renew`, '198.51.100.9')
    expect(wrong.status).toBe(404)
  })

  it('is offered if the shop has no product for the credential', async () => {
    const shop = await CustomerSite.on(site.service, { shop: true })
    try {
      const made = await issue(5)
      expect((await shop.get(made.url)).text).toContain('Pedir renovación')
    } finally {
      await shop.close()
    }
  })
})

const COMMON_RECEIVERS = {
  chcnav: 'CHCNAV',
  south: 'SurPad',
  hitarget: 'Hi-Target',
  comnav: 'ComNav',
  topcon: 'Topcon',
  carlson: 'Carlson',
  dji: 'DJI',
  emlid: 'Emlid',
  trimble: 'Trimble',
}

describe('the page', () => {
  it('shows the contact once one is configured', async () => {
    const made = await issue(5)
    expect((await site.get(made.url)).text).not.toContain('tel:')
    await expect(setNetwork(context(), { whatsapp: '5512345678' })).rejects.toMatchObject({ code: 'invalid_request' })
    await setNetwork(context(), { phone: '477 123 4567', whatsapp: '+52 477 123 4567' })
    const { text } = await site.get(made.url)
    expect(text).toContain('<a class="button plain" href="tel:4771234567">Llamar al 477 123 4567</a>')
    expect(text).toContain(`href="https://wa.me/524771234567?text=Hola%2C`)
    expect(text).toContain(made.usuario)
    await setNetwork(context(), { phone: null, whatsapp: null })
    expect((await site.get(made.url)).text).not.toContain('wa.me')
  })

  it('offers the end as a calendar file', async () => {
    const made = await issue(30)
    const { status, headers, text } = await site.get(`${made.url}.ics?lang=en`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(headers['content-disposition']).toBe(`attachment; filename="ntrip-${made.usuario}.ics"`)
    expect(text).toContain(`DTSTART:${made.expira_at.replace(/[-:]/g, '').replace(/\.\d+/, '')}`)
    expect((await site.get(made.url)).text).toContain('.ics?lang=es')
  })

  it('has steps for common receivers, with the values to enter', async () => {
    const made = await issue(30)
    for (const language of ['es', 'en'])
      for (const [key, name] of Object.entries(COMMON_RECEIVERS)) {
        const { text } = await site.get(`${made.url}?lang=${language}&receiver=${key}`)
        expect(text).toContain(name)
        const steps = text.slice(text.indexOf('<div class="recipe">')).split('</ol>', 1)[0]!
        for (const value of [made.caster, String(made.puerto), made.mountpoint, made.usuario])
          expect(steps, key).toContain(`<code>${value}</code>`)
        expect(steps).not.toContain(made.password)
        expect(steps).not.toMatch(/\{\w+\}/)
      }
  })
})
