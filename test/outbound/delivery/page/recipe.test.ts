// The receiver on the customer's page: the choice and the recipe.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMountpoint } from '../../../../src/actions/network/mountpoints/write.ts'
import { RECEIVER_KEYS } from '../../../../src/domain/delivery/receivers/names.ts'
import { wordsIn } from '../../../../src/words/language.ts'
import { receiverName } from '../../../../src/words/words.ts'
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
  (await client.post('/credentials', { segundos: 30 * 86_400, station_codigo: 'CDMX', ...more })).body.credential

/** The visible text, on one line. */
const textOf = (page: string) => page.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')

/** The page without the parts that are hidden until the customer reveals them. */
const withoutSecrets = (page: string) =>
  page.replace(/<details class="secret">.*?<\/details>/gs, '').replace(/ data-copy="[^"]*"/g, '')

describe('the choice of a receiver', () => {
  it('offers every receiver, and keeps the chosen one in the other links', async () => {
    const { url } = await issue()
    const { text } = await site.get(`${url}?lang=en`)
    for (const key of RECEIVER_KEYS)
      expect(text).toContain(`<a href="?lang=en&receiver=${key}#receiver">${receiverName(wordsIn('en'), key)}</a>`)
    expect(text).toContain('<details class="choice" open>')
    const chosen = (await site.get(`${url}?lang=en&receiver=leica`)).text
    expect(chosen).toContain('href="?lang=es&receiver=leica" hreflang="es"')
    expect(chosen).toContain('.pdf?lang=en&receiver=leica"')
    expect(chosen).toContain('<details class="choice"><summary>')
    expect(chosen).toContain('receiver=leica#receiver" aria-current="true">')
  })

  it('ignores an unknown receiver', async () => {
    const { url } = await issue()
    for (const wrong of ['nokia', '<script>', 'leica&receiver=emlid']) {
      const { status, text } = await site.get(`${url}?receiver=${wrong}`)
      expect(status).toBe(200)
      expect(text).not.toMatch(/<div class="recipe">|<script>/)
    }
  })
})

describe('the recipe', () => {
  let shared: Awaited<ReturnType<typeof issue>>
  beforeAll(async () => {
    shared = await issue()
  })

  it.each(RECEIVER_KEYS)(
    'for %s has the data filled in, in both languages, and hides the password',
    async (receiver) => {
      const { url, password, usuario } = shared
      for (const language of ['es', 'en'] as const) {
        const { status, text } = await site.get(`${url}?lang=${language}&receiver=${receiver}`)
        expect(status).toBe(200)
        expect(text).toContain(receiverName(wordsIn(language), receiver))
        expect(text).not.toMatch(/\{(host|port|user|mountpoint)\}|undefined|\[object/)
        expect(withoutSecrets(text)).toContain(usuario)
        expect(withoutSecrets(text)).not.toContain(password)
      }
    },
  )

  it('names the documents, and what none of them confirms', async () => {
    const { url } = await issue()
    const trimble = textOf((await site.get(`${url}?lang=en&receiver=trimble`)).text)
    expect(trimble).toContain('NTRIPVersions 1 and 2 1')
    expect(trimble).toContain('Trimble Access 2021.10, help: NTRIP server settings')
    expect(trimble).toContain(
      'Not confirmed by the maker’s documents: the steps, Position (GGA), Messages, Encryption (TLS).',
    )
    const spanish = textOf((await site.get(`${url}?receiver=hitarget`)).text)
    expect(spanish).toContain('No confirmado por los documentos del fabricante: los pasos, NTRIP, Posición (GGA)')
    expect(textOf((await site.get(`${url}?lang=en&receiver=comnav`)).text)).toContain(
      'according to a document of others',
    )
  })

  it('uses a mountpoint with 1004 and 1012 for a receiver without MSM, if there is one', async () => {
    const { url } = await issue({ station_codigo: 'TOLU' })
    const page = async () => textOf((await site.get(`${url}?lang=en&receiver=older`)).text)
    expect(await page()).toContain('your access has no mountpoint with messages 1004 and 1012')
    const context = byTest(site.service.services)
    await addMountpoint(context, 'TOLU_OLD', { code: 'TOLU' }, { alteration: { form: 'legacy' } })
    expect(await page()).toContain('Use the mountpoint TOLU_OLD, which sends 1004 and 1012.')
    expect(await page()).toContain('Choose the mountpoint TOLU_OLD and the format RTCM 3, and connect.')
  })

  it('warns at the network mountpoint if the receiver may not send its position', async () => {
    const { url } = await issue({ station_codigo: undefined })
    expect(textOf((await site.get(`${url}?lang=en&receiver=fjd`)).text)).toContain(
      'RED needs the position of your equipment (GGA). We couldn’t confirm that this equipment sends it.',
    )
  })
})
