import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseKeys } from '../../../src/base/secrets.ts'
import { noteReports } from '../../../src/store/alerts/machines.ts'
import { selfSigned } from '../../support/certificate.ts'
import { clientCertificate } from '../../support/client-certificate.ts'
import { command } from '../../support/command.ts'
import { databaseUrlOf, onDatabase } from '../../support/external-database.ts'
import { STATIONS, TestService } from '../../support/service.ts'

let folder: string
let service: TestService
let settings: Record<string, string>
const { cert, fingerprint } = clientCertificate('CDMX')
const file = (name: string, text: string | Buffer) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const run = (args: string[], more = {}) => command(folder, args, { ...settings, ...more })
const certificate = (...args: string[]) => run(['station', 'certificate', ...args])

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vertice-certificate-'))
  service = await TestService.start({ keys: parseKeys(onDatabase('').ENCRYPTION_KEYS!) })
  settings = onDatabase(databaseUrlOf(service.db.pool.options))
  await service.saveStations(STATIONS.cdmx)
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

it('does not mention the requirement for a station without certificates', async () => {
  expect((await certificate('list', 'CDMX')).stderr).toBe('station CDMX has no certificate\n')
})

it('names the command that creates a standby push if there is none', async () => {
  const { code, stderr } = await certificate('add', 'CDMX', file('cdmx.pem', cert), '--backup')
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      'vertice: CODE: The station has no second push. Generate its password first. Run "vertice station backup CDMX push".\n',
  })
})

it('does not require a certificate if no caster has a TLS port, by settings or reports of casters', async () => {
  await certificate('add', 'CDMX', file('cdmx.pem', cert))
  await run(['station', 'secret', 'CDMX'])
  const demand = ['station', 'certificate', 'require', 'CDMX', 'on']
  const refused = await run(demand)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(/no caster has a TLS port.*CASTER_TLS_CERT/)
  expect(JSON.parse((await certificate('list', 'CDMX', '--json')).stdout).required).toBe(false)

  const own = selfSigned()
  const tls = { CASTER_TLS_CERT: file('tls.pem', own.cert), CASTER_TLS_KEY: file('tls.key', own.key) }
  for (const known of [tls, { ROLES: 'api' }]) {
    expect(await run(demand, known)).toMatchObject({ code: 0, stderr: '' })
    expect((await certificate('require', 'CDMX', 'off')).code).toBe(0)
  }
  const endsAt = new Date(Date.now() + 86_400_000).toISOString()
  await noteReports(service.db, 'elsewhere', [{ kind: 'certificate', path: '/etc/tls.pem', figures: { endsAt } }])
  expect(await run(demand)).toMatchObject({ code: 0, stderr: '' })
})

it('cannot remove the last required certificate, and names the command that ends the requirement', async () => {
  const refused = await certificate('remove', 'CDMX', fingerprint)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(
    /^vertice: FINGERPRINT: This is the last .* Run "vertice station certificate require CDMX off"\.\n$/,
  )
  expect((await certificate('list', 'CDMX')).stderr).toBe('required in addition to the password\n')
  expect((await certificate('require', 'CDMX', 'off')).code).toBe(0)
  expect((await certificate('remove', 'CDMX', fingerprint)).code).toBe(0)
})
