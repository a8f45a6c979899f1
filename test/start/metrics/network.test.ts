// The metrics of the network's stations, from real rows.
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { networkFigures } from '../../../src/start/health/network-figures.ts'
import { watchNetwork } from '../../../src/start/metrics/network.ts'
import { CurrentReader } from '../../../src/store/current/current.ts'
import { writeObserved } from '../../../src/store/stations/integrity/movements.ts'
import { writeChecks, writeIonosphere } from '../../../src/store/stations/integrity/write.ts'
import { writeVerdicts } from '../../../src/store/stations/quality/write.ts'
import { stationIdOf } from '../../support/rows.ts'
import { STATIONS, TestService } from '../../support/service.ts'

const NOW = new Date('2026-11-14T12:00:00Z')
const MINUTE_MS = 60_000
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE_MS)

let service: TestService
beforeAll(async () => {
  service = await TestService.start()
})
afterAll(() => service.stop())

async function scraped(name: string): Promise<string[]> {
  const registry = new Registry()
  const current = new CurrentReader(service.db, { casterHost: 'x', casterPort: 2101 })
  watchNetwork(
    registry,
    networkFigures({ db: service.db, clock: () => NOW }, () => current.current()),
  )
  return (await registry.getSingleMetricAsString(name)).split('\n').filter((line) => !line.startsWith('#'))
}

it('counts stations by verdict and by whether their position is checked; an old verdict or check does not count', async () => {
  expect(await scraped('vertice_ionosphere_index_ppm')).toEqual([])
  const { cdmx, toluca, cuernavaca } = STATIONS
  await service.saveStations(cdmx, toluca, cuernavaca, { ...cdmx, code: 'PULL', mountpoint: 'PULL', isRtcm: false })
  const idOf = (code: string) => stationIdOf(service, code)
  const [first, second, third] = [await idOf('CDMX'), await idOf('TOLU'), await idOf('CUER')]
  await writeVerdicts(service.db, [{ stationId: first, verdict: 'bad', reasons: [] }], ago(1))
  await writeVerdicts(service.db, [{ stationId: second, verdict: 'good', reasons: [] }], ago(11))
  expect(await scraped('vertice_quality_stations')).toEqual([
    'vertice_quality_stations{verdict="good"} 0',
    'vertice_quality_stations{verdict="attention"} 0',
    'vertice_quality_stations{verdict="bad"} 1',
    'vertice_quality_stations{verdict="unknown"} 2',
  ])
  const check = { unchecked: null, detectableMm: 12, detectableUpMm: 20 }
  await writeChecks(service.db, [{ stationId: first, ...check }], ago(5))
  await writeChecks(service.db, [{ stationId: second, ...check, unchecked: 'no_neighbour' }], ago(5))
  await writeChecks(service.db, [{ stationId: third, ...check }], ago(16))
  await writeObserved(service.db, first, {
    ...{ eastMm: 30, northMm: 0, upMm: 0, since: ago(60), detectedAt: ago(35), isAttributed: true },
  })
  await writeIonosphere(service.db, ago(4), 3.25, 2)
  expect(await scraped('vertice_integrity_stations')).toEqual([
    'vertice_integrity_stations{state="checked"} 1',
    'vertice_integrity_stations{state="unchecked"} 1',
    'vertice_integrity_stations{state="moved"} 1',
  ])
  expect(await scraped('vertice_ionosphere_index_ppm')).toEqual(['vertice_ionosphere_index_ppm 3.25'])
})
