import { expect, it } from 'vitest'
import { qualityAttention } from '../../../../src/domain/alerts/present.ts'
import { interferenceEvents, type StationDrop } from '../../../../src/domain/network/quality/interference.ts'

const drop = (stationId: number, band: StationDrop['band'], second: number, simulated = false): StationDrop => {
  const since = new Date(Date.UTC(2026, 10, 12, 9, 0, second))
  return { stationId, code: `S${stationId}`, simulated, band, since, dropDb: 5 + stationId }
}

it('names all stations of one event, by band and time', () => {
  const drops = [drop(3, 'L1', 20), drop(1, 'L1', 0), drop(2, 'L1', 70, true), drop(4, 'L1', 200), drop(1, 'L2', 1)]
  expect(
    interferenceEvents(drops).map(({ band, stations, dropDb }) => [band, stations.map(({ code }) => code), dropDb]),
  ).toEqual([
    ['L1', ['S1', 'S2', 'S3'], 8],
    ['L2', ['S1'], 6],
    ['L1', ['S4'], 9],
  ])
  expect(interferenceEvents([drop(2, 'L5', 0, true)])[0]).toMatchObject({ simulated: true })
  expect(interferenceEvents([])).toEqual([])
})

it('is one alert that names all 20 stations that see it', () => {
  const drops = Array.from({ length: 20 }, (_, index) => drop(index + 10, 'L1', index))
  const alerts = qualityAttention([], drops)
  expect(alerts).toHaveLength(1)
  expect(alerts[0]).toMatchObject({ kind: 'interference', params: { stations: drops.map(({ code }) => code) } })
})
