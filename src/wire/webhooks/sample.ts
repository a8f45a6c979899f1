// Sample data for every event, to test receivers.
import { isoTime } from '../../domain/text/iso-time.ts'
import type { DeliveryType } from '../../domain/webhooks/events.ts'
import { rinexExample } from '../archive/rinex.ts'
import { eventCredentialExample } from '../credentials/credential.ts'
import { orderExample } from '../orders/order.ts'
import { stationExample } from '../stations/station.ts'

const credential = { ...eventCredentialExample, prueba: true }
const station = { ...stationExample, status: 'degraded', sats: 8 }

const SAMPLES: Readonly<Record<DeliveryType, (at: string) => object>> = {
  'order.paid': (at) => ({
    order: { ...orderExample, pagada_at: at, pago: 'manual', pago_referencia: null },
    credential,
  }),
  'credential.issued': () => ({ credential }),
  'credential.expired': (at) => ({
    credential: { ...credential, expira_at: at, estado: 'expirada', vigente: false },
  }),
  'credential.revoked': () => ({ credential: { ...credential, estado: 'revocada', vigente: false } }),
  'credential.renewed': () => ({ credential }),
  'credential.suspended': () => ({ credential: { ...credential, suspendida: true, vigente: false } }),
  'credential.resumed': () => ({ credential }),
  'credential.updated': () => ({ credential, cambios: ['label'] }),
  'station.status_changed': (at) => ({ station, anterior: 'online', status: 'degraded', at }),
  'station.alarm': (at) => ({
    station,
    alarma: 'silent_constellation',
    desde: at,
    cifras: { constelaciones: ['GAL'] },
  }),
  'rinex.ready': (at) => ({ rinex: { ...rinexExample, creado_at: at, prueba: true } }),
  'webhook.test': () => ({}),
}

export const sampleData = (type: DeliveryType, now: Date): object => SAMPLES[type](isoTime(now))
