import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FolderStorage } from '../../../src/archive/storage/folder.ts'
import { readConfig } from '../../../src/base/config/config.ts'
import { layFoundation } from '../../../src/start/foundation.ts'
import { saveDailyFile } from '../../../src/store/archive/daily.ts'
import { command } from '../../support/command.ts'
import { makeMigratedDataDir } from '../../support/process.ts'

const PLACE = ['--lat', '19.4', '--lng', '-99.1', '--state', 'CDMX', '--mountpoint', 'CDMX']

it('lists and saves the daily files of a station', async () => {
  const dataDir = makeMigratedDataDir()
  const vertice = (...args: string[]) => command(dataDir, args)
  expect(await vertice('station', 'add', '--code', 'CDMX', '--name', 'Centro', ...PLACE)).toMatchObject({ code: 0 })
  expect(await vertice('archive', 'daily', 'CDMX')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('no daily files were made yet'),
  })
  const [file, name] = ['CDMX00MEX_S_20263170000_01D_30S_MO.crx.gz', 'daily/1/2026-11-13/1-1/']
  const local = join(dataDir, 'local')
  writeFileSync(local, 'observations')
  await new FolderStorage(join(dataDir, 'archive')).put(`${name}${file}`, local)
  const { db, close } = await layFoundation(readConfig({ DATA_DIR: dataDir }))
  const row = { stationId: 1, day: '2026-11-13', kind: 'obs', name: `${name}${file}`, bytes: 12, epochs: 1440 } as const
  const further = { key: 'k', sha256: Buffer.alloc(32), firstEpoch: null, lastEpoch: null, epochsByHour: [] }
  await saveDailyFile(db, { ...row, ...further }, new Date())
  await close()

  const listed = await vertice('archive', 'daily', 'CDMX', '--json')
  expect(JSON.parse(listed.stdout)).toEqual([
    { day: '2026-11-13', kind: 'obs', bytes: 12, file, failure: null, completenessPct: 50 },
  ])
  const folder = join(dataDir, 'saved')
  expect((await vertice('archive', 'daily', 'CDMX', '--save', folder)).stdout).toContain(file)
  expect(readFileSync(join(folder, file), 'utf8')).toBe('observations')
})
