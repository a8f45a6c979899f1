// The addresses of the names that streams are fetched from, for whoever enters one and for the caster that calls it.
import { lookup } from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { NameAddress } from '../domain/network/upstream.ts'

const PATIENCE_MS = 3_000

/** Throws when there is none, or nobody answers in time. */
export async function addressesOf(host: string): Promise<readonly NameAddress[]> {
  const found = lookup(host, { all: true })
  const silence = sleep(PATIENCE_MS, null, { ref: false })
  const addresses = await Promise.race([found, silence])
  found.catch(() => {})
  if (!addresses) throw new Error(`${host} does not resolve`)
  return addresses
}
