// An operator downloads what the rover of a session was sent, in the browser.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sentBetween, TestArchive } from '../support/archive.ts'
import { expectGoodLooks } from './looks.ts'
import { hasChromium, Journey } from './support.ts'

const DAY_MS = 86_400_000
/** Noon two days ago. */
const NOON = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS - DAY_MS / 2
const LENGTH_MS = 300_000

let journey: Journey
let archive: TestArchive
let admin: Page
let credentialId: number
const sent = sentBetween(NOON, NOON + LENGTH_MS)
const whole = Buffer.concat(sent.map(({ frames }) => frames))

describe('what a rover was sent', { skip: !hasChromium }, () => {
  beforeAll(async () => {
    archive = new TestArchive()
    journey = await Journey.start({ DATA_DIR: archive.dataDir })
    admin = await journey.signIn(await journey.person('administrator'))
    const place = { lat: 19.4, lng: -99.1 }
    const { body } = await journey.ask(admin, 'POST', '/stations', { code: 'CDMX', name: 'Centro', ...place })
    const stationId: number = body.station.id
    const owner = (await journey.ask(admin, 'POST', '/owners', { name: 'Agrícola del Bajío' })).body.owner
    const wish = { ownerId: owner.id, validitySeconds: 86_400, customerName: 'Tractor 7', stationId }
    credentialId = (await journey.ask(admin, 'POST', '/credentials', wish)).body.credential.id
    for (const { name, hour, bytes, epochs } of archive.record(sent, { stationId }))
      await journey.db.pool.query(
        `insert into archive_segments (station_id, hour, origin, format, node, name, state, bytes, epochs, interval_ms, created_at)
         values ($1, $2, 'stream', 'rtcm', 'node', $3, 'stored', $4, $5, 1000, now())`,
        [stationId, hour, name, bytes, epochs],
      )
    const served = [{ atMs: NOON, source: stationId, bytesBefore: 0, skipped: 0 }]
    await journey.db.pool.query(
      `insert into sessions (id, node, credential_id, username, mountpoint, station_id, started_at, ended_at, end_reason, address, agent, bytes, served)
       values ('session1', 'caster', $1, 'k7mq2wxy9p', 'CDMX', $2, $3, $4, 'client_left', '189.203.4.7', 'NTRIP test', $5, $6)`,
      [credentialId, stationId, new Date(NOON), new Date(NOON + LENGTH_MS + 500), whole.length, JSON.stringify(served)],
    )
  })
  afterAll(async () => {
    await journey?.stop()
    archive?.remove()
  })

  it('is rebuilt, explained and downloaded, with an audit entry', async () => {
    await admin.goto(journey.at(`/console/credentials/${credentialId}`))
    await admin.getByRole('button', { name: 'Datos enviados' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Descargar lo que se envió al rover' })
    await dialog.getByRole('button', { name: 'Reconstruir' }).click()
    await dialog.getByText('Exactamente tantos bytes como el caster contó con esta base.').waitFor()
    await expectGoodLooks(journey, admin)
    const [download] = await Promise.all([
      admin.waitForEvent('download'),
      dialog.getByRole('link', { name: /Descargar los bytes/ }).click(),
    ])
    expect(download.suggestedFilename()).toBe('CDMX-session1.rtcm3')
    expect((await readFile(await download.path())).equals(whole)).toBe(true)
    const { rows } = await journey.db.pool.query(`select details from audit_log where action = 'rover.bytes_read'`)
    expect(rows).toMatchObject([{ details: { session: 'session1', bytes: whole.length } }])
  })

  it('refuses in English what the archive does not have', async () => {
    await journey.db.pool.query('update sessions set served = null')
    const page = await journey.signIn(
      await journey.person('operator'),
      { locale: 'en-US' },
      `/credentials/${credentialId}`,
    )
    await page.getByRole('button', { name: 'Data sent' }).click()
    await page.getByRole('button', { name: 'Rebuild' }).click()
    await page.getByText('does not say which stations served it').waitFor()
  })

  it('is not offered to a viewer', async () => {
    const viewer = await journey.signIn(await journey.person('viewer'), {}, `/credentials/${credentialId}`)
    await viewer.getByRole('table', { name: 'Conexiones' }).waitFor()
    expect(await viewer.getByRole('button', { name: 'Datos enviados' }).count()).toBe(0)
    expect(journey.complaints).toEqual([])
  })
})
