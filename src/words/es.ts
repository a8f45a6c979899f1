import { access } from './es/access.ts'
import { attention } from './es/attention.ts'
import { backups } from './es/backups.ts'
import { faults } from './es/faults.ts'
import { imports } from './es/imports.ts'
import { mail } from './es/mail.ts'
import { network } from './es/network.ts'
import { quality } from './es/quality.ts'
import { refusals } from './es/refusals.ts'
import { stations } from './es/stations.ts'
import { webhooks } from './es/webhooks.ts'
import type { Words } from './words.ts'

export const es: Words = {
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
  whole: 'Cuerpo',
  place: { line: (number) => `línea ${number}`, item: (number) => `elemento ${number}` },
  networkMountpointSkipped: (mountpoint) => `${mountpoint} es un punto de montaje de red, no una estación`,
  olderReceiver: 'Receptor antiguo (sin MSM)',
  andMore: (count) => (count === 1 ? 'Hay 1 error más.' : `Hay ${count} errores más.`),
}
