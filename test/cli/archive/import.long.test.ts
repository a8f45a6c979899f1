import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { sentBetween } from '../../support/archive.ts'
import { command } from '../../support/command.ts'
import { makeMigratedDataDir } from '../../support/process.ts'
import { hatanaka, receiverFile } from '../../support/receiver-file.ts'

const PLACE = ['--lat', '19.4', '--lng', '-99.1', '--state', 'CDMX', '--mountpoint', 'CDMX']

it('imports a day of 30 s data within 10 s, once, with an audit entry', async () => {
  const dataDir = makeMigratedDataDir()
  const vertice = (...args: string[]) => command(dataDir, args)
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
  const fromMs = Date.parse(`${day}T00:00:00Z`)
  const log = join(dataDir, 'day.rtcm3')
  writeFileSync(log, Buffer.concat(sentBetween(fromMs, fromMs + 86_400_000, 30_000).map(({ frames }) => frames)))
  const added = await vertice('station', 'add', '--code', 'CDMX', '--name', 'Centro', ...PLACE)
  expect(added).toMatchObject({ code: 0 })

  expect(await vertice('archive', 'import', 'CDMX', log)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--date is required'),
  })
  const started = performance.now()
  const first = await vertice('archive', 'import', 'CDMX', log, '--date', day, '--json')
  const tookMs = performance.now() - started
  expect(first).toMatchObject({ code: 0, stderr: '' })
  const hours = JSON.parse(first.stdout) as { added: number; existed: number }[]
  expect(hours).toHaveLength(24)
  expect(hours.every(({ added, existed }) => added === 120 && existed === 0)).toBe(true)
  expect(tookMs).toBeLessThan(10_000)

  const again = JSON.parse((await vertice('archive', 'import', 'CDMX', log, '--date', day, '--json')).stdout)
  expect(again.every((hour: { added: number }) => hour.added === 0)).toBe(true)
  expect(await vertice('archive', 'verify')).toMatchObject({ code: 0 })
  const audit = await vertice('audit', 'export')
  expect(audit.stdout.match(/archive\.imported/g)).toHaveLength(1)
})

it('imports RINEX files, reports each that cannot be imported, and exits with 1', async () => {
  const dataDir = makeMigratedDataDir()
  const fromMs = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 86_400_000
  const sent = sentBetween(fromMs, fromMs + 60_000, 10_000)
  const good = receiverFile(sent)
  const files = {
    'bad.rnx': good.replace('3.05', '7.05'),
    'good.crx.gz': gzipSync(hatanaka(good)),
    'cut.gz': gzipSync(good).subarray(0, -5),
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(dataDir, name), content)
  await command(dataDir, ['station', 'add', '--code', 'CDMX', '--name', 'Centro', ...PLACE])
  const paths = [...Object.keys(files), 'absent.rnx'].map((name) => join(dataDir, name))

  const run = () => command(dataDir, ['archive', 'import', 'CDMX', ...paths, '--json'])
  const { code, stdout, stderr } = await run()
  expect(stderr.trim().split('\n')).toEqual([
    'bad.rnx: line 1: the RINEX version is not supported: "7.05". Nothing of it was imported.',
    'cut.gz: the gzip file is damaged or incomplete. Nothing of it was imported.',
    'absent.rnx: there is no such file. Nothing of it was imported.',
    'vertice: 3 of 4 files could not be imported',
  ])
  expect(code).toBe(1)
  const hour = new Date(fromMs).toISOString()
  expect(JSON.parse(stdout)).toEqual([{ file: 'good.crx.gz', hour, what: 'epochs', added: 6, existed: 0 }])
  expect(JSON.parse((await run()).stdout)).toMatchObject([{ added: 0, existed: 6 }])
  expect(await command(dataDir, ['archive', 'verify'])).toMatchObject({ code: 0 })
})
