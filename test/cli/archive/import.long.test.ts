import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sentBetween } from '../../support/archive.ts'
import { command } from '../../support/command.ts'
import { makeMigratedDataDir } from '../../support/process.ts'

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
