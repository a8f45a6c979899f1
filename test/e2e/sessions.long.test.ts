import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepNode } from '../support/rows.ts'
import { expectGoodLooks } from './looks.ts'
import { hasChromium, Journey } from './support.ts'

let journey: Journey
let admin: Page
let credentialId: number

const MEASURED = {
  lat: 19.5,
  lng: -99.2,
  quality: 4,
  positions: 300,
  fixed_positions: 279,
  age_seconds: 1.2,
  median_age_seconds: 1.5,
  worst_age_seconds: 40,
  distance_km: 12.3,
  base_changes: 2,
  gaps: 3,
  longest_gap_seconds: 14,
}

async function addSession(minutesAgo: number, ended: boolean, more: object = {}): Promise<void> {
  const started = new Date(Date.now() - minutesAgo * 60_000)
  const row = {
    ...{ id: `s${minutesAgo}`, node: 'caster', credential_id: credentialId, username: 'k7mq2wxy9p', mountpoint: 'RED' },
    ...{
      started_at: started,
      address: '189.203.4.7',
      agent: 'NTRIP AgOpenGPS',
      bytes: 1_234_567,
      position_at: started,
    },
    ...(ended && { ended_at: new Date(started.getTime() + 3_600_000), end_reason: 'client_left' }),
    ...more,
  }
  const names = Object.keys(row)
  const places = names.map((_, index) => `$${index + 1}`)
  await journey.db.pool.query(`insert into sessions (${names}) values (${places})`, Object.values(row))
}

describe('sessions', { skip: !hasChromium }, () => {
  beforeAll(async () => {
    journey = await Journey.start()
    admin = await journey.signIn(await journey.person('administrator'))
    // The first page of a network without stations has only first steps.
    const place = { federalState: 'Guanajuato', lat: 21.1, lng: -101.6, mountpoint: 'LEON' }
    await journey.ask(admin, 'POST', '/stations', { code: 'LEON', name: 'León', ...place })
    const owner = (await journey.ask(admin, 'POST', '/owners', { name: 'Agrícola del Bajío' })).body.owner
    const wish = { ownerId: owner.id, validitySeconds: 86_400, customerName: 'Tractor 7' }
    credentialId = (await journey.ask(admin, 'POST', '/credentials', wish)).body.credential.id
    await keepNode(journey.db, 'caster')
    await addSession(30, false, MEASURED)
    await addSession(300, true, MEASURED)
    await addSession(900, true)
  })
  afterAll(() => journey.stop())

  const cellsOf = async (page: Page, table: string, row: number) =>
    (await page.getByRole('table', { name: table }).locator('tbody tr').nth(row).locator('td').allInnerTexts()).map(
      (text) => text.replace(/\s+/g, ' '),
    )

  it('show the last and worst age, distance, changes and gaps of connected rovers', async () => {
    await admin.reload()
    await admin.getByRole('table', { name: 'Rovers conectados' }).waitFor()
    expect(await cellsOf(admin, 'Rovers conectados', 0)).toEqual(
      expect.arrayContaining(['— 12.3 km · 2 cambios', 'fija 93 % fija', '1.2 s máx. 40 s', '3 máx. 14 s']),
    )
    await expectGoodLooks(journey, admin)
  })

  it('show the measurements of a credential, and a dash where there are none', async () => {
    const page = await journey.signIn(
      { email: 'administrator@example.mx' },
      { locale: 'en-US' },
      `/credentials/${credentialId}`,
    )
    await page.getByRole('table', { name: 'Connections' }).waitFor()
    expect(await cellsOf(page, 'Connections', 1)).toEqual(
      expect.arrayContaining(['93 %', '1.5 s max. 40 s', '12.3 km 2 changes', '3 max. 14 s']),
    )
    expect((await cellsOf(page, 'Connections', 2)).filter((text) => text === '—')).toHaveLength(4)
    await page.getByText('Corrections received: age 1.2 s').waitFor()
    await expectGoodLooks(journey, page)
  })

  it('list the nodes of all machines, and let an administrator drain one', async () => {
    await journey.db.pool.query(
      `insert into nodes (id, name, machine, roles, version, started_at, heard_since, seen_at, rovers, stations, bus, lag_ms) values
         ('n2', 'rtk-2-caster', 'rtk-2', '{caster}', '1.2.0', now() - interval '3 days', now() - interval '3 days', now() + interval '1 hour', 4812, 61, 'up', 3),
         ('n3', 'rtk-3-caster', 'rtk-3', '{caster}', '1.2.0', now() - interval '3 days', now() - interval '3 days', now() + interval '1 hour', 5003, 58, 'away', 4),
         ('n4', 'rtk-4-caster', 'rtk-4', '{caster}', '1.1.9', now() - interval '3 days', now() - interval '3 days', now() - interval '4 minutes', 12, 1, 'up', 2310)`,
    )
    await admin.goto(journey.at('/console/system'))
    const row = (name: string) => admin.getByRole('table', { name: 'Nodos' }).getByRole('row', { name })
    await admin.getByText(/\d+ de \d+ comprobaciones correctas/).waitFor()
    await row('rtk-2-caster').getByText('en marcha').waitFor()
    await row('rtk-3-caster').getByText('bus no disponible').waitFor()
    await row('rtk-4-caster').getByText('perdido').waitFor()
    expect(await row('rtk-4-caster').getByRole('button').count()).toBe(0)
    await row('rtk-2-caster').getByRole('button').click()
    const question = admin.getByRole('dialog', { name: '¿Drenar rtk-2-caster?' })
    await question.getByText('Deja de aceptar conexiones').waitFor()
    await question.getByRole('button', { name: 'Drenar' }).click()
    await row('rtk-2-caster').getByText('drenando').waitFor()
    await expectGoodLooks(journey, admin)
    const viewer = await journey.signIn(await journey.person('viewer'), { locale: 'en-US' }, '/system')
    const nodes = viewer.getByRole('table', { name: 'Nodes' })
    await nodes.getByRole('row', { name: 'rtk-2-caster' }).getByText('draining').waitFor()
    expect(await nodes.getByRole('button').count()).toBe(0)
  })

  it('cause no browser errors on any page', () => {
    expect(journey.complaints).toEqual([])
  })
})
