// Passwords of people: Argon2id (RFC 9106), off the event loop, with its parameters in the hash (the PHC string format).
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { FairTurns } from '../limits/fair-turns.ts'

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
const AT_ONCE = 3
/** One of the three is never a stranger's, so a flood of strangers neither denies nor delays those whom we know. */
const TURNS = {
  known: { atOnce: 3, mostWaiting: 40, mostWaitingEach: 4 },
  stranger: { atOnce: 2, mostWaiting: 40, mostWaitingEach: 10 },
}

/** For whom a password is hashed. */
export interface Asker {
  /** Known: on a browser that this user was signed in with, by a link of ours, or signed in. */
  readonly lane: keyof typeof TURNS
  /** Who, or from where: those of one lane take turns by this. */
  readonly who: string
}

/** A user by the id; nobody is one yet while the first administrator is set up. */
export const known = (user: number | 'setup'): Asker => ({ lane: 'known', who: String(user) })
export const stranger = (client: string): Asker => ({ lane: 'stranger', who: client })

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2 as never)

export class PasswordHasher {
  readonly #cost: HashCost
  readonly #turns = new FairTurns(AT_ONCE, TURNS)
  /** Of a password that nobody has. */
  readonly #nobodys: string

  constructor(cost: HashCost = COST) {
    this.#cost = cost
    this.#nobodys = encode(cost, LANES, randomBytes(SALT), randomBytes(TAG))
  }

  async hash(password: string, asker: Asker): Promise<string> {
    const salt = randomBytes(SALT)
    return encode(this.#cost, LANES, salt, await this.#derive(asker, password, this.#cost, LANES, salt, TAG))
  }

  /** Without a hash (nobody has this name) it takes as long as with one, and is false. */
  async verify(password: string, hash: string | null, asker: Asker): Promise<boolean> {
    const { cost, lanes, salt, tag } = decode(hash ?? this.#nobodys)
    return timingSafeEqual(await this.#derive(asker, password, cost, lanes, salt, tag.length), tag)
  }

  /** Refuses now whom it would refuse then. */
  expectRoom = ({ lane, who }: Asker): void => this.#turns.expectRoom(lane, who)

  /** Was it made with other parameters than those of today? */
  isOutdated(hash: string): boolean {
    const { cost, lanes } = decode(hash)
    return cost.memoryKiB !== this.#cost.memoryKiB || cost.passes !== this.#cost.passes || lanes !== LANES
  }

  #derive(asker: Asker, password: string, cost: HashCost, parallelism: number, nonce: Buffer, tagLength: number) {
    return this.#turns.run(asker.lane, asker.who, () =>
      derive('argon2id', {
        message: password.normalize('NFKC'), // two keyboards may spell the same letter differently (NIST SP 800-63B, 3.1.1.2)
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
