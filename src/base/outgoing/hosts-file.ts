// Parses the machine's hosts file, hosts(5).
import { isIP } from 'node:net'
import type { NameAddress } from '../../domain/network/source-address.ts'

export function parseHosts(text: string): Map<string, NameAddress[]> {
  const found = new Map<string, NameAddress[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    const family = isIP(address)
    if (family !== 4 && family !== 6) continue
    for (const name of names) {
      const known = found.get(name.toLowerCase()) ?? []
      found.set(name.toLowerCase(), [...known, { address, family }])
    }
  }
  return found
}
