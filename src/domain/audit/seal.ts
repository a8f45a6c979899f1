// A seal covers a range of the audit log. Each seal includes the hash of the previous one, so the newest proves all.

/** `log`: the audit entries. `issued`: credentials issued by tokens, whose rows replace audit entries. */
export const SEALED_PARTS = ['log', 'issued'] as const
export type SealedPart = (typeof SEALED_PARTS)[number]

export interface SealedRange {
  readonly number: number
  readonly part: SealedPart
  /** Exclusive start of the range. */
  readonly afterId: number
  /** Inclusive end of the range. */
  readonly lastId: number
  readonly rows: number
  readonly digest: Buffer
  readonly sealedAt: Date
}

export interface Seal extends SealedRange {
  readonly hash: Buffer
  /** When retention deleted the sealed rows; `null` if they still exist. */
  readonly prunedAt: Date | null
}

/** Input of the seal's hash. `before` is the hash of the previous seal, `null` for the first. */
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

/** Printed form, for the operator to keep outside the database. */
export const printedSeal = ({ number, part, afterId, lastId, rows, hash, sealedAt }: Seal): string =>
  JSON.stringify({ number, part, afterId, lastId, rows, sealedAt: sealedAt.toISOString(), hash: hash.toString('hex') })

export type SealFault =
  | 'missing_seal'
  | 'changed_seal'
  | 'missing_rows'
  | 'inserted_rows'
  | 'changed_rows'
  | 'not_as_printed'
  /** Rows were deleted or erased without an audit entry. */
  | 'untold_removal'
  | 'untold_erasure'
