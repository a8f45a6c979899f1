import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ecefOf, type Vector } from '@vertice/gnss'
import { expect, it } from 'vitest'
import { displaced, Receiver, sky } from '../../../packages/gnss/test/support/world.ts'
import { command } from '../../support/command.ts'
import { makeMigratedDataDir } from '../../support/process.ts'
import { rinexOf } from '../../support/world-rinex.ts'
import { framesOf, WORLD_START_MS } from '../../support/world-stream.ts'

const PLACES = [
  { code: 'CDMX', lat: 19.4, lng: -99.1, height: 2240 },
  { code: 'TEXC', lat: 19.62, lng: -98.95, height: 2310 },
  { code: 'TLAX', lat: 19.35, lng: -98.8, height: 2400 },
]
const HOURS = 2.5
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
  const { coordinates, baselines, movements, unchecked, quality } = JSON.parse(run.stdout)
  expect(quality.map(({ station, day }: { station: string; day: string }) => `${station} ${day}`)).toEqual(
    PLACES.map(({ code }) => `${code} 2026-01-06`),
  )
  expect({ movements, unchecked }).toEqual({ movements: [], unchecked: [] })
  expect(coordinates.map(({ station }: { station: string }) => station)).toEqual(['CDMX', 'TEXC', 'TLAX'])
  for (const { eastMm, northMm, baselines: agreeing, completenessPct } of coordinates) {
    expect(Math.hypot(eastMm, northMm)).toBeLessThan(12)
    expect({ agreeing, completenessPct }).toEqual({ agreeing: 2, completenessPct: 100 })
  }
  expect(baselines).toHaveLength(6) // the window begins 18 s before midnight UTC

  const epochs = readFileSync(join(folder, 'epochs.csv'), 'utf8').trimEnd().split('\r\n')
  expect(epochs[0]).toBe('from,to,at,eastMm,northMm,upMm,solution,satellites')
  expect(epochs).toHaveLength(1 + 3 * HOURS * 120)
  expect(epochs.at(-1)).toMatch(/^\w+,\w+,2026-01-07T02:29:12.000Z,-?[\d.]+,-?[\d.]+,-?[\d.]+,fixed,\d+$/)
  const measured = readFileSync(join(folder, 'quality.csv'), 'utf8').trimEnd().split('\r\n')
  expect(measured[0]).toBe(
    'station,minute,band,epochs,missed,satellites,expected,cn0Median,cn0P10,losses,satelliteHours,multipathM',
  )
  expect(measured).toContainEqual(expect.stringMatching(/^TLAX,2026-01-07T01:00:00.000Z,L1,2,0,[\d.]+,[\d.]*,45,45,0,/))
  expect(readFileSync(join(folder, 'coordinates.csv'), 'utf8').trimEnd().split('\r\n')).toHaveLength(4)

  const report = join(dataDir, 'report.pdf')
  const known = await vertice(
    'integrity',
    'position',
    'TEXC',
    '--until',
    TO,
    '--pdf',
    report,
    '--language',
    'en',
    '--json',
  )
  expect(known).toMatchObject({ code: 0, stderr: '' })
  const { lat, lng, error, registered, baselines: agreeing } = JSON.parse(known.stdout)
  expect(registered.metres).toBeLessThan(0.02)
  expect([lat, lng]).toEqual([expect.closeTo(19.62, 6), expect.closeTo(-98.95, 6)])
  expect(error.horizontal).toBeLessThan(0.05)
  expect(agreeing).toBe(2)
  expect(readFileSync(report).subarray(0, 5).toString()).toBe('%PDF-')
  const none = await vertice('integrity', 'position', 'NADA')
  expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no station NADA') })

  // A customer's base whose header is 30 m off.
  const place = { lat: 19.5, lng: -98.97, height: 2300 }
  const customer = join(dataDir, 'customer.rnx')
  writeFileSync(
    customer,
    rinexOf(new Receiver(place, 9), displaced(ecefOf(place), { east: 30, north: 0, up: 5 }), HOURS),
  )
  const base = await vertice('integrity', 'base', customer, '--json')
  expect(base).toMatchObject({ code: 0, stderr: '' })
  const found = JSON.parse(base.stdout)
  expect(Math.hypot(...metresApart(found.position, ecefOf(place)))).toBeLessThan(0.05)
  expect(found.neighbours.toSorted()).toEqual(['CDMX', 'TEXC', 'TLAX'])

  const pair = ['--stations', 'CDMX,TEXC', '--format', 'json', '--save', folder]
  const two = await vertice('integrity', 'run', ...window, ...pair)
  expect(two.stdout).toMatch(/^STATION +DAY/)
  const rows = JSON.parse(readFileSync(join(folder, 'epochs.json'), 'utf8'))
  expect(rows).toHaveLength(HOURS * 120)

  const alone = await vertice('integrity', 'run', ...window, '--stations', 'CDMX')
  expect(alone.stderr).toContain('CDMX cannot be checked: no station within 100 km')
})

const metresApart = (one: Vector, other: Vector) => [one.x - other.x, one.y - other.y, one.z - other.z]

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
