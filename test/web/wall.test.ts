import { describe, expect, it } from 'vitest'
import { regionsOf } from '../../web/src/wall/regions.ts'

const station = (code: string, federalState: string, lat: number, lng: number) => ({ code, federalState, lat, lng })
const north = Array.from({ length: 5 }, (_, at) => station(`N${at}`, at < 3 ? 'Sonora' : 'Chihuahua', 29, -111 + at))
const south = Array.from({ length: 4 }, (_, at) => station(`S${at}`, 'Yucatán', 20, -90 + at / 2))

describe('the regions of a wall', () => {
  it('are neighbours, named by their states, and contain every station once', () => {
    const regions = regionsOf([...south, ...north])
    expect(regions.map(({ names }) => names)).toEqual([['Sonora', 'Chihuahua'], ['Yucatán']])
    const codes = regions.flatMap(({ stations }) => stations.map(({ code }) => code))
    expect(codes.sort()).toEqual([...north, ...south].map(({ code }) => code).sort())
  })

  it('are at most six, none of them empty, also for stations at one position', () => {
    const many = Array.from({ length: 200 }, (_, at) => station(`M${at}`, '', 20 + (at % 20), -105 + (at % 7)))
    const same = Array.from({ length: 30 }, (_, at) => station(`A${at}`, 'Jalisco', 20, -103))
    for (const stations of [many, same]) {
      const sizes = regionsOf(stations).map((region) => region.stations.length)
      expect(sizes).toHaveLength(6)
      expect(Math.min(...sizes)).toBeGreaterThan(0)
    }
    expect(regionsOf(many)[0]!.names.join()).toMatch(/^M\d+,M\d+$/)
  })

  it('do not exist in a small network', () => {
    expect(regionsOf(north)).toEqual([])
  })
})
