// Password hashing with Argon2id (RFC 9106), off the event loop. The hash contains its parameters (PHC string format).
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { FairTurns } from '../limits/fair-turns.ts'

export interface HashCost {
  readonly memoryKiB: number
  readonly passes: number
}

/** Above OWASP's minimum (19 MiB, 2 passes); about 0.1 s of one core. */
const COST: HashCost = { memoryKiB: 65_536, passes: 2 }
const LANES = 1
const SALT = 16
const TAG = 32
/** Node uses the same four threads for files and DNS, so a flood of sign-ins must not occupy them all. */
const AT_ONCE = 3
/** One of the three is reserved for known users, so a flood of unknown clients neither blocks nor delays them. */
const TURNS = {
  known: { atOnce: 3, mostWaiting: 40, mostWaitingEach: 4 },
  stranger: { atOnce: 2, mostWaiting: 40, mostWaitingEach: 10 },
}

export interface Asker {
  /** `known`: signed in, on a browser the user has signed in with before, or through a link of ours. */
  readonly lane: keyof typeof TURNS
  /** User or client address; callers of one lane take turns by this key. */
  readonly who: string
}

/** `setup`: the first administrator, who has no account yet. */
export const known = (user: number | 'setup'): Asker => ({ lane: 'known', who: String(user) })
export const stranger = (client: string): Asker => ({ lane: 'stranger', who: client })

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2 as never)

export class PasswordHasher {
  readonly #cost: HashCost
  readonly #turns = new FairTurns(AT_ONCE, TURNS)
  /** Hash of a random password, for unknown users. */
  readonly #nobodys: string

  constructor(cost: HashCost = COST) {
    this.#cost = cost
    this.#nobodys = encode(cost, LANES, randomBytes(SALT), randomBytes(TAG))
  }

  async hash(password: string, asker: Asker): Promise<string> {
    const salt = randomBytes(SALT)
    return encode(this.#cost, LANES, salt, await this.#derive(asker, password, this.#cost, LANES, salt, TAG))
  }

  /** Without a hash (unknown user) it takes the same time and returns false. */
  async verify(password: string, hash: string | null, asker: Asker): Promise<boolean> {
    const { cost, lanes, salt, tag } = decode(hash ?? this.#nobodys)
    return timingSafeEqual(await this.#derive(asker, password, cost, lanes, salt, tag.length), tag)
  }

  expectRoom = ({ lane, who }: Asker): void => this.#turns.expectRoom(lane, who)

  isOutdated(hash: string): boolean {
    const { cost, lanes } = decode(hash)
    return cost.memoryKiB !== this.#cost.memoryKiB || cost.passes !== this.#cost.passes || lanes !== LANES
  }

  #derive(asker: Asker, password: string, cost: HashCost, parallelism: number, nonce: Buffer, tagLength: number) {
    return this.#turns.run(asker.lane, asker.who, () =>
      derive('argon2id', {
        message: password.normalize('NFKC'), // keyboards encode some letters differently (NIST SP 800-63B, 3.1.1.2)
        nonce,
        parallelism,
        tagLength,
        memory: cost.memoryKiB,
        passes: cost.passes,
      }),
    )
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
