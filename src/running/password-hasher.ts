// Passwords of people: Argon2id (RFC 9106), off the event loop, with its parameters in the hash (the PHC string format).
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Refusal } from '../domain/refusal.ts'

export interface HashCost {
  readonly memoryKiB: number
  readonly passes: number
}

/** More than OWASP's least (19 MiB, 2 passes); about 0.1 s of one core. */
const COST: HashCost = { memoryKiB: 65_536, passes: 2 }
const LANES = 1
const SALT = 16
const TAG = 32
/** Node does its file and DNS work on the same four threads: whoever hammers at the door must not take them all. */
const AT_ONCE = 2
const MOST_WAITING = 40
const BUSY_S = 2

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2 as never)

export class PasswordHasher {
  readonly #cost: HashCost
  #running = 0
  readonly #waiting: (() => void)[] = []
  /** Of a password that nobody has. */
  readonly #nobodys: string

  constructor(cost: HashCost = COST) {
    this.#cost = cost
    this.#nobodys = encode(cost, LANES, randomBytes(SALT), randomBytes(TAG))
  }

  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT)
    return encode(this.#cost, LANES, salt, await this.#derive(password, this.#cost, LANES, salt, TAG))
  }

  /** Without a hash (nobody has this name) it takes as long as with one, and is false. */
  async verify(password: string, hash: string | null): Promise<boolean> {
    const { cost, lanes, salt, tag } = decode(hash ?? this.#nobodys)
    return timingSafeEqual(await this.#derive(password, cost, lanes, salt, tag.length), tag)
  }

  /** Was it made with other parameters than those of today? */
  isOutdated(hash: string): boolean {
    const { cost, lanes } = decode(hash)
    return cost.memoryKiB !== this.#cost.memoryKiB || cost.passes !== this.#cost.passes || lanes !== LANES
  }

  async #derive(password: string, cost: HashCost, parallelism: number, nonce: Buffer, tagLength: number) {
    await this.#turn()
    try {
      return await derive('argon2id', {
        message: password.normalize('NFKC'), // two keyboards may spell the same letter differently (NIST SP 800-63B, 3.1.1.2)
        nonce,
        parallelism,
        tagLength,
        memory: cost.memoryKiB,
        passes: cost.passes,
      })
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }

  async #turn(): Promise<void> {
    if (this.#running < AT_ONCE) {
      this.#running += 1
      return
    }
    if (this.#waiting.length >= MOST_WAITING) throw new Refusal('busy', { retryAfterSeconds: BUSY_S })
    await new Promise<void>((resolve) => this.#waiting.push(resolve)) // whoever ends hands its place over
  }
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

const encode = ({ memoryKiB, passes }: HashCost, lanes: number, salt: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${lanes}$${base64(salt)}$${base64(tag)}`

function decode(hash: string): { cost: HashCost; lanes: number; salt: Buffer; tag: Buffer } {
  const [, memoryKiB, passes, lanes, salt, tag] = FORM.exec(hash) ?? []
  if (!salt || !tag) throw new Error('a password hash that is none of ours')
  return {
    cost: { memoryKiB: Number(memoryKiB), passes: Number(passes) },
    lanes: Number(lanes),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
