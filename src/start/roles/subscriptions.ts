// Wires up mails to subscribers and hosts of stations: rate limits for subscriptions, and the mails for the worker.
import type { Config } from '../../base/config/config.ts'
import { clientOf } from '../../base/limits/rate-limiter.ts'
import { SharedLimit } from '../../base/limits/shared-limit.ts'
import { HOST_ALERT_MAIL, HOST_CONFIRM_MAIL, HOST_MONTH_MAIL } from '../../domain/alerts/hosts/host.ts'
import { layOut } from '../../domain/delivery/mail/layout.ts'
import type { SubscriberServices } from '../../http/public/subscribers.ts'
import { hostAlertMail, hostConfirmMail, hostMonthMail } from '../../outbound/mail/hosts.ts'
import type { MailServices } from '../../outbound/mail/send-mails.ts'
import { incidentMail, subscriptionMail } from '../../outbound/mail/status.ts'
import { INCIDENT_MAIL, SUBSCRIPTION_MAIL } from '../../store/alerts/incidents/subscribers.ts'
import { rateSharer } from '../../store/operations/rate-slots.ts'
import type { Foundation } from '../foundation.ts'

/** Max requests per minute and client address, counted over all nodes: each request can send a mail. */
const ASKED = 12

export interface Subscriptions {
  readonly services: SubscriberServices
  stop(): void
}

export function openSubscriptions({ db, clock }: Pick<Foundation, 'db' | 'clock'>): Subscriptions {
  const limit = new SharedLimit(ASKED, rateSharer(db), 'subscriber')
  return {
    services: {
      db,
      clock,
      async waitOf(ip) {
        const { allowed, resetSeconds } = await limit.hitEverywhere(clientOf(ip), clock().getTime())
        return allowed ? null : resetSeconds
      },
    },
    stop: () => limit.stop(),
  }
}

export const statusMails = ({ db }: Pick<Foundation, 'db'>, { baseUrl }: Config): MailServices['render'] => ({
  [SUBSCRIPTION_MAIL]: subscriptionMail({ db, baseUrl }),
  [INCIDENT_MAIL]: incidentMail({ db, baseUrl }),
  [HOST_CONFIRM_MAIL]: hostConfirmMail({ db, baseUrl, layOut }),
  [HOST_ALERT_MAIL]: hostAlertMail({ db, baseUrl, layOut }),
  [HOST_MONTH_MAIL]: hostMonthMail({ db, baseUrl, layOut }),
})
