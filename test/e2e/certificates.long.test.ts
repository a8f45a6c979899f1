import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fingerprintText } from '../../src/domain/stations/certificate.ts'
import { clientCertificate } from '../support/client-certificate.ts'
import { STATIONS } from '../support/service.ts'
import { hasChromium, Journey } from './support.ts'

const { code, name, lat, lng } = STATIONS.cdmx
let journey: Journey
let page: Page

describe('certificates of a station', { skip: !hasChromium }, () => {
  beforeAll(async () => {
    journey = await Journey.start()
    page = await journey.signIn(await journey.person('administrator'))
    const { station } = (await journey.ask(page, 'POST', '/stations', { code, name, lat, lng })).body
    await journey.ask(page, 'POST', `/stations/${station.id}/secret`)
  })
  afterAll(() => journey?.stop())

  it('are pasted or chosen as a file, and shown with their fingerprint', async () => {
    const { cert, key, fingerprint } = clientCertificate('CDMX')
    await page.getByRole('link', { name: 'Estaciones' }).first().click()
    await page.getByRole('link', { name: code }).first().click()
    await page.getByRole('tab', { name: 'Origen' }).click()
    const field = page.getByRole('textbox', { name: 'Certificado (PEM)' })
    await field.fill(key)
    await page.getByRole('button', { name: 'Registrar certificado' }).click()
    await page.getByText('Contiene una clave privada').waitFor()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.pem', mimeType: 'text/plain', buffer: Buffer.from(cert) })
    await page.getByRole('button', { name: 'Registrar certificado' }).click()
    await page.getByText(fingerprintText(fingerprint)).waitFor()
    await page.getByText('La estación puede conectarse con un certificado registrado').waitFor()
    await expect.poll(() => field.inputValue()).toBe('')
  })

  it('it is required, and on a phone nothing is cut off', async () => {
    await page.getByRole('button', { name: 'Exigir certificado' }).click()
    await page
      .getByRole('dialog', { name: `¿Exigir certificado a ${code}?` })
      .getByRole('button', { name: 'Exigir certificado' })
      .click()
    await page.getByText('La estación necesita su certificado y su contraseña').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByText('Certificados de cliente (TLS)').scrollIntoViewIfNeeded()
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
  })

  it('can all be removed once none is required', async () => {
    const remove = page.getByRole('button', { name: 'Quitar', exact: true })
    await page.getByText('Es el último certificado vigente y se exige uno').waitFor()
    expect(await remove.count()).toBe(0)
    await page.getByRole('button', { name: 'Dejar de exigir certificado' }).click()
    const asked = page.getByRole('dialog', { name: `¿Dejar de exigir certificado a ${code}?` })
    await asked.getByRole('button', { name: 'Dejar de exigir certificado' }).click()
    await remove.click()
    const dialog = page.getByRole('dialog', { name: '¿Quitar el certificado CN=CDMX?' })
    await dialog.getByRole('button', { name: 'Quitar' }).click()
    await page.getByText('Sin certificados registrados').waitFor()
  })
})
