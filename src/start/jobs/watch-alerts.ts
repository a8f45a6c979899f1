// Evaluates the alerts and notifies people. Any worker can run this; they take turns.
import { watchAlerts } from '../../actions/alerts/watch.ts'
import type { Current } from '../../store/current/current.ts'
import type { Database } from '../../store/kit/database.ts'

export interface AlertServices {
  readonly db: Database
  readonly current: () => Promise<Current>
  readonly clock: () => Date
  readonly canMail: () => boolean
}

export const alertWatch =
  ({ db, current, clock, canMail }: AlertServices) =>
  async (): Promise<void> => {
    const { book } = await current()
    await watchAlerts({ db, book, now: clock(), canMail: canMail() })
  }
