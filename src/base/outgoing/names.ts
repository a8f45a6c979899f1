// The addresses of a name. `dns.lookup` waits in one of the process's four threads, and a few names that nobody answers for hold up
// everybody else's, and even the end of the process. This asks the system's name servers without a thread, within a time of its
// own, and remembers the answers for a while. Names of the machine's hosts file come first, as everywhere; search domains do not count.
import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { NameAddress } from '../../domain/network/source-address.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import { parseHosts } from './hosts-file.ts'

const HOSTS_FILE = '/etc/hosts'
const HOSTS_EVERY_MS = 10_000
/** For one question to one server, and how often it is put. */
const QUESTION_MS = 1_500
const TRIES = 2
/** For all of it. */
const PATIENCE_MS = 4_000
/** For the answer of one family, after the other's came. */
const OTHER_FAMILY_MS = 500
const REMEMBERED = 1_000
const SHORTEST_MS = 1_000
const LONGEST_MS = MINUTE_MS
/** Shorter than the wait before a delivery is tried again. */
const FAILURE_MS = 3_000

/** It does not exist, has no address, or nobody who should know answers. */
export class UnresolvedName extends Error {
  constructor(name: string, options?: ErrorOptions) {
    super(`${name} does not resolve`, options)
  }
}

export interface NameSettings {
  /** Other name servers than the system's. */
  readonly servers?: readonly string[]
  readonly hostsFile?: string
  readonly patienceMs?: number
}

interface Answer extends NameAddress {
  /** Seconds. */
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
  readonly #patienceMs: number
  #hosts: { readonly until: number; readonly names: Promise<ReadonlyMap<string, readonly NameAddress[]>> } | null = null

  constructor({ servers, hostsFile = HOSTS_FILE, patienceMs = PATIENCE_MS }: NameSettings = {}) {
    if (servers) this.#resolver.setServers(servers)
    this.#hostsFile = hostsFile
    this.#patienceMs = patienceMs
  }

  /** At least one; otherwise throws UnresolvedName. Those who ask for the same name together share the answer. */
  async addressesOf(host: string): Promise<readonly NameAddress[]> {
    const name = host.toLowerCase().replace(/\.$/, '')
    const here = (await this.#hostNames()).get(name) ?? (LOCALHOST.test(name) ? LOOPBACK : null)
    if (here) return here
    const known = this.#remembered.get(name)
    if (known && known.until > performance.now()) return known.addresses
    const addresses = this.#ask(name)
    this.#remember(name, addresses, this.#patienceMs)
    return addresses
  }

  /** Whoever still waits for an answer is told that there is none. */
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

  /** Of both families; of one alone where the other's answer does not come in time: some name servers drop what they do not know. */
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
    await Promise.race([Promise.allSettled(asked), afterFirst, wait(this.#patienceMs)])
    enough.abort()
    return found.toSorted((one, other) => one.family - other.family)
  }

  #remember(name: string, addresses: Promise<readonly NameAddress[]>, forMs: number): void {
    addresses.catch(() => {}) // perhaps nobody asks before it is forgotten
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

/** RFC 6761, 6.3: never asked of anybody. */
const LOCALHOST = /(^|\.)localhost$/
const LOOPBACK: readonly NameAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]
