import { access } from './en/access.ts'
import { faults } from './en/faults.ts'
import { network } from './en/network.ts'
import { refusals } from './en/refusals.ts'
import type { Words } from './words.ts'

export const en: Words = {
  refusals,
  faults,
  access,
  network,
  whole: 'The body',
  place: { line: (number) => `line ${number}`, item: (number) => `item ${number}` },
  networkMountpointSkipped: (mountpoint) => `${mountpoint} is a network mountpoint, not a station`,
  andMore: (count) => ` (and ${count} more)`,
}
