import { readIonosphereIndex } from '../../../reads/station-position.ts'
import { networkToWire } from '../../../wire/network/network.ts'
import type { Handlers } from '../handler.ts'
import type { ApiServices } from '../services.ts'

export const networkHandlers = ({ db, clock }: Pick<ApiServices, 'db' | 'clock'>): Handlers<'GET /red'> => ({
  'GET /red': async ({ current }) => ({
    ok: true,
    red: networkToWire(current.book, await readIonosphereIndex(db, clock())),
  }),
})
