import { faults } from './en/faults.ts'
import { refusals } from './en/refusals.ts'
import type { Words } from './words.ts'

export const en: Words = {
  refusals,
  faults,
  whole: 'The body',
  place: { line: (number) => `line ${number}`, item: (number) => `item ${number}` },
  networkMountpointSkipped: (mountpoint) => `${mountpoint} is a network mountpoint, not a station`,
  andMore: (count) => ` (and ${count} more)`,
}
