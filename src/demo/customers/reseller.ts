// A reseller's software, which uses only the REST API (hence the contract's Spanish names).
import { DAY_S } from '../../domain/time/units.ts'
import { STATIONS } from '../network/stations.ts'
import { scramble } from '../simulator/random.ts'
import { customerOf } from './customers.ts'

/** Each call sells a credential for a day; every third one is revoked. */
export function resellerAt(apiUrl: string, token: string): () => Promise<void> {
  let sold = 0
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(apiUrl + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}`)
    return (await response.json()) as { credential: { id: number } }
  }
  return async () => {
    const chance = scramble(Date.now(), sold)
    const { customerName, customerEmail, label } = customerOf(chance)
    const { credential } = await ask('POST', '/credentials', {
      segundos: DAY_S,
      label,
      cliente_nombre: customerName,
      cliente_email: customerEmail,
      enviar_email: true,
      ...(chance % 2 === 0 && { station_codigo: STATIONS[chance % STATIONS.length]!.code }),
    })
    sold += 1
    if (sold % 3 === 0) await ask('DELETE', `/credentials/${credential.id}`)
  }
}
