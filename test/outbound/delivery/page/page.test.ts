// The customer's page over HTTP: what it shows, when and to whom, and what it hides.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTokenOf } from '../../../../src/actions/people/tokens/create.ts'
import { changeGroup, createGroup } from '../../../../src/actions/stations/groups.ts'
import { byTest } from '../../../support/action-context.ts'
import { type Client, STATIONS } from '../../../support/service.ts'
import { CustomerSite } from '../support.ts'

let site: CustomerSite
let client: Client

beforeAll(async () => {
  site = await CustomerSite.start()
  await site.service.saveStations(STATIONS.cdmx, STATIONS.toluca)
  client = await site.service.client()
})
afterAll(() => site.stop())

const issue = async (more: object = {}) =>
  (
    await client.post('/credentials', {
      segundos: 30 * 86_400,
      station_codigo: 'CDMX',
      cliente_nombre: 'María Peña',
      ...more,
    })
  ).body.credential

/** The visible text, on one line. */
const wordsOf = (page: string) =>
  page
    .replace(/<head>.*?<\/head>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

describe('the page of a test credential', () => {
  it('says in both languages that it grants no access, and shows no instructions', async () => {
    const wish = { name: 'tests', scopes: ['provision'], isTest: true, expiresAt: null } as const
    const { secret } = await createTokenOf(byTest({ db: site.service.db }), 'Operator', wish)
    const { body } = await site.service.as(secret).post('/credentials', { segundos: 3600 })
    const words = wordsOf((await site.get(body.credential.url)).text)
    expect(words).toContain('Credencial de prueba Se emitió para probar una integración. No da acceso')
    expect(words).not.toMatch(/Vigente|Emlid/)
    expect(wordsOf((await site.get(`${body.credential.url}?lang=en`)).text)).toContain('the caster always rejects it')
  })
})

describe('the page of a group credential', () => {
  it('names the current stations beside the network mountpoint, in both languages', async () => {
    const context = byTest(site.service.services)
    await createGroup(context, { name: 'Valle <b>', members: ['CDMX', 'TOLU'] })
    const { url } = await issue({ station_codigo: undefined, grupo: 'Valle <b>' })
    const spanish = wordsOf((await site.get(url)).text)
    expect(spanish).toContain('Este acceso es para las estaciones de «Valle &lt;b&gt;».')
    expect(spanish).toContain('puede conectarse a cada una: CDMX_RTCM32, TOLU_RTCM32.')
    expect(spanish).toContain('Punto de montaje RED')
    const english = wordsOf((await site.get(`${url}?lang=en`)).text)
    expect(english).toContain('you can connect to each of them: CDMX_RTCM32, TOLU_RTCM32.')
    await changeGroup(context, { name: 'Valle <b>' }, { members: ['TOLU'] })
    expect(wordsOf((await site.get(url)).text)).toContain('puede conectarse a cada una: TOLU_RTCM32.')
    await changeGroup(context, { name: 'Valle <b>' }, { members: [] })
    expect(wordsOf((await site.get(url)).text)).not.toContain('Este acceso es para las estaciones')
  })
})

describe('a customer link', () => {
  it('shows everything needed to connect, in Spanish', async () => {
    const made = await issue({ label: 'Obra norte' })
    const { status, headers, text } = await site.get(made.url)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    const words = wordsOf(text)
    for (const part of [
      'Datos de acceso NTRIP',
      'María Peña',
      'Obra norte',
      made.caster,
      String(made.puerto),
      made.mountpoint,
      made.usuario,
      made.password,
      'RTCM 3.2',
      'ITRF2008, época 2010.0',
      'el marco oficial de México',
      'Ciudad de México (CDMX)',
      'Hora de Ciudad de México',
      'No sirven para iniciar sesión en un sitio web',
      'Emlid',
      'SW Maps',
      'Lefebure',
      'u-center',
      'Trimble',
      'Leica',
      'RTKLIB',
      'Descargar PDF',
    ])
      expect(words).toContain(part)
    expect(text).toContain(`<time datetime="${made.expira_at}"`)
    expect(text).toContain('<html lang="es">')
  })

  it('names the group that a credential opens, and the geofence', async () => {
    await createGroup(byTest({ db: site.service.db }), { name: 'Valle', members: ['CDMX'] })
    const geocerca = { tipo: 'circulo', lat: 19.4326, lng: -99.1332, radio_km: 25 }
    const { url } = await issue({ station_codigo: undefined, grupo: 'Valle', geocerca })
    const spanish = wordsOf((await site.get(url)).text)
    expect(spanish).toContain('Red Estaciones de «Valle» Zona de uso a no más de 25 km de 19.4326, -99.1332')
    expect(spanish).not.toContain('Toda la red')
    expect(wordsOf((await site.get(`${url}?lang=en`)).text)).toContain('Network Stations in “Valle” Geofence')
  })

  it('is in English if the browser prefers it or the reader switches', async () => {
    const { url } = await issue()
    expect((await site.get(url, { language: 'en-GB' })).text).toContain('They don’t work for signing in to a website.')
    expect((await site.get(`${url}?lang=en`)).text).toContain('<html lang="en">')
    expect((await site.get(`${url}?lang=es`, { language: 'en-GB' })).text).toContain('<html lang="es">')
    expect((await site.get(`${url}?lang=<script>`)).text).not.toContain('<script>')
  })

  it('is not cached, not indexed, and not sent as a referrer', async () => {
    const { url, pdf } = await issue()
    for (const address of [url, pdf]) {
      const { headers } = await site.get(address)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': expect.stringContaining('noindex'),
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
      })
    }
    const { headers, text } = await site.get(url)
    expect(headers['content-security-policy']).toMatch(/script-src 'self'; style-src 'self';/)
    expect(text).toContain('<meta name="robots" content="noindex, nofollow">')
    expect(text).not.toMatch(/ style=| on\w+=|<style|<script>/)
    // No external resources, and the password only inside the collapsed element.
    expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
    expect(text).toMatch(/<details class="secret"><summary>/)
  })

  it('uses files that can be cached forever', async () => {
    const { text } = await site.get((await issue()).url)
    for (const [, address] of text.matchAll(/(?:src|href)="(\/c\/files\/[^"]+)"/g)) {
      const { status, headers } = await site.get(address!)
      expect(status).toBe(200)
      expect(headers['cache-control']).toContain('immutable')
    }
    expect((await site.get('/c/files/../../package.json')).status).toBe(404)
  })

  it('offers the PDF in both paper sizes and languages', async () => {
    const { pdf, usuario } = await issue()
    const { status, headers, bytes } = await site.get(`${pdf}?lang=en&paper=a4`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/pdf')
    expect(headers['content-disposition']).toContain(`ntrip-${usuario}.pdf`)
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await site.get(`${pdf}?paper=tabloid`)).status).toBe(200)
  })

  it('shows the current state: scheduled, in force, expired', async () => {
    const made = await issue({ inicia_at: new Date(Date.now() + 86_400_000).toISOString() })
    const stateAt = async (time: string | number) => {
      site.service.at(new Date(time))
      return wordsOf((await site.get(made.url)).text)
    }
    const starts = Date.parse(made.inicia_at)
    expect(await stateAt(starts - 1000)).toMatch(/Programada .*Empieza en 1 minuto/)
    expect(await stateAt(starts)).toMatch(/Vigente .*Quedan 30 días/)
    expect(await stateAt(Date.parse(made.expira_at) - 1)).toContain('Vigente')
    const expired = await stateAt(made.expira_at)
    expect(expired).toContain('Vencida')
    expect(expired).not.toContain('Cómo conectarse')
  })

  it('shows a revocation at once', async () => {
    const made = await issue()
    await client.delete(`/credentials/${made.id}`)
    expect(wordsOf((await site.get(made.url)).text)).toContain('Revocada')
  })

  it('shows a suspension until it is resumed, and a new password', async () => {
    const made = await issue()
    await client.post(`/credentials/${made.id}/suspender`)
    expect(wordsOf((await site.get(made.url)).text)).toMatch(/Suspendida .*no puede conectarse/)
    expect(wordsOf((await site.get(`${made.url}?lang=en`)).text)).toContain('Suspended')
    await client.post(`/credentials/${made.id}/reanudar`)
    const { password } = (await client.post(`/credentials/${made.id}/password`)).body.credential
    const { text } = await site.get(made.url)
    expect(wordsOf(text)).not.toContain('Suspendida')
    expect([text.includes(password), text.includes(made.password)]).toEqual([true, false])
  })

  it('shows whether the base is online, from its measurements', async () => {
    const { url } = await issue()
    expect(wordsOf((await site.get(url)).text)).toContain('Base: Sin medición')
    const { rows } = await site.service.db.pool.query(`select id from stations where code = 'CDMX'`)
    const measure = (at: Date) =>
      site.service.db.pool.query(
        `insert into station_health (station_id, measured_at, health_pct, latency_ms, satellites) values ($1, $2, 100, 300, 30)
         on conflict (station_id) do update set measured_at = excluded.measured_at`,
        [rows[0].id, at],
      )
    await measure(new Date())
    expect(wordsOf((await site.get(url)).text)).toContain('Base: Transmitiendo')
    await measure(new Date(Date.now() - 61_000))
    expect(wordsOf((await site.get(url)).text)).toContain('Base: Sin señal')
  })

  it('shows hostile names as text', async () => {
    const name = '</bdi><script>alert(1)</script>"\' \u202egnp.exe 🛰️ مرحبا'
    const { url } = await issue({ cliente_nombre: name, label: '<img src=x onerror=alert(1)>' })
    const { text } = await site.get(url)
    expect(text).not.toMatch(/<script>|<img|\u202e/)
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39; gnp. exe 🛰️ مرحبا')
  })
})

describe('a renewal request to an organisation without an address', () => {
  it('goes to the administrators, however they sign in; if there are none, it is logged', async () => {
    const [first, second] = [await issue({ segundos: 5 * 86_400 }), await issue({ segundos: 5 * 86_400 })]
    expect((await site.post(`${first.url}/renew`)).status).toBe(303)
    expect(await site.mailsOf(first.id)).toEqual([])
    expect(site.unheard).toEqual([first.id])
    const insert = `insert into users (email, name, role, created_at, password_hash, sso_issuer, sso_subject, disabled_at)
      values ($1, 'Somebody', 'administrator', now(), $2, $3, $4, $5)`
    const issuer = 'https://login.example.mx'
    for (const user of [
      ['sso@example.mx', null, issuer, 'subject 1', null],
      ['password@example.mx', 'a hash', null, null, null],
      ['invited@example.mx', null, null, null, null],
      ['gone@example.mx', null, issuer, 'subject 2', new Date()],
    ])
      await site.service.db.pool.query(insert, user)
    await site.post(`${second.url}/renew`)
    const recipients = (await site.mailsOf(second.id)).map(({ recipient }) => recipient)
    expect(recipients).toEqual(['sso@example.mx', 'password@example.mx'])
    expect(site.unheard).toEqual([first.id])
  })
})

describe('an invalid link', () => {
  it('never opens the page: another key, a part, another case, withdrawn or replaced', async () => {
    const [one, two] = [await issue(), await issue()]
    const [id, key] = one.url.split('/c/')[1].split('-')
    const otherKey = two.url.split('/c/')[1].split('-')[1]
    for (const wrong of [
      `${id}-${otherKey}`,
      `${id}-${key.slice(0, -1)}`,
      `${id}-${key}x`,
      `${id}-${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`,
      `${String(id).toUpperCase()}-${key.toLowerCase()}`,
      `0${id}-${key}`,
      `zzzzzzzzzzz-${key}`,
      id,
      '-',
      '%00',
      '..%2f..%2fetc%2fpasswd',
      `${id}-${'%27%20or%201=1'.padEnd(24, 'x')}`,
    ]) {
      for (const ending of ['', '.pdf']) {
        const { status, text } = await site.get(`/c/${wrong}${ending}`, { address: '198.51.100.1' })
        expect([404, 429], wrong).toContain(status)
        expect(text).not.toContain(one.usuario)
      }
    }
    expect((await site.get(one.url, { address: '198.51.100.1' })).status).toBe(200)
  })

  it('says in the reader’s language what to do', async () => {
    const { status, text, headers } = await site.get('/c/1-AAAAAAAAAAAAAAAAAAAAAAAA', {
      address: '198.51.100.2',
      language: 'en',
    })
    expect(status).toBe(404)
    expect(text).toContain('Ask your provider for the current link')
    expect(headers['cache-control']).toBe('no-store')
  })
})

describe('the page without the database', () => {
  it('shows an apology and no stack trace', async () => {
    const { url } = await issue()
    const broken = await CustomerSite.start({
      current: () => Promise.reject(Object.assign(new Error('secret detail'), { code: 'ECONNREFUSED' })),
    })
    try {
      await broken.service.db.close()
      const { status, text } = await broken.get(url)
      expect(status).toBe(503)
      expect(text).toContain('No podemos mostrar esta página')
      expect(text).not.toContain('secret detail')
    } finally {
      await broken.stop().catch(() => {})
    }
  })
})
