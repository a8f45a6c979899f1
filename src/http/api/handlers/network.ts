import { networkToWire } from '../../../wire/network/network.ts'
import type { Handlers } from '../handler.ts'

export const networkHandlers: Handlers<'GET /red'> = {
  'GET /red': async ({ current }) => ({ ok: true, red: networkToWire(current.book) }),
}
