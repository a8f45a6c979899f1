// Slow work (a provider, a hash, a mail server) holds no database connection: it delays only its own request.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cancelOrder } from '../../../src/actions/orders/cancel.ts'
import { createOrder } from '../../../src/actions/orders/create.ts'
import { openCheckout } from '../../../src/actions/orders/open-checkout.ts'
import { acceptLink, completeSetup, makeSetupLink } from '../../../src/actions/people/login-links.ts'
import { changePassword } from '../../../src/actions/people/own-account.ts'
import { ensureOwner } from '../../../src/actions/people/owners.ts'
import { signIn } from '../../../src/actions/people/sign-in/sign-in.ts'
import { inviteUser } from '../../../src/actions/people/users.ts'
import { type Asker, PasswordHasher } from '../../../src/base/passwords/password-hasher.ts'
import { system } from '../../../src/domain/audit/action.ts'
import { findUserByEmail } from '../../../src/store/people/users.ts'
import { heldConnections, TestService } from '../../support/service.ts'

const EMAIL = 'first@example.mx'
const PASSWORD = 'correct horse battery'
const VISIT = {
  address: '192.0.2.1',
  client: '192.0.2.1',
  requestId: 'req-test-1',
  agent: null,
  sessionSecret: null,
  deviceSecret: null,
}

let service: TestService
beforeAll(async () => {
  service = await TestService.start()
})
afterAll(() => service.stop())

const by = () => ({ db: service.db, now: new Date(), by: system('test') })

/** Blocks until released, and reports when a caller waits. */
class Slow {
  readonly #reached = Promise.withResolvers<void>()
  readonly #told = Promise.withResolvers<void>()

  async answer<Result>(result: Result): Promise<Result> {
    this.#reached.resolve()
    await this.#told.promise
    return result
  }

  /** The number of connections that the action holds while it waits. */
  async heldBy(action: Promise<unknown>): Promise<number> {
    await Promise.race([this.#reached.promise, action.then(() => Promise.reject(new Error('it waited for nothing')))])
    const held = heldConnections(service.db)
    this.#told.resolve()
    await action
    return held
  }
}

class SlowHasher extends PasswordHasher {
  readonly slow = new Slow()

  constructor() {
    super({ memoryKiB: 8, passes: 1 })
  }

  override async hash(password: string, asker: Asker): Promise<string> {
    return this.slow.answer(await super.hash(password, asker))
  }

  override async verify(password: string, hash: string | null, asker: Asker): Promise<boolean> {
    return this.slow.answer(await super.verify(password, hash, asker))
  }
}

it('holds no connection while hashing a password: set-up, link, sign-in and change', async () => {
  const hashing = () => {
    const hasher = new SlowHasher()
    return {
      ...by(),
      keys: service.services.keys,
      hasher,
      heldBy: (action: Promise<unknown>) => hasher.slow.heldBy(action),
    }
  }
  const setup = hashing()
  const link = await makeSetupLink(service.db, new Date())
  const wanted = { email: EMAIL, name: 'First', password: PASSWORD, language: null }
  expect(await setup.heldBy(completeSetup(setup, VISIT, link!, wanted))).toBe(0)

  const accepting = hashing()
  const second = { email: 'second@example.mx', name: 'Second', role: 'viewer', ownerId: null, language: null } as const
  const invited = await inviteUser(accepting, second)
  expect(await accepting.heldBy(acceptLink(accepting, VISIT, invited.link.token, PASSWORD))).toBe(0)

  const entering = hashing()
  expect(await entering.heldBy(signIn({ ...entering, note: () => {} }, VISIT, EMAIL, PASSWORD))).toBe(0)

  const changing = hashing()
  const user = (await findUserByEmail(service.db, EMAIL))!
  const passwords = { current: PASSWORD, wanted: 'another one entirely' }
  expect(await changing.heldBy(changePassword(changing, user, 0, passwords))).toBe(0)
})

it('holds no connection while the provider opens or closes a card page', async () => {
  const owner = await ensureOwner(by(), 'Operator')
  const { book } = await service.services.current()
  const order = await createOrder({ ...by(), book }, 'all', {
    ownerId: owner.id,
    productId: null,
    customerName: 'Ana',
    customerEmail: 'ana@example.mx',
    language: 'es',
    stationId: null,
    validitySeconds: 3600,
    startsAt: undefined,
    amountMinor: 10_000,
    currency: 'MXN',
    client: null,
  })
  const [opening, closing] = [new Slow(), new Slow()]
  const page = { id: 'cs_1', url: 'https://pay.example/cs_1', expiresAt: new Date(Date.now() + 3_600_000) }
  const provider = { name: 'stripe' as const, open: () => opening.answer(page), close: () => closing.answer(undefined) }
  expect(await opening.heldBy(openCheckout({ ...by(), baseUrl: 'https://rtk.example.mx', provider }, order.key))).toBe(
    0,
  )
  expect(await closing.heldBy(cancelOrder({ ...by(), provider }, 'all', order.id))).toBe(0)
})
