// The PDF sheet as other programs read it: text and image by poppler, the QR code by zbar.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Brand, DEFAULT_BRAND, type Logo } from '../../../../src/domain/delivery/brand.ts'
import type { CustomerDelivery } from '../../../../src/domain/delivery/delivery.ts'
import { RECEIVER_KEYS } from '../../../../src/domain/delivery/receivers/names.ts'
import { LANGUAGES } from '../../../../src/domain/people/user.ts'
import { deliveryPdf, type PdfWish } from '../../../../src/outbound/delivery/pdf/document.ts'
import { PdfMaker } from '../../../../src/outbound/delivery/pdf/maker.ts'
import { recipeFor } from '../../../../src/outbound/delivery/recipe.ts'
import { lacks } from '../../../support/needs.ts'
import { DELIVERY } from '../support.ts'

const lacksPoppler = lacks('the sheet as poppler reads it', 'pdftotext')
const lacksZbar = lacks('the code of the sheet as zbar reads it', 'zbarimg')

let folder = ''
let files = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vertice-pdf-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const NETWORK = { ...DELIVERY, station: null, mountpoint: 'RED' }

const withLogo = (logo: Logo): Brand => ({ ...DEFAULT_BRAND, logo })

async function sheetOf(delivery: Partial<CustomerDelivery> = {}, wish: Partial<PdfWish> = {}): Promise<string> {
  const file = join(folder, `${++files}.pdf`)
  const content = await deliveryPdf(
    { ...DELIVERY, ...delivery },
    { language: 'es', paper: 'letter', brand: DEFAULT_BRAND, ...wish },
  )
  writeFileSync(file, content)
  return file
}

const run = (tool: string, ...args: string[]) => execFileSync(tool, args, { encoding: 'utf8' })
/** Text on one line, in column order. */
const textOf = (file: string) => run('pdftotext', file, '-').replace(/\s+/g, ' ')
/** Text without whitespace, which only breaks lines. */
const lettersOf = (file: string) => run('pdftotext', file, '-').replace(/\s+/g, '')
const pagesOf = (file: string) => Number(/Pages:\s+(\d+)/.exec(run('pdfinfo', file))![1])

function scan(file: string): string {
  run('pdftoppm', '-r', '150', '-png', '-singlefile', file, `${file}-image`)
  return run('zbarimg', '--quiet', '--raw', `${file}-image.png`).trim()
}

describe.skipIf(lacksPoppler)('the PDF sheet', () => {
  it('of a test credential says so first', async () => {
    const credential = { ...DELIVERY.credential, isTest: true }
    const text = textOf(await sheetOf({ credential }))
    expect(text).toContain('Credencial de prueba. Se emitió para probar una integración. No da acceso')
  })

  it('of a group names as many stations as fit on one page', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `REGION_NORTE_${10 + index}`)
    const ofGroup = { station: null, mountpoint: 'RED', group: { name: 'Norte', mountpoints: names, more: 188 } }
    const file = await sheetOf(ofGroup)
    expect(textOf(file)).toContain('Este acceso es para las estaciones de «Norte».')
    for (const name of names) expect(lettersOf(file)).toContain(name)
    expect(textOf(file)).toContain('y 188 más')
    expect(pagesOf(file)).toBe(1)
    expect(textOf(await sheetOf(ofGroup, { language: 'en', paper: 'a4' }))).toContain('and 188 more')
  })

  it('names other mountpoints with their frames', async () => {
    const named = Array.from({ length: 6 }, (_, index) => ({
      name: `RED_FRAME_${index}`,
      form: 'msm4' as const,
      datum: 'ITRF2014 época 2026.5',
    }))
    const file = await sheetOf({ ...NETWORK, others: { named, more: 3 } }, { receiver: 'trimble' })
    expect(textOf(file)).toContain('Otros puntos de montaje: RED_FRAME_0 (ITRF2014, época 2026.5; MSM4), RED_FRAME_1')
    expect(textOf(file)).toContain('y 3 más. Con el mismo usuario y contraseña.')
    expect(pagesOf(file)).toBe(1)
  })

  it('contains everything, in Spanish', async () => {
    const text = textOf(await sheetOf())
    for (const words of [
      'Red Geodésica del Bajío',
      'Datos de acceso NTRIP',
      'María Peña Ibáñez',
      'Obra norte, tramo 3',
      'caster.rtk.example.mx',
      '2101',
      'CDMX_RTCM32',
      'k7mqx2rtwd',
      'w8hn4tqcz6pmv3xk',
      'lunes, 16 de noviembre de 2026, 00:00',
      'miércoles, 16 de diciembre de 2026, 00:00',
      'Programada',
      'Hora de Ciudad de México',
      'Ciudad de México (CDMX)',
      'RTCM 3.2',
      'ITRF2008, época 2010.0',
      'el marco oficial de México',
      'No sirven para iniciar sesión en un sitio web',
      'Lefebure NTRIP Client',
      'RTKLIB',
      DELIVERY.url!,
    ])
      expect(text).toContain(words)
  })

  it("has the operator’s title, and quotes the tenant's text below, shortened and without links", async () => {
    const customerName = `Su cuenta fue suspendida: pague en https://cobros.example.mx ${'ya '.repeat(60)}`
    const lines = run('pdftotext', await sheetOf({ credential: { ...DELIVERY.credential, customerName } }), '-').split(
      '\n',
    )
    expect(lines.slice(0, 3).map((line) => line.trim())).toContain('Datos de acceso NTRIP')
    const text = lines.join(' ')
    expect(text).toMatch(/Para: “Su cuenta fue suspendida: pague en https: \/\/cobros\. example\. mx [^”]*…”/)
    expect(text).toContain('Referencia: “Obra norte, tramo 3”')
    expect(text.split('Datos de acceso NTRIP')).toHaveLength(2)
  })

  it('contains everything in English, for the network, on A4', async () => {
    const file = await sheetOf({ station: null, mountpoint: 'RED', state: 'in_force' }, { language: 'en', paper: 'a4' })
    const text = textOf(file)
    for (const words of ['NTRIP access', 'Wednesday, 16 December 2026', 'Active', 'The whole network', 'NMEA GGA'])
      expect(text).toContain(words)
    expect(run('pdfinfo', file)).toMatch(/Page size:\s+595\.28 x 841\.89 pts \(A4\)/)
    expect(pagesOf(file)).toBe(1)
  })

  // Half of them in each language: a sheet takes a second.
  it.each(RECEIVER_KEYS.map((key, index) => [key, LANGUAGES[index % LANGUAGES.length]!] as const))(
    'has the steps for %s on one page, in %s',
    async (receiver, language) => {
      const file = await sheetOf(NETWORK, { language, receiver, paper: 'a4' })
      expect(pagesOf(file)).toBe(1)
      // pdftotext leaves out the apostrophe of the font.
      const plain = (text: string) => text.replace(/[\s’]+/g, '')
      const letters = plain(lettersOf(file))
      const { steps, values, traps, notices } = recipeFor(receiver, NETWORK, language)
      const filled = steps.map((step) => step.replace(/\{(\w+)\}/g, (_, key) => values[key]!))
      for (const text of [...filled, ...notices, ...traps.map(({ text }) => text)])
        expect(letters).toContain(plain(text))
    },
  )

  it('embeds every font', async () => {
    const [, , ...fonts] = run('pdffonts', await sheetOf({}, { brand: withLogo(LOGO) }))
      .trim()
      .split('\n')
    expect(fonts.length).toBeGreaterThan(2)
    for (const font of fonts) expect(font).toMatch(/ yes yes yes /) // embedded, a subset, readable as text
  })

  it('fits on one page with the longest allowed values', async () => {
    const wide = 'W'.repeat(200)
    const host = `${'w'.repeat(63)}.`.repeat(4).slice(0, 253)
    const longest = {
      networkName: 'W'.repeat(100),
      casterHost: host,
      casterPort: 65535,
      mountpoint: 'W'.repeat(100),
      format: 'W'.repeat(100),
      datum: 'W'.repeat(100),
      station: { code: 'W'.repeat(32), name: 'W'.repeat(100) },
      state: 'suspended' as const,
      simulated: true,
      credential: { ...DELIVERY.credential, customerName: wide, label: wide },
      url: `https://${host}/c/${DELIVERY.url!.split('/c/')[1]}`,
    }
    const wishes = (['letter', 'a4'] as const).flatMap((paper) => [
      { paper, shows: 'RTKLIB' },
      { paper, receiver: 'rtklib' as const, shows: 'RTKNAVIabraInputStreams' },
      { paper, receiver: 'johndeere' as const, shows: 'OMPFP21126' },
    ])
    for (const { shows, ...wish } of wishes) {
      const file = await sheetOf(longest, wish)
      expect(pagesOf(file)).toBe(1)
      expect(lettersOf(file)).toContain(shows)
      // Values that a person must type are complete, however small.
      expect(lettersOf(file)).toContain(host)
      expect(lettersOf(file)).toContain('w8hn4tqcz6pmv3xk')
      if (!lacksZbar) expect(scan(file)).toBe(longest.url)
    }
  })

  it('shows names of all scripts, and removes characters that reverse text', async () => {
    const customerName = 'Ωmega Жанна \u202eevil\u202c <b>x</b> 🛰️ שלום'
    const text = textOf(await sheetOf({ credential: { ...DELIVERY.credential, customerName } }))
    for (const words of ['Ωmega', 'Жанна', 'evil', '<b>x</b>']) expect(text).toContain(words)
    expect(text).not.toMatch(/[\u202d\u202e]/)
  })

  it('says that the credential has expired, and has no QR code without a link', async () => {
    const text = textOf(await sheetOf({ state: 'expired', url: null }))
    expect(text).toContain('Vencida')
    expect(text).not.toContain('https://')
  })

  it('of a credential that ended shows whose it is, and no password', async () => {
    for (const state of ['expired', 'revoked'] as const) {
      const file = await sheetOf({ state })
      const text = textOf(file)
      expect(text).toContain(DELIVERY.credential.username)
      expect(text).toContain(state === 'revoked' ? 'Su acceso se canceló.' : 'ya no puede conectarse')
      expect(text).not.toContain(DELIVERY.password)
      expect(text).not.toMatch(/Esta hoja muestra la contraseña|Cómo conectarse|Escanee/)
    }
  })

  it.skipIf(lacksZbar)('has a QR code that leads to the page', async () => {
    expect(scan(await sheetOf())).toBe(DELIVERY.url)
    expect(scan(await sheetOf({}, { language: 'en', paper: 'a4' }))).toBe(DELIVERY.url)
  })
})

describe('the logo', () => {
  it.skipIf(lacksPoppler)('is at the top, beside the name', async () => {
    const file = await sheetOf({}, { brand: withLogo(LOGO) })
    expect(textOf(file)).toContain('Red Geodésica del Bajío')
    expect(pagesOf(file)).toBe(1)
    run('pdftoppm', '-r', '50', '-singlefile', file, `${file}-image`)
    const reds = execFileSync('head', ['-c', '100000', `${file}-image.ppm`])
    expect(reds.includes(Buffer.from([255, 0, 0, 255, 0, 0]))).toBe(true)
  })
})

function redSquare(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    checksum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, checksum])
  }
  const head = Buffer.from([0, 0, 0, 16, 0, 0, 0, 16, 8, 2, 0, 0, 0])
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(48).map((_, index) => (index % 3 === 0 ? 255 : 0))])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: 16 }, () => row)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

const LOGO = { kind: 'png', content: redSquare() } as const

describe('the PDF thread', () => {
  it('returns the same as the main thread, handles several at once, and restarts after a stop', async () => {
    const maker = new PdfMaker(() => withLogo(LOGO))
    onTestFinished(() => maker.close())
    const here = await deliveryPdf(DELIVERY, { language: 'es', paper: 'a4', brand: withLogo(LOGO) })
    const [one, ...others] = await Promise.all(
      Array.from({ length: 4 }, () => maker.make(DELIVERY, { language: 'es', paper: 'a4' })),
    )
    expect(one!.length).toBe(here.length)
    expect(others.every((other) => other.equals(one!))).toBe(true)
    const unfinished = expect(maker.make(DELIVERY, { language: 'en' })).rejects.toThrow('the service is stopping')
    await maker.close()
    await unfinished
    expect((await maker.make(DELIVERY, { language: 'en' })).subarray(0, 5).toString()).toBe('%PDF-')
  })

  it.runIf(process.platform === 'linux')('runs at a lower priority, unlike all other threads', async () => {
    const maker = new PdfMaker(() => DEFAULT_BRAND)
    onTestFinished(() => maker.close())
    await maker.make(DELIVERY, { language: 'es' })
    const niceness = readdirSync('/proc/self/task').map((task) => {
      const afterName = readFileSync(`/proc/self/task/${task}/stat`, 'utf8').split(') ').at(-1)!
      return Number(afterName.split(' ')[16])
    })
    const { PRIORITY_BELOW_NORMAL: below } = constants.priority
    const own = Math.min(...niceness)
    expect(niceness.filter((nice) => nice > own)).toEqual(own < below ? [below] : [])
  })

  it('reports a failure to the caller and continues', async () => {
    const maker = new PdfMaker(() => withLogo({ kind: 'png', content: Buffer.from('not a picture') }))
    onTestFinished(() => maker.close())
    await expect(maker.make(DELIVERY, { language: 'es' })).rejects.toThrow()
    await expect(maker.make(DELIVERY, { language: 'es' })).rejects.toThrow()
  })
})
