// An operator imports users of a BKG caster: chooses files, reviews each line, corrects them, imports.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STATIONS } from '../support/service.ts'
import { expectGoodLooks } from './looks.ts'
import { hasChromium, Journey } from './support.ts'

const FILES = {
  'users.aut': 'Ana.Peña:s3cr3t-largo\nbeto:b\nvisita:clave-2024\nleft:over-there\nbroken\n',
  'groups.aut': 'Norte:Ana.Peña,beto:2\nvisitas:visita\n',
  'clientmounts.aut': '/CDMX:Norte\n/TOLU:Norte\n/NUEVA\ndefault:visitas\n',
}
const MENDED = {
  ...FILES,
  'users.aut': FILES['users.aut'].replace('broken\n', ''),
  'clientmounts.aut': FILES['clientmounts.aut'].replace('/NUEVA\n', ''),
}

let journey: Journey
let page: Page

const choose = (files: Readonly<Record<string, string>>) =>
  page
    .locator('input[type=file]')
    .setInputFiles(
      Object.entries(files).map(([name, text]) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })),
    )
const lineOf = (user: string) => page.getByRole('row').filter({ hasText: user })

describe('users of another caster', { skip: !hasChromium }, () => {
  beforeAll(async () => {
    journey = await Journey.start()
    page = await journey.signIn(await journey.person('administrator'))
    for (const { code, name, lat, lng } of Object.values(STATIONS))
      await journey.ask(page, 'POST', '/stations', { code, name, lat, lng, mountpoint: code })
    await journey.ask(page, 'POST', '/owners', { name: 'Red Propia' })
  })
  afterAll(async () => {
    await journey?.stop()
  })

  it('are previewed line by line, and one invalid line blocks the import', async () => {
    await page.goto(journey.at('/console/credentials/import'))
    await page.getByRole('link', { name: 'Importar usuarios de otro caster' }).click()
    await page.getByRole('combobox', { name: 'Organización' }).last().click()
    await page.getByRole('option', { name: 'Red Propia' }).click()
    await choose(FILES)
    await page.getByText('con problemas: 3').waitFor()
    await lineOf('Ana.Peña').getByText('nuevo').waitFor()
    await lineOf('beto').getByText('contraseña débil').waitFor()
    await lineOf('visita').getByText('la línea 3 de clientmounts.aut').waitFor()
    await lineOf('clientmounts.aut').first().waitFor()
    await page.getByText('se creará el grupo «Norte» con 2 estaciones').waitFor()
    expect(await page.getByRole('button', { name: 'Importar 2 usuarios' }).isDisabled()).toBe(true)
    await expectGoodLooks(journey, page)
    expect((await journey.ask(page, 'GET', '/credentials')).body.credentials).toEqual([])
  })

  it('are rejected if the files have unexpected names', async () => {
    await choose({ 'users.aut': 'a:b\n', 'groups.aut': 'g:a\n', 'clientmounts (1).aut': '/CDMX:g\n', 'x.conf': '' })
    await page.getByRole('alert').getByText('clientmounts (1).aut no es users.aut').waitFor()
    expect(await page.getByRole('table').count()).toBe(0)
  })

  it('are imported once the lines are corrected', async () => {
    await choose(MENDED)
    await page.getByText('se omite: 1').waitFor()
    await page.getByRole('button', { name: 'Importar 3 usuarios' }).click()
    await page.getByText('Se importaron 3 usuarios.').waitFor()
    const { body } = await journey.ask(page, 'GET', '/credentials')
    const names = body.credentials.map(({ username }: { username: string }) => username)
    expect(names.sort()).toEqual(['Ana.Peña', 'beto', 'visita'])
  })
})
