// Bytes that the kernel has sent without an acknowledgement. Node does not report them; Linux does, for all connections
// at once.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { endianness } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** The kernel returns one page at a time, whatever size is requested. */
const PAGE = 4096
const PAGES_AT_ONCE = 16
const NOTHING = '00000000'
const isLittleEndian = endianness() === 'LE'

export class KernelQueues {
  /** CPU time of reading. */
  spentMs = 0
  /** By remote port: address in the kernel's notation, and bytes. */
  readonly #waiting = new Map<number, [address: string, bytes: number][]>()

  /** Reads all connections to the given ports; `null` if the system does not report them. */
  static async read(listening: readonly AddressInfo[]): Promise<KernelQueues | null> {
    const queues = new KernelQueues()
    try {
      for (const { family, port } of listening) await queues.#readFile(family === 'IPv6', hexOf(port, 4))
    } catch {
      return null
    }
    return queues
  }

  bytesFor(address: string, port: number): number {
    const there = this.#waiting.get(port)
    if (!there) return 0
    const wanted = inKernelWords(address)
    return there.find(([one]) => one === wanted)?.[1] ?? 0
  }

  /** Some pages at a time: ten thousand connections take the kernel some milliseconds. */
  async #readFile(isIPv6: boolean, localPort: string): Promise<void> {
    const file = openSync(isIPv6 ? '/proc/net/tcp6' : '/proc/net/tcp', 'r')
    try {
      const page = Buffer.allocUnsafe(PAGE)
      let text = ''
      let from = performance.now()
      for (let pages = 1; ; pages++) {
        const length = readSync(file, page, 0, PAGE, null)
        if (length === 0) return
        text += page.toString('latin1', 0, length)
        const end = text.lastIndexOf('\n') + 1
        this.#readLines(text, end, isIPv6 ? 32 : 8, localPort)
        text = text.slice(end)
        if (pages % PAGES_AT_ONCE > 0) continue
        this.spentMs += performance.now() - from
        await nextTurn()
        from = performance.now()
      }
    } finally {
      closeSync(file)
    }
  }

  /** ` 12: LOCAL:PORT REMOTE:PORT STATE SENDING:RECEIVING …`, of fixed width except for the first number. */
  #readLines(text: string, end: number, addressLength: number, localPort: string): void {
    for (let line = 0; line < end; line = text.indexOf('\n', line) + 1) {
      const local = text.indexOf(':', line) + 2
      const remote = local + addressLength + 6
      const sending = remote + addressLength + 9
      if (!text.startsWith(localPort, local + addressLength + 1) || text.startsWith(NOTHING, sending)) continue
      const port = Number.parseInt(text.slice(remote + addressLength + 1, remote + addressLength + 5), 16)
      const bytes = Number.parseInt(text.slice(sending, sending + 8), 16)
      const there = this.#waiting.get(port)
      const entry: [string, number] = [text.slice(remote, remote + addressLength), bytes]
      if (there) there.push(entry)
      else this.#waiting.set(port, [entry])
    }
  }
}

/** TCP timeouts and window probes of this machine: while unchanged, no connection has died. `null` if not reported. */
export function tcpTimeouts(): number | null {
  try {
    const [names, values] = readFileSync('/proc/net/netstat', 'latin1')
      .split('\n', 2)
      .map((line) => line.split(' '))
    const count = (name: string) => Number(values![names!.indexOf(name)])
    const times = count('TCPTimeouts') + count('TCPWinProbe')
    return Number.isNaN(times) ? null : times
  } catch {
    return null
  }
}

const hexOf = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0')

/** Words of 32 bits, each in this machine's byte order. */
function inKernelWords(address: string): string {
  const bytes = address.includes(':') ? bytesOfIPv6(address) : address.split('.').map(Number)
  let words = ''
  for (let at = 0; at < bytes.length; at += 4) {
    const word = bytes.slice(at, at + 4)
    words += (isLittleEndian ? word.reverse() : word).map((byte) => hexOf(byte, 2)).join('')
  }
  return words
}

function bytesOfIPv6(address: string): number[] {
  const [text] = address.split('%')
  const [before = [], after] = text!.split('::').map(groupsOf)
  if (after === undefined) return before
  return [...before, ...new Array(16 - before.length - after.length).fill(0), ...after]
}

const groupsOf = (text: string): number[] =>
  text === ''
    ? []
    : text.split(':').flatMap((group) => {
        if (group.includes('.')) return group.split('.').map(Number)
        const value = Number.parseInt(group, 16)
        return [value >> 8, value & 255]
      })
