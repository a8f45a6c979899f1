import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordAnnounced } from '../../../src/actions/stations/announced-equipment.ts'
import { parseKeys } from '../../../src/base/secrets.ts'
import { byTest } from '../../support/action-context.ts'
import { command } from '../../support/command.ts'
import { databaseUrlOf, onDatabase } from '../../support/external-database.ts'
import { stationIdOf } from '../../support/rows.ts'
import { STATIONS, TestService } from '../../support/service.ts'

let folder: string
let service: TestService
let settings: Record<string, string>
const file = (text: string) => {
  const path = join(folder, 'site.log')
  writeFileSync(path, text)
  return path
}
const equipment = (...args: string[]) => command(folder, ['station', 'equipment', 'CDMX', ...args], settings)
const siteLog = (...args: string[]) => command(folder, ['station', 'site-log', 'CDMX', ...args], settings)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vertice-equipment-'))
  service = await TestService.start({ keys: parseKeys(onDatabase('').ENCRYPTION_KEYS!) })
  settings = { ...onDatabase(databaseUrlOf(service.db.pool.options)), TZ: 'UTC' }
  await service.saveStations(STATIONS.cdmx)
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

it('records equipment and site information', async () => {
  expect((await equipment()).stderr).toContain('no equipment of CDMX is recorded')
  const added = ['--type', 'LEIAR25.R4      LEIT', '--serial', '725100', '--up', '0.1', '--from', '2024-01-02 00:00']
  expect((await equipment('add', 'antenna', ...added)).stdout).toBe(
    'antenna LEIAR25.R4      LEIT of CDMX recorded from 2024-01-02 00:00 UTC\n',
  )
  await equipment('site', '--domes', '41507M006', '--agency', 'Red Norte')
  const { stdout } = await equipment()
  expect(stdout).toMatch(/antenna +LEIAR25.R4 LEIT +725100 .* 0.1000 m +2024-01-02 00:00 UTC .* operator/)
  const { equipment: history, site } = JSON.parse((await equipment('--json')).stdout)
  expect(site).toMatchObject({ markerNumber: '41507M006', agency: 'Red Norte' })
  await equipment('change', '--id', String(history[0].id), '--serial', '725101')
  expect(JSON.parse((await equipment('--json')).stdout).equipment[0].serial).toBe('725101')
})

it('names the option of a wrong value, and saves nothing', async () => {
  const wrong = await equipment('add', 'antenna', '--type', 'X', '--radome', 'no', '--from', '2024-01-01 00:00')
  expect(wrong.stderr).toContain('--radome: Must be 4 capital letters')
  const overlapping = await equipment('add', 'antenna', '--type', 'X', '--from', '2023-01-01 00:00')
  expect(overlapping.stderr).toContain('--from: LEIAR25.R4 has been installed since')
  expect((await equipment('add', 'antenna')).stderr).toContain('add needs --type')
  expect((await equipment('confirm')).stderr).toContain('There is nothing to decide')
  expect(JSON.parse((await equipment('--json')).stdout).equipment).toHaveLength(1)
})

it('confirms the antenna that the stream announces', async () => {
  const told = { receiver: null, antenna: { type: 'TRM57971.00', radome: 'NONE', serial: '1', up: 0.1 } }
  const since = new Date('2024-06-01T00:00:00Z')
  await recordAnnounced(byTest({ db: service.db }), await stationIdOf(service, 'CDMX'), { told, since, isSteady: true })
  expect((await equipment()).stderr).toContain(
    'announces another antenna since 2024-06-01 00:00 UTC: TRM57971.00 NONE, 1, 0.100 m (use "confirm" or "reject")',
  )
  expect((await equipment('confirm')).stdout).toBe('station CDMX: the announced antenna is recorded\n')
  expect((await equipment()).stdout).toMatch(/TRM57971.00 NONE .* 2024-06-01 00:00 UTC .* stream/)
})

it('exports a site log and GeodesyML', async () => {
  expect((await siteLog()).stdout).toContain('4.2  Antenna Type             : TRM57971.00     NONE\n')
  expect((await siteLog('--format', 'geodesyml')).stdout).toContain('<geo:GnssAntenna gml:id="gnss-antenna-2">')
})

it('imports a site log after showing what changes', async () => {
  const own = (await siteLog()).stdout
  expect((await siteLog('--import', file(own))).stdout).toContain('changes nothing in CDMX')
  const more = own
    .replace('City or Town             :', 'City or Town             : Coyoacán')
    .replace(
      '4.1  Antenna',
      '3.1  Receiver Type            : LEICA GR50\n     Date Installed           : 2023-01-01\n\n4.1  Antenna',
    )
  const preview = await siteLog('--import', file(more))
  expect(preview.stdout).toContain('new receiver LEICA GR50 from 2023-01-01 00:00 UTC\nplace: (unknown) -> Coyoacán\n')
  expect(preview.stderr).toContain('nothing was imported: add --yes to apply these changes')
  expect((await siteLog('--import', file(more), '--yes')).stdout).toContain('imported into CDMX')
  expect((await siteLog('--import', file(more))).stdout).toContain('changes nothing')
})

it('reports every wrong line, and conflicts with the record', async () => {
  const own = (await siteLog()).stdout
  const wrong = await siteLog('--yes', '--import', file(own.replace('2024-06-01T00:00Z', 'June 2024')))
  expect(wrong.stderr).toMatch(/line \d+, Date Removed: "June 2024" is not a date/)
  const other = await siteLog('--yes', '--import', file(own.replace('TRM57971.00     NONE', 'JAVRINGANT_DM   NONE')))
  expect(other.stderr).toMatch(/line \d+, installedAt: TRM57971.00 has been installed since/)
})
