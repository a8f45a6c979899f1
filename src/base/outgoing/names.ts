// DNS resolution without threads. `dns.lookup` blocks one of the process's four threads, so a few names whose servers
// do not answer delay everything, even the end of the process. This class queries the name servers asynchronously, with
// its own timeout and cache. The hosts file has priority; search domains are not used.
import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { NameAddress } from '../../domain/network/source-address.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import { parseHosts } from './hosts-file.ts'

const HOSTS_FILE = '/etc/hosts'
const HOSTS_EVERY_MS = 10_000
/** Timeout and number of tries per query and server. */
const QUESTION_MS = 1_500
const TRIES = 2
/** Timeout of the whole resolution. */
const TIMEOUT_MS = 4_000
/** Wait for the other address family after the first one answered. */
const OTHER_FAMILY_MS = 500
const REMEMBERED = 1_000
const SHORTEST_MS = 1_000
const LONGEST_MS = MINUTE_MS
/** Cache time of a failure; shorter than the delay before a delivery is retried. */
const FAILURE_MS = 3_000

/** The name does not exist, has no address, or no name server answers. */
export class UnresolvedName extends Error {
  constructor(name: string, options?: ErrorOptions) {
    super(`${name} does not resolve`, options)
  }
}

export interface NameSettings {
  readonly servers?: readonly string[]
  readonly hostsFile?: string
  readonly timeoutMs?: number
}

interface Answer extends NameAddress {
  /** In seconds. */
  readonly ttl: number
}

interface Remembered {
  readonly until: number
  readonly addresses: Promise<readonly NameAddress[]>
}

export class Names {
  readonly #resolver = new Resolver({ timeout: QUESTION_MS, tries: TRIES })
  readonly #remembered = new Map<string, Remembered>()
  readonly #hostsFile: string
  readonly #timeoutMs: number
  #hosts: { readonly until: number; readonly names: Promise<ReadonlyMap<string, readonly NameAddress[]>> } | null = null

  constructor({ servers, hostsFile = HOSTS_FILE, timeoutMs = TIMEOUT_MS }: NameSettings = {}) {
    if (servers) this.#resolver.setServers(servers)
    this.#hostsFile = hostsFile
    this.#timeoutMs = timeoutMs
  }

  /** Returns at least one address, otherwise throws UnresolvedName. Concurrent queries for a name share the answer. */
  async addressesOf(host: string): Promise<readonly NameAddress[]> {
    const name = host.toLowerCase().replace(/\.$/, '')
    const here = (await this.#hostNames()).get(name) ?? (LOCALHOST.test(name) ? LOOPBACK : null)
    if (here) return here
    const known = this.#remembered.get(name)
    if (known && known.until > performance.now()) return known.addresses
    const addresses = this.#ask(name)
    this.#remember(name, addresses, this.#timeoutMs)
    return addresses
  }

  close(): void {
    this.#resolver.cancel()
  }

  async #ask(name: string): Promise<readonly NameAddress[]> {
    const found = await this.#answers(name)
    const ttlMs = 1_000 * Math.min(...found.map(({ ttl }) => ttl))
    const addresses = found.map(({ address, family }) => ({ address, family }))
    const answer = found.length > 0 ? Promise.resolve(addresses) : Promise.reject(new UnresolvedName(name))
    const keptMs = found.length > 0 ? Math.min(Math.max(ttlMs, SHORTEST_MS), LONGEST_MS) : FAILURE_MS
    this.#remember(name, answer, keptMs)
    return answer
  }

  /** Queries both families; one suffices if the other does not answer in time: some servers drop unknown types. */
  async #answers(name: string): Promise<readonly Answer[]> {
    const found: Answer[] = []
    const enough = new AbortController()
    const wait = (ms: number) => sleep(ms, undefined, { signal: enough.signal }).catch(() => {})
    const use = (family: 4 | 6) => (records: { address: string; ttl: number }[]) =>
      void found.push(...records.map((record) => ({ ...record, family })))
    const asked = [
      this.#resolver.resolve4(name, { ttl: true }).then(use(4)),
      this.#resolver.resolve6(name, { ttl: true }).then(use(6)),
    ]
    const afterFirst = Promise.any(asked).then(
      () => wait(OTHER_FAMILY_MS),
      () => {},
    )
    await Promise.race([Promise.allSettled(asked), afterFirst, wait(this.#timeoutMs)])
    enough.abort()
    return found.toSorted((one, other) => one.family - other.family)
  }

  #remember(name: string, addresses: Promise<readonly NameAddress[]>, forMs: number): void {
    addresses.catch(() => {}) // the rejection may never be awaited
    this.#remembered.delete(name)
    this.#remembered.set(name, { addresses, until: performance.now() + forMs })
    const [oldest] = this.#remembered.keys()
    if (this.#remembered.size > REMEMBERED) this.#remembered.delete(oldest!)
  }

  #hostNames(): Promise<ReadonlyMap<string, readonly NameAddress[]>> {
    if (!this.#hosts || this.#hosts.until < performance.now()) {
      const names = readFile(this.#hostsFile, 'utf8').then(parseHosts, () => new Map())
      this.#hosts = { names, until: performance.now() + HOSTS_EVERY_MS }
    }
    return this.#hosts.names
  }
}

/** RFC 6761, 6.3: never sent to a name server. */
const LOCALHOST = /(^|\.)localhost$/
const LOOPBACK: readonly NameAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]
