import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Receiver, sky } from '../../../packages/gnss/test/support/world.ts'
import { command } from '../../support/command.ts'
import { makeMigratedDataDir } from '../../support/process.ts'
import { framesOf, WORLD_START_MS } from '../../support/world-stream.ts'

const PLACES = [
  { code: 'CDMX', lat: 19.4, lng: -99.1, height: 2240 },
  { code: 'TEXC', lat: 19.62, lng: -98.95, height: 2310 },
  { code: 'TLAX', lat: 19.35, lng: -98.8, height: 2400 },
]
const HOURS = 1.2
const FROM = new Date(WORLD_START_MS).toISOString()
const TO = new Date(WORLD_START_MS + HOURS * 3_600_000).toISOString()

it('computes coordinates from imported data, writes files and keeps the coordinates', async () => {
  const dataDir = makeMigratedDataDir()
  const vertice = (...args: string[]) => command(dataDir, args)
  const ephemerides = sky()
  for (const [index, place] of PLACES.entries()) {
    const { code, lat, lng } = place
    const at = ['--lat', String(lat), '--lng', String(lng), '--state', 'CDMX', '--mountpoint', code]
    await vertice('station', 'add', '--code', code, '--name', code, ...at)
    const log = join(dataDir, `${code}.rtcm3`)
    const sent = framesOf(new Receiver(place, index + 1), ephemerides, { to: HOURS * 3600, every: 30 })
    writeFileSync(log, Buffer.concat(sent.map(({ frames }) => frames)))
    expect(await vertice('archive', 'import', code, log, '--date', FROM.slice(0, 10))).toMatchObject({ code: 0 })
  }
  const window = ['--from', FROM, '--to', TO]
  const folder = join(dataDir, 'results')
  const run = await vertice('integrity', 'run', ...window, '--save', folder, '--store', '--json')
  expect(run).toMatchObject({ code: 0, stderr: '' })
  const { coordinates, baselines, movements, unchecked } = JSON.parse(run.stdout)
  expect({ movements, unchecked }).toEqual({ movements: [], unchecked: [] })
  expect(coordinates.map(({ station }: { station: string }) => station)).toEqual(['CDMX', 'TEXC', 'TLAX'])
  for (const { eastMm, northMm, baselines: agreeing, completenessPct } of coordinates) {
    expect(Math.hypot(eastMm, northMm)).toBeLessThan(12)
    expect({ agreeing, completenessPct }).toEqual({ agreeing: 2, completenessPct: 100 })
  }
  expect(baselines).toHaveLength(6) // the window begins 18 s before midnight UTC

  const epochs = readFileSync(join(folder, 'epochs.csv'), 'utf8').trimEnd().split('\r\n')
  expect(epochs[0]).toBe('from,to,at,eastMm,northMm,upMm,solution,satellites')
  expect(epochs).toHaveLength(1 + 3 * 144)
  expect(epochs.at(-1)).toMatch(/^\w+,\w+,2026-01-07T01:11:12.000Z,-?[\d.]+,-?[\d.]+,-?[\d.]+,fixed,\d+$/)
  expect(readFileSync(join(folder, 'coordinates.csv'), 'utf8').trimEnd().split('\r\n')).toHaveLength(4)

  const pair = ['--stations', 'CDMX,TEXC', '--format', 'json', '--save', folder]
  const two = await vertice('integrity', 'run', ...window, ...pair)
  expect(two.stdout).toMatch(/^STATION +DAY/)
  const rows = JSON.parse(readFileSync(join(folder, 'epochs.json'), 'utf8'))
  expect(rows).toHaveLength(144)

  const alone = await vertice('integrity', 'run', ...window, '--stations', 'CDMX')
  expect(alone.stderr).toContain('CDMX cannot be checked: no station within 100 km')
})

it('refuses a window that ends before it starts, one that is too long, and unknown stations', async () => {
  const dataDir = makeMigratedDataDir()
  const run = (...args: string[]) => command(dataDir, ['integrity', 'run', ...args])
  expect(await run('--from', TO, '--to', FROM)).toMatchObject({ code: 2, stderr: expect.stringContaining('later') })
  expect(await run('--from', '2026-01-01', '--to', '2026-12-01')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('at most 62 days'),
  })
  expect(await run('--from', FROM, '--to', TO, '--stations', 'NADA')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('there is no station NADA with a position'),
  })
})
