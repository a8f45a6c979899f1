// The delivery of a credential, for the holder of its link or for a mail.
import { timingSafeEqual } from 'node:crypto'
import { SharedRound } from '../base/running/shared-round.ts'
import { openCredential } from '../base/secrets/credential.ts'
import { type KeyRing, sha256 } from '../base/secrets.ts'
import { type CustomerDelivery, deliveryOf } from '../domain/delivery/delivery.ts'
import { networkFor } from '../domain/network/mountpoints/network-mountpoint.ts'
import type { Current, StationBook } from '../store/current/current.ts'
import { type BrandedCredential, findLinked } from '../store/delivery/deliveries.ts'
import type { Database } from '../store/kit/database.ts'
import { linkOf } from '../wire/credentials/credential.ts'

export interface DeliveryServices {
  readonly db: Database
  readonly keys: KeyRing
  readonly current: () => Promise<Current>
  readonly baseUrl: string
  readonly clock: () => Date
}

/** Format of `newLinkKey`; the first part is the id. */
const LINK_KEY = /^([1-9a-z][0-9a-z]{0,10})-[0-9A-Za-z]{24}$/

/** Opens a link; `null` if unknown or withdrawn. Concurrent guesses share one query. */
export function linkOpener(services: DeliveryServices): (key: string) => Promise<CustomerDelivery | null> {
  const round = new SharedRound<number, Opened | undefined>(async (ids) => {
    const found = await findLinked(services.db, [...new Set(ids)])
    const open = found.filter(({ linkWithdrawnAt }) => linkWithdrawnAt === null)
    const byId = new Map(open.map((credential) => [credential.id, opened(services.keys, credential)]))
    return ids.map((id) => byId.get(id))
  })
  return async (key) => {
    const id = Number.parseInt(LINK_KEY.exec(key)?.[1] ?? '0', 36)
    if (id === 0 || !Number.isSafeInteger(id)) return null
    const found = await round.join(id)
    // Compares hashes, so the timing does not reveal how much of the key is right.
    if (!found || !timingSafeEqual(sha256(key), found.keyHash)) return null
    return describe(services, found.credential, (await services.current()).book)
  }
}

interface Opened {
  readonly credential: BrandedCredential
  readonly keyHash: Buffer
}

const opened = (keys: KeyRing, credential: BrandedCredential): Opened => ({
  credential,
  keyHash: sha256(openCredential(keys, credential).linkKey),
})

/** For mails; `null` if the credential does not exist. */
export function deliveryFinder(services: DeliveryServices) {
  return async (ownerId: number, credentialId: number): Promise<CustomerDelivery | null> => {
    const [found] = await findLinked(services.db, [credentialId])
    if (!found || found.ownerId !== ownerId) return null
    return describe(services, found, (await services.current()).book)
  }
}

function describe(
  { keys, baseUrl, clock }: Pick<DeliveryServices, 'keys' | 'baseUrl' | 'clock'>,
  { brandName, brandAccent, brandLogoHash, ...found }: BrandedCredential,
  book: StationBook,
): CustomerDelivery {
  const { byId, groups, active, mountpoints } = book
  const network = networkFor(found.groupId, book)
  const secrets = openCredential(keys, found)
  const url = found.linkWithdrawnAt === null ? linkOf(baseUrl, secrets) : null
  const station = found.stationId === null ? null : (byId.get(found.stationId) ?? null)
  const group = found.groupId === null ? null : (groups.get(found.groupId) ?? null)
  const ownBrand = { name: brandName, accent: brandAccent, logoHash: brandLogoHash }
  const behind = { network, station, group, activeStations: active, mountpoints, offered: book }
  return deliveryOf(found, secrets, url, { ...behind, ownBrand, now: clock() })
}
