import { access } from './en/access.ts'
import { attention } from './en/attention.ts'
import { backups } from './en/backups.ts'
import { faults } from './en/faults.ts'
import { imports } from './en/imports.ts'
import { mail } from './en/mail.ts'
import { network } from './en/network.ts'
import { quality } from './en/quality.ts'
import { refusals } from './en/refusals.ts'
import { stations } from './en/stations.ts'
import { webhooks } from './en/webhooks.ts'
import type { Words } from './words.ts'

export const en: Words = {
  refusals,
  faults,
  access,
  attention,
  backups,
  network,
  quality,
  stations,
  webhooks,
  imports,
  mail,
  whole: 'Body',
  place: { line: (number) => `line ${number}`, item: (number) => `item ${number}` },
  networkMountpointSkipped: (mountpoint) => `${mountpoint} is a network mountpoint, not a station`,
  olderReceiver: 'Older receiver (without MSM)',
  andMore: (count) => (count === 1 ? 'There is 1 more error.' : `There are ${count} more errors.`),
}
