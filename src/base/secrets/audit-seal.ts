import { type Seal, type SealedRange, sealText } from '../../domain/audit/seal.ts'
import { sha256 } from '../secrets.ts'

/** Includes the hash of the previous seal, so that the newest seal vouches for all. */
export const sealHash = (range: SealedRange, before: Pick<Seal, 'hash'> | null): Buffer =>
  sha256(sealText(range, before?.hash ?? null))
