import type { KeyRing } from '../../../base/secrets.ts'
import { type Actor, person } from '../../../domain/audit/action.ts'
import type { CredentialJob } from '../../../domain/credentials/job.ts'
import type { CustomerMail } from '../../../domain/delivery/delivery.ts'
import type { StationBook } from '../../../store/current/current.ts'
import type { Database } from '../../../store/kit/database.ts'

export interface StepContext {
  /** Transaction that locks the job. */
  readonly tx: Database
  readonly keys: KeyRing
  readonly book: StationBook
  readonly now: Date
  readonly customerMail?: CustomerMail | null | undefined
}

/** The actor is the user who started the job, on whichever node it runs. */
export const actorOf = ({ userId, actor, address }: CredentialJob): Actor =>
  person({ id: userId, email: actor }, address)
