// How a credential changes while it lives, each time with its event. Whoever calls holds the row.
import type { Metadata } from '../../domain/credentials/credential.ts'
import type { Fence } from '../../domain/credentials/fence.ts'
import { type Database, only, statement } from '../kit/database.ts'
import { eventsFrom } from '../webhooks/events.ts'
import { EVENTS, type Happening, INPUT, inputOf } from './ends.ts'

/** `$2` is now. */
const changing = (name: string, set: string) =>
  statement(
    `credential-${name}`,
    `${INPUT}, changed as (update credentials set ${set} from input where credentials.id = input.id and owner_id = "ownerId")
     ${eventsFrom('input', EVENTS)}`,
  )

const renew = changing('renew', 'expires_at = $3, expiry_noted_at = null')
const suspend = changing('suspend', 'suspended_at = $2, cuts = cuts + 1')
const resume = changing('resume', 'suspended_at = null')
const password = changing('password', 'secret = $3, cuts = cuts + 1')
const texts = changing(
  'texts',
  'label = $3, customer_name = $4, customer_email = $5, metadata = $6::jsonb, station_id = $7, cuts = cuts + $8, group_id = $9, fence = $10::jsonb',
)

/** It may have ended: its end will be told again. `told`: perhaps also that it had ended, which nobody has told yet. */
export const saveRenewal = (db: Database, told: readonly Happening[], expiresAt: Date, now: Date) =>
  db.query(renew, [inputOf(told), now, expiresAt])

export const saveSuspension = (db: Database, told: Happening, now: Date) => db.query(suspend, [inputOf([told]), now])

export const saveResumption = (db: Database, told: Happening, now: Date) => db.query(resume, [inputOf([told]), now])

export const savePassword = (db: Database, told: Happening, secret: Buffer, now: Date) =>
  db.query(password, [inputOf([told]), now, secret])

export interface ChangeableTexts {
  readonly label: string | null
  readonly customerName: string | null
  readonly customerEmail: string | null
  readonly metadata: Metadata | null
  readonly stationId: number | null
  readonly groupId: number | null
  readonly fence: Fence | null
}

/** `cuts`: whether its sessions have to end. */
export const saveTexts = (db: Database, told: Happening, wanted: ChangeableTexts, cuts: boolean, now: Date) => {
  const { label, customerName, customerEmail, stationId, groupId } = wanted
  const [pairs, fence] = [wanted.metadata, wanted.fence].map((value) => value && JSON.stringify(value))
  const values = [label, customerName, customerEmail, pairs, stationId, cuts ? 1 : 0, groupId, fence]
  return db.query(texts, [inputOf([told]), now, ...values])
}

/** Whether somebody has told that it ended. */
export const isExpiryNoted = async (db: Database, id: number): Promise<boolean> =>
  (
    await only<{ noted: boolean }>(
      db,
      statement(
        'credential-expiry-noted',
        'select expiry_noted_at is not null as noted from credentials where id = $1',
      ),
      [id],
    )
  ).noted
