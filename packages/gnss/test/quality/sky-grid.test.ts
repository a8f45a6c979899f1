import { describe, expect, it } from 'vitest'
import { cellDirection, SkyGrid } from '../../src/index.ts'

/** A satellite in every cell, ten samples each. */
function passed(isTracked: (azimuth: number, elevation: number) => boolean): SkyGrid {
  const grid = new SkyGrid()
  for (let azimuth = 2.5; azimuth < 360; azimuth += 5)
    for (let elevation = 2.5; elevation < 90; elevation += 5)
      for (let sample = 0; sample < 10; sample++)
        grid.add(azimuth, elevation, isTracked(azimuth, elevation) ? 44 : null)
  return grid
}

describe('SkyGrid', () => {
  it('finds a wall, and its share of the sky', () => {
    const grid = passed((azimuth, elevation) => elevation > 5 && !(azimuth > 80 && azimuth < 140 && elevation < 35))
    const mask = grid.mask()
    expect(mask.slice(7, 15)).toEqual([5, 35, 35, 35, 35, 35, 35, 5])
    const { share, knownShare } = grid.obstructedShare()!
    // The wall has a sixth of the horizon, between 10 and 35 degrees.
    const sine = (degrees: number) => Math.sin((degrees * Math.PI) / 180)
    expect(share).toBeCloseTo((sine(35) - sine(10)) / (1 - sine(10)) / 6, 6)
    expect(knownShare).toBeCloseTo(1, 6)
  })

  it('does not judge parts of the sky where no satellite passed', () => {
    expect(new SkyGrid().obstructedShare()).toBeNull()
    expect(new SkyGrid().mask().every((elevation) => elevation === null)).toBe(true)
  })

  it('adds the cells of another grid, and ignores cells that do not exist', () => {
    const one = passed(() => true)
    const both = new SkyGrid()
    both.addCells(one.cells())
    both.addCells([...one.cells(), [-1, 1, 1, 1], [9999, 1, 1, 1]])
    expect(both.cells()[0]).toEqual([0, 20, 20, 880])
    expect(cellDirection(73)).toEqual({ azimuth: 7.5, elevation: 7.5 })
  })
})
