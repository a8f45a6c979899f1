// Brands of organizations, for the pages, sheets and mails of their customers.
import { type Brand, brandedAs, type Logo, type OwnerBrand } from '../../../domain/delivery/brand.ts'
import type { Database } from '../../../store/kit/database.ts'
import { readOwnerLogo } from '../../../store/people/owner-brands.ts'

/** Logos are named by their content, so a cached one is never outdated. */
const KEPT_LOGOS = 20
const HASH = /^[0-9a-f]{16}$/

export class OwnerBrands {
  readonly #db: Database
  readonly #network: () => Brand
  readonly #logos = new Map<string, Logo>()

  constructor(db: Database, network: () => Brand) {
    this.#db = db
    this.#network = network
  }

  async brandFor(own: OwnerBrand): Promise<Brand> {
    return brandedAs(this.#network(), own, own.logoHash === null ? null : await this.logo(own.logoHash))
  }

  /** `null` if no organization has this logo. */
  async logo(hash: string): Promise<Logo | null> {
    if (!HASH.test(hash)) return null
    const known = this.#logos.get(hash)
    if (known) return known
    const found = await readOwnerLogo(this.#db, hash)
    if (found) this.#keep(hash, found)
    return found
  }

  #keep(hash: string, logo: Logo): void {
    const [oldest] = this.#logos.keys()
    if (this.#logos.size >= KEPT_LOGOS && oldest !== undefined) this.#logos.delete(oldest)
    this.#logos.set(hash, logo)
  }
}
