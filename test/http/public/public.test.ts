import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../../src/base/serving/app.ts'
import { buildApi } from '../../../src/http/api/server.ts'
import { Bundle } from '../../../src/http/pages/bundle.ts'
import { lostPage } from '../../../src/http/public/lost.ts'
import { publicRoutes } from '../../../src/http/public/public.ts'
import { errorPage } from '../../../src/outbound/delivery/page/page.ts'
import { languageOf } from '../../../src/outbound/delivery/words/words.ts'
import { TestService } from '../../support/service.ts'

const NOW = new Date('2026-11-14T18:00:00Z')
const SCRIPT = 'console.log("á")'
const STYLE = 'body { color: red }'

let service: TestService
let folder: string
/** The brand in the head of a page. */
const FACTS = {
  imageSources: ['https://tiles.example.mx'],
  accent: '#7a1f3d',
  accentPale: '#d08aa0',
  logo: '/brand/0123456789abcdef',
  logoDark: null,
}
let bundle: Bundle
let app: App

const door = (more: object = {}) =>
  buildApi({
    ...service.services,
    otherRoutes: [
      publicRoutes({
        ...service.services,
        clock: () => NOW,
        baseUrl: 'https://rtk.example.mx',
        bundle,
        statusPage: true,
        coveragePage: true,
        simulated: false,
        mapTiles: null,
        ...more,
      }),
    ],
  })
const get = (url: string, headers: InjectOptions['headers'] = {}, from = app) =>
  from.inject({ method: 'GET', url, headers })

beforeAll(async () => {
  service = await TestService.start()
  folder = await mkdtemp(join(tmpdir(), 'vertice-pages-'))
  await mkdir(join(folder, 'assets'))
  const page = '<head><meta name="csp-nonce" content="__CSP_NONCE__"></head>'
  await writeFile(join(folder, 'index.html'), `console ${page}`)
  await writeFile(join(folder, 'public.html'), `public ${page}`)
  await writeFile(join(folder, 'assets/console-AbCd1234.js'), SCRIPT)
  await writeFile(join(folder, 'assets/console-AbCd1234.js.gz'), gzipSync(SCRIPT))
  await writeFile(join(folder, 'assets/style-AbCd1234.css'), STYLE)
  await writeFile(join(folder, 'assets/style-AbCd1234.css.br'), brotliCompressSync(STYLE))
  await writeFile(join(folder, 'assets/style-AbCd1234.css.gz'), gzipSync(STYLE))
  await writeFile(join(folder, 'assets/theme.js'), '1')
  await writeFile(join(folder, 'secret.txt'), 'not for you')
  bundle = await Bundle.load(folder, () => FACTS)
  app = await door()
  const place = { federalState: 'CDMX', lat: 19.4, lng: -99.1 }
  await service.saveStations(
    { code: 'CDMX', name: 'Ciudad de México', mountpoint: 'CDMX', ...place },
    { code: 'TOLU', name: 'Toluca <b>', mountpoint: 'TOLU', ...place },
  )
  const { rows } = await service.db.pool.query(`select id from stations where code = 'CDMX'`)
  await service.db.pool.query(
    `insert into station_days (station_id, day, minutes_up, minutes_down) values ($1, '2026-11-13', 1430, 10), ($1, '2026-11-14', 700, 0)`,
    [rows[0].id],
  )
})
afterAll(async () => {
  await app.close()
  await service.stop()
  await rm(folder, { recursive: true })
})

describe('a public page', () => {
  it('has a new nonce each time, the same in its policy, and no inline scripts', async () => {
    const nonces = new Set<string>()
    for (let count = 0; count < 3; count++) {
      const answer = await get('/')
      const [, nonce] = /content="([\w-]{22})"/.exec(answer.body)!
      const policy = String(answer.headers['content-security-policy'])
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
      expect(policy).toContain("script-src 'self';")
      expect(policy).not.toContain('unsafe')
      expect(policy).toContain("img-src 'self' data: https://tiles.example.mx;")
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.headers['strict-transport-security']).toMatch(/max-age/)
      nonces.add(nonce!)
    }
    expect(nonces.size).toBe(3)
  })

  it('has the brand in its head, in a form that the policy allows', async () => {
    const { body } = await get('/')
    const [, nonce] = /content="([\w-]{22})"/.exec(body)!
    expect(body).toContain(`<style nonce="${nonce}">:root:root{--accent-deep:#7a1f3d;--accent-pale:#d08aa0}</style>`)
    expect(body).toContain('<meta name="brand-logo" content="/brand/0123456789abcdef">')
    expect(body).not.toContain('brand-logo-dark')
  })

  it('is not found while the operator has it disabled', async () => {
    const set = { statusPage: false }
    const own = await door(set)
    expect((await get('/status', {}, own)).statusCode).toBe(404)
    expect((await get('/public/status', {}, own)).statusCode).toBe(404)
    expect(JSON.parse((await get('/public/about', {}, own)).body).statusPage).toBe(false)
    await own.close()
  })

  it('returns a readable 503 if it is not built; other routes work', async () => {
    const without = await door({ bundle: null })
    const answer = await get('/', {}, without)
    expect(answer.statusCode).toBe(503)
    expect(answer.body).toContain('The API works')
    expect((await get('/assets/theme.js', {}, without)).statusCode).toBe(404)
    expect((await get('/public/about', {}, without)).statusCode).toBe(200)
    await without.close()
  })
})

describe('an unknown address', () => {
  const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  let open: App
  beforeAll(async () => {
    const files = { style: '/c/files/x.css', script: '/c/files/x.js', logo: null, logoDark: null, accent: null }
    open = await buildApi({
      ...service.services,
      showLost: lostPage('https://rtk.example.mx', {
        preferredLanguage: languageOf,
        troublePage: async (trouble, language) => errorPage(trouble, language, files, 'RTK <del> Bajío'),
      }),
    })
  })
  afterAll(() => open.close())

  it('is a branded page for browsers, in either language', async () => {
    const spanish = await get('/nada/aqui', { ...html, 'accept-language': 'es-MX' }, open)
    expect(spanish.statusCode).toBe(404)
    expect(spanish.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept, accept-language',
    })
    expect(spanish.headers['content-security-policy']).toContain("default-src 'self'")
    expect(spanish.body).toContain('<h1>Página no encontrada</h1>')
    expect(spanish.body).toContain('RTK &lt;del&gt; Bajío')
    expect((await get('/nada/aqui?lang=en', { ...html, 'accept-language': 'es' }, open)).body).toContain(
      'Page not found',
    )
  })

  it('is a problem response for programs, whatever they accept', async () => {
    const asked = [get('/nada', {}, open), get('/nada', { accept: '*/*' }, open), get('/api/v1/nada', html, open)]
    for (const answer of [
      ...(await Promise.all(asked)),
      await open.inject({ method: 'POST', url: '/nada', headers: html }),
    ]) {
      expect(answer.statusCode).toBe(404)
      expect(answer.headers['content-type']).toContain('application/problem+json')
    }
  })
})

describe('the network status', () => {
  it('is rate-limited to 3,000 requests a minute per address', async () => {
    const own = await door()
    const ask = (remoteAddress: string) => own.inject({ url: '/public/status', remoteAddress })
    for (let asked = 0; asked < 3_000; asked++) await ask('198.51.100.9')
    const refused = await ask('198.51.100.9')
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('60')
    expect((await ask('198.51.100.10')).statusCode).toBe(200)
    await own.close()
  })
})

describe('a file of the app', () => {
  it('is compressed if accepted, and immutable if its name has a hash', async () => {
    const plain = await get('/assets/console-AbCd1234.js')
    expect(plain.body).toBe(SCRIPT)
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    const packed = await get('/assets/console-AbCd1234.js', { 'accept-encoding': 'gzip, br' })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(packed.rawPayload).toString()).toBe(SCRIPT)
    expect(packed.headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', vary: 'accept-encoding' })
    const etag = String(plain.headers.etag)
    expect((await get('/assets/console-AbCd1234.js', { 'if-none-match': etag })).statusCode).toBe(304)
    expect((await get('/assets/theme.js')).headers['cache-control']).toBe('public, max-age=3600')
  })

  it('is sent in the best accepted encoding', async () => {
    const { headers, rawPayload } = await get('/assets/style-AbCd1234.css', { 'accept-encoding': 'gzip, deflate, br' })
    expect(headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'text/css; charset=utf-8' })
    expect(brotliDecompressSync(rawPayload).toString()).toBe(STYLE)
  })

  it('answers HEAD with its headers', async () => {
    const answer = await app.inject({ method: 'HEAD', url: '/assets/console-AbCd1234.js' })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe('')
    expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(SCRIPT)))
  })

  it.each(['../secret.txt', '..%2fsecret.txt', '%2e%2e/secret.txt', 'nothing.js', '', 'console-AbCd1234.js.gz'])(
    'is a 404 outside the app: %s',
    async (name) => {
      const answer = await get(`/assets/${name}`)
      expect(answer.statusCode).toBe(404)
      expect(answer.json().code).toBe('route_not_found')
    },
  )
})

describe('the network status', () => {
  it('separates downtime from unmeasured time for 60 days, and measured from declared status', async () => {
    const answer = await get('/public/status')
    const { network, stations, firstDay } = answer.json()
    expect(network.simulated).toBe('none')
    expect(firstDay).toBe('2026-09-16')
    const [cdmx, tolu] = stations
    expect(cdmx).toMatchObject({ code: 'CDMX', measured: false, uptimePct: 99.53 })
    expect(cdmx.days).toHaveLength(60)
    expect(cdmx.days.at(-2)).toEqual([1430, 10, 0])
    expect(cdmx.days.at(-1)).toEqual([700, 0, 20])
    expect(cdmx.days[0]).toEqual([0, 0, 1440])
    expect(tolu).toMatchObject({ name: 'Toluca <b>', uptimePct: null })
  })

  it('contains only what the page shows', async () => {
    const { stations } = (await get('/public/status')).json()
    const fields = ['code', 'days', 'lat', 'lng', 'measured', 'name', 'simulated', 'status', 'uptimePct']
    expect(Object.keys(stations[0]).sort()).toEqual(fields)
  })

  it('is compressed, and not sent again if unchanged', async () => {
    const packed = await get('/public/status', { 'accept-encoding': 'gzip' })
    expect(JSON.parse(gunzipSync(packed.rawPayload).toString()).ok).toBe(true)
    const again = await get('/public/status', { 'if-none-match': String(packed.headers.etag) })
    expect(again.statusCode).toBe(304)
  })

  it('is not found if the operator disables the page', async () => {
    const closed = await door({ statusPage: false })
    expect((await get('/status', {}, closed)).statusCode).toBe(404)
    expect((await get('/public/status', {}, closed)).statusCode).toBe(404)
    expect((await get('/public/about', {}, closed)).json()).toMatchObject({ statusPage: false })
    await closed.close()
  })
})
