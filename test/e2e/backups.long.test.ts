import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readOperatorSettings } from '../../src/store/network/operator-settings.ts'
import { endBackup, insertBackup } from '../../src/store/operations/backup/attempts.ts'
import { expectGoodLooks } from './looks.ts'
import { hasChromium, Journey, type Person } from './support.ts'

const HOUR_MS = 3_600_000

let journey: Journey
let admin: Person
beforeAll(async () => {
  if (!hasChromium) return
  journey = await Journey.start()
  admin = await journey.person('administrator')
})
afterAll(() => journey?.stop())

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS)

describe.skipIf(!hasChromium)('daily backups', () => {
  it('explain on the card how to set them up if none are made', async () => {
    const page = await journey.signIn(admin, {}, '/system')
    await page.getByRole('heading', { name: 'Respaldos diarios' }).waitFor()
    await page.getByRole('region', { name: 'Respaldos diarios' }).getByText('Cree la carpeta «backups»').waitFor()
    // The same checks and advice as the command `vertice doctor`.
    const checks = page.getByRole('region', { name: 'Diagnóstico' })
    await checks.getByRole('status').filter({ hasText: 'advertencia' }).waitFor()
    await checks.getByText('no hay ningún respaldo de esta base de datos').waitFor()
    await checks.getByText('→ active los respaldos diarios').waitFor()
    await checks.getByText('Último respaldo diario: ninguno').waitFor()
    expect(await checks.getByText('el servicio responde').count()).toBe(0)
    await checks.getByRole('button', { name: /^Ver las \d+ comprobaciones/ }).click()
    await checks.getByText('el servicio responde').first().waitFor()
    await checks.getByText(/PostgreSQL .* en DATABASE_URL: en línea/).waitFor()
    expect(await page.getByRole('table', { name: 'Almacenamiento' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Ver tamaños por tabla' }).click()
    await page.getByRole('table', { name: 'Almacenamiento' }).waitFor()
    await page.close()
  })

  it('show the newest on the card, and a failure in the reader’s language', async () => {
    const { db } = journey
    const good = await insertBackup(db, 'rtk-1', 'vertice-2026-11-16T09-00-00Z.vbk', hoursAgo(50))
    await endBackup(db, good, { bytes: 45_600_000 }, hoursAgo(50))
    const failed = await insertBackup(db, 'rtk-1', 'vertice-2026-11-18T09-00-00Z.vbk', hoursAgo(1))
    await endBackup(db, failed, { failure: { code: 'disk_full', params: {} } }, hoursAgo(1))
    const page = await journey.signIn(await journey.person('viewer'), { locale: 'en-US' }, '/system')
    await page.getByRole('heading', { name: 'Daily backups' }).waitFor()
    await page.getByText('rtk-1: vertice-2026-11-16T09-00-00Z.vbk').waitFor()
    await page.getByText('46 MB').waitFor()
    await page.getByText('failed (the disk is full)').waitFor()
    await page.getByText('too old').waitFor()
    await expectGoodLooks(journey, page)
    const first = await journey.signIn(admin)
    await first
      .getByText('El respaldo más reciente tiene 50 horas; el último intento falló: el disco está lleno')
      .waitFor()
  })

  it('let an administrator set how many are kept', async () => {
    const page = await journey.signIn(admin, {}, '/settings')
    const field = page.getByLabel('Respaldos por conservar')
    await field.fill('30')
    await page.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect.poll(async () => (await readOperatorSettings(journey.db)).backupKeep, { timeout: 90_000 }).toBe(30)
  })

  it('cause no browser errors on any page', () => {
    expect(journey.complaints).toEqual([])
  })
})
