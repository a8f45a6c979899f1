import { type Logo, NO_BRAND, type OwnerBrand } from '../../domain/delivery/brand.ts'
import { type Database, first, statement } from '../kit/database.ts'

const COLUMNS = 'name, accent, logo_hash as "logoHash"'

/** All `null` if the organization has no brand of its own. */
export async function findOwnerBrand(db: Database, ownerId: number): Promise<OwnerBrand> {
  const select = `select ${COLUMNS} from owner_brands where owner_id = $1`
  return (await first<OwnerBrand>(db, statement('owner-brand', select), [ownerId])) ?? NO_BRAND
}

/** Columns of the brand for rows of credentials, also those of the organization's test space. */
export const BRAND_OF_CREDENTIAL = `left join lateral (
    select b.name as "brandName", b.accent as "brandAccent", b.logo_hash as "brandLogoHash"
    from owners o join owner_brands b on b.owner_id = coalesce(o.test_of, o.id) where o.id = credentials.owner_id
  ) as brand on true`

/** `null` if no organization has this logo. */
export async function readOwnerLogo(db: Database, hash: string): Promise<Logo | null> {
  const select = 'select logo_kind as "kind", logo as "content" from owner_brands where logo_hash = $1 limit 1'
  type Row = { readonly kind: Logo['kind'] | null; readonly content: Buffer | null }
  const found = await first<Row>(db, statement('owner-logo', select), [hash])
  return found?.kind && found.content ? { kind: found.kind, content: found.content } : null
}

export const writeOwnerBrand = (db: Database, ownerId: number, { name, accent }: Omit<OwnerBrand, 'logoHash'>) =>
  db.query(
    statement(
      'owner-brand-write',
      `insert into owner_brands (owner_id, name, accent) values ($1, $2, $3)
       on conflict (owner_id) do update set name = excluded.name, accent = excluded.accent`,
    ),
    [ownerId, name, accent],
  )

export const writeOwnerLogo = (db: Database, ownerId: number, logo: (Logo & { readonly hash: string }) | null) =>
  db.query(
    statement(
      'owner-logo-write',
      `insert into owner_brands (owner_id, logo_kind, logo, logo_hash) values ($1, $2, $3, $4)
       on conflict (owner_id) do update set logo_kind = excluded.logo_kind, logo = excluded.logo, logo_hash = excluded.logo_hash`,
    ),
    [ownerId, logo?.kind ?? null, logo?.content ?? null, logo?.hash ?? null],
  )
