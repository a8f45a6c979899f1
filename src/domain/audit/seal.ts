// A seal over a range of the audit log. Each holds the hash of the one before, so the newest speaks for all.

/** The log itself, and what programs issued, which the credentials tell. */
export const SEALED_PARTS = ['log', 'issued'] as const
export type SealedPart = (typeof SEALED_PARTS)[number]

export interface SealedRange {
  readonly number: number
  readonly part: SealedPart
  /** Rows after this one, */
  readonly afterId: number
  /** up to this one. */
  readonly lastId: number
  readonly rows: number
  /** Of the rows. */
  readonly digest: Buffer
  readonly sealedAt: Date
}

export interface Seal extends SealedRange {
  readonly hash: Buffer
  /** Since then its rows are gone, by the operator's retention. */
  readonly prunedAt: Date | null
}

/** What is hashed; `before`: the hash of the seal before, or null. */
export const sealText = (
  { number, part, afterId, lastId, rows, digest, sealedAt }: SealedRange,
  before: Buffer | null,
): string =>
  [
    'vertice audit seal 1',
    number,
    part,
    afterId,
    lastId,
    rows,
    digest.toString('hex'),
    sealedAt.toISOString(),
    before?.toString('hex') ?? 'none',
  ].join('\n')

/** As it is printed, to be kept elsewhere. */
export const printedSeal = ({ number, part, afterId, lastId, rows, hash, sealedAt }: Seal): string =>
  JSON.stringify({ number, part, afterId, lastId, rows, sealedAt: sealedAt.toISOString(), hash: hash.toString('hex') })

export type SealFault =
  | 'missing_seal'
  | 'changed_seal'
  | 'missing_rows'
  | 'inserted_rows'
  | 'changed_rows'
  | 'not_as_printed'
  /** No entry tells of it. */
  | 'untold_removal'
  | 'untold_erasure'
