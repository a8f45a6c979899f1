// Imported users are accepted at once by casters in other processes, even if these have just rejected them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { parseKeys } from '../../src/base/secrets.ts'
import { askRev1, flowingBase, hearsMore } from '../caster/helpers.ts'
import { TestCaster } from '../support/caster.ts'
import { databaseUrlOf, onDatabase } from '../support/external-database.ts'
import { measuresTime } from '../support/loop-watch.ts'
import { vertice } from '../support/process.ts'
import { STATIONS, TestService } from '../support/service.ts'

const { cdmx } = STATIONS

it('accepts imported passwords at once, and enforces the session limit and the end', measuresTime(), async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vertice-in-force-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const settings = onDatabase('')
  const service = await TestService.start({ keys: parseKeys(settings.ENCRYPTION_KEYS!) })
  const caster = await TestCaster.start({}, {}, service)
  onTestFinished(() => caster.stop())
  await service.saveStations(cdmx)
  await flowingBase(caster, cdmx)
  const DATABASE_URL = databaseUrlOf(service.db.pool.options)
  const [soon, kept] = [new Date(Date.now() + 30_000), new Date(Date.now() + 3_600_000)]
  const file = join(folder, 'users.csv')
  writeFileSync(
    file,
    [
      'usuario,password,station_codigo,max_sesiones,si_llena,expira_at',
      `Moved.One,se cret#1,CDMX,1,rechazar,${kept.toISOString()}`,
      `moved2,secret22,CDMX,2,,${soon.toISOString()}`,
    ].join('\n'),
  )
  const one = { id: 0, username: 'Moved.One', password: 'se cret#1' }
  const two = { id: 0, username: 'moved2', password: 'secret22' }
  // Rejected several times, to fill any cache in the caster.
  for (let times = 0; times < 5; times += 1)
    for (const login of [one, two]) expect(await askRev1(caster.port, cdmx.mountpoint, login)).toMatch(/ 401 /)

  const args = ['credential', 'import', file, '--format', 'csv', '--owner', 'Moved']
  const imported = await vertice(folder, args, { ...settings, DATABASE_URL })
  expect(imported.stdout, imported.stderr).toBe('2 credentials imported for Moved\n')
  const [first, ending] = await Promise.all([one, two].map((login) => caster.rover(login, cdmx.mountpoint)))
  await hearsMore(first!)
  await hearsMore(ending!)
  // The credential allows one session, so the second is rejected.
  expect(await askRev1(caster.port, cdmx.mountpoint, one)).not.toContain('200 OK')
  expect(first!.closedAt).toBeNull()
  expect(await askRev1(caster.port, cdmx.mountpoint, { ...one, password: 'Se cret#1' })).toMatch(/ 401 /)
  await ending!.closed
  expect(Date.now()).toBeGreaterThanOrEqual(soon.getTime())
  expect(Date.now() - soon.getTime()).toBeLessThan(5_000)
  expect(await askRev1(caster.port, cdmx.mountpoint, two)).toMatch(/ 401 /)
  expect(first!.closedAt).toBeNull()
})
