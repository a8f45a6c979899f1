import type { Unchecked } from '../../domain/archive/integrity/run.ts'

export const UNCHECKED_REASONS: Readonly<Record<Unchecked, string>> = {
  no_neighbour: 'no station within 100 km',
  no_data: 'nothing of it is recorded in this window',
  no_position: 'neither its stream nor the imported files contain its position',
  neighbour_without_data: 'no neighbour within 100 km has recorded data',
  wrong_coordinates: 'the observations contradict the announced coordinates by more than 15 m',
  two_bands: 'fewer than five satellites in common with a neighbour on two bands, or no ephemerides',
}
