import { scheduled } from '../../../../../src/words/en/scheduled.ts'
import type { es } from '../../es/credentials/device.ts'

export const en: typeof es = {
  waiting: 'Waiting for the device…',
  waitingHint: 'Enter these details in the receiver and connect. You’ll see it here within 2 seconds.',
  connectingHint: 'Corrections start when the device reports its position.',
  neverHint: 'Check the server, the port and the internet connection of the device.',
  connected: 'Connected',
  satellites: (count) => (count === 1 ? '1 satellite' : `${count} satellites`),
  fixedAfter: (seconds) => `fixed after ${seconds} s`,
  solutions: {
    fix: 'fixed',
    float: 'float',
    dgps: 'DGPS',
    single: 'single',
    none: 'no position',
    other: 'other solution',
  },
  corrections: 'receiving corrections',
  noCorrections: 'no corrections yet',
  base: (code, distance) => (distance === null ? `base ${code}` : `base ${code}, ${distance}`),
  verdicts: {
    test: 'Test credential',
    revoked: 'Revoked',
    expired: 'Expired',
    suspended: 'Suspended',
    scheduled: scheduled.verdict,
    no_access: 'Nothing to connect to',
    works: 'Connected',
    connecting: 'Connected',
    trouble: 'Connected, but it receives no corrections',
    refused: 'The last attempt was rejected',
    nothing_received: 'The last connection received no data',
    ended: 'Not connected now',
    never: 'It has never tried to connect',
  },
}
