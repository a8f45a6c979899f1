// The public coverage: from the switch in the settings to the map on another website.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { expectGoodLooks } from './looks.ts'
import { hasChromium, Journey } from './support.ts'

const STATIONS = [
  { code: 'CDMX', name: 'Ciudad de México', lat: 19.43, lng: -99.13 },
  { code: 'TOLU', name: 'Toluca', lat: 19.29, lng: -99.66 },
  { code: 'CUER', name: 'Cuernavaca', lat: 18.92, lng: -99.23 },
]

/** Another website, which embeds the map with the line that the page offers. */
async function website(line: string): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="es"><title>Topografía Ruiz</title><h1>Topografía Ruiz</h1>${line}</html>`)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function find(page: Pick<Page, 'getByLabel' | 'getByRole'>, lat: string, lng: string) {
  await page.getByLabel('Latitud').fill(lat)
  await page.getByLabel('Longitud').fill(lng)
  return page.getByRole('status')
}

describe('the public coverage', { skip: !hasChromium }, () => {
  it('is opened by the operator, finds a mountpoint, and is embedded in another website', async () => {
    const journey = await Journey.start()
    onTestFinished(() => journey.stop())
    const desk = await journey.signIn(await journey.person('administrator'))
    for (const station of STATIONS) {
      const mountpoint = `${station.code}_RTCM32`
      await journey.ask(desk, 'POST', '/stations', { ...station, mountpoint, federalState: 'México' })
    }
    const visitor = await journey.window()
    await visitor.goto(journey.at('/'))
    await visitor.getByRole('link', { name: 'Consola' }).waitFor()
    expect(await visitor.getByRole('link', { name: 'Cobertura' }).count()).toBe(0)

    await desk.goto(journey.at('/console/settings/network'))
    await desk.getByRole('switch', { name: 'Cobertura pública' }).click({ force: true })
    await desk.getByRole('link', { name: 'Abrir /coverage' }).waitFor()

    await visitor.reload()
    await visitor.getByRole('link', { name: 'Cobertura' }).click()
    await visitor.getByRole('heading', { name: 'Cobertura', level: 1 }).waitFor()
    const answer = await find(visitor, '19,29', '-99.66')
    await answer.getByText('TOLU_RTCM32').waitFor()
    // The stations are declared and not measured, so no error is promised.
    await answer.getByText('Cobertura sin medición').waitFor()
    await answer.getByText('sin medición, así que no se puede estimar').waitFor()
    await expectGoodLooks(journey, visitor)
    await find(visitor, '25', '-99')
    await answer.getByText('Aquí no hay cobertura').waitFor()
    await expectGoodLooks(journey, visitor)

    await visitor.context().grantPermissions(['geolocation'], { origin: journey.at('/') })
    await visitor.context().setGeolocation({ latitude: 18.92, longitude: -99.23 })
    await visitor.getByRole('button', { name: 'Usar mi posición' }).click()
    await answer.getByText('CUER_RTCM32').waitFor()
    expect(await visitor.getByLabel('Latitud').inputValue()).toBe('18.92')

    const kml = await visitor.getByRole('link', { name: 'KML' }).getAttribute('href')
    expect(await (await visitor.request.get(journey.at(kml!))).text()).toContain('<name>CUER Cuernavaca</name>')
    const line = await visitor.getByRole('region', { name: 'Este mapa en su sitio web' }).innerText()
    const other = await journey.window()
    await other.goto(await website(line))
    const frame = other.frameLocator('iframe')
    await frame.getByLabel('Latitud').fill('19.43')
    await frame.getByLabel('Longitud').fill('-99.13')
    await frame.getByText('CDMX_RTCM32').waitFor()
    expect(journey.complaints).toEqual([])
  })
})
