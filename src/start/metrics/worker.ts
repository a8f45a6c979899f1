import type { Registry } from 'prom-client'
import type { DeliveryState } from '../../domain/webhooks/webhook.ts'
import { MAIL_STATES, type MailState } from '../../store/mail/outbox.ts'
import { registerTimes, Times } from './histogram.ts'
import { Jobs } from './jobs.ts'
import { registerScraped } from './scraped.ts'

export interface WorkerMetrics {
  readonly jobs: Jobs
  readonly countMail: (outcome: MailState) => void
  readonly observeDelivery: (outcome: DeliveryState, milliseconds: number) => void
}

export function workerMetrics(registry: Registry): WorkerMetrics {
  const jobs = new Jobs()
  jobs.register(registry)
  // Start at zero: Prometheus sees no increase in a series that first appears with 1.
  const mails = new Map(MAIL_STATES.map((outcome) => [outcome, 0]))
  registerScraped(
    registry,
    {
      name: 'vertice_mails_total',
      help: 'Attempts of this process to send an e-mail, by result: sent, pending (will be retried), failed.',
      type: 'counter',
    },
    () => Array.from(mails, ([outcome, count]) => [{ outcome }, count] as const),
  )
  const attempts: Record<DeliveryState, Times> = { delivered: new Times(), pending: new Times(), failed: new Times() }
  registerTimes(
    registry,
    'vertice_webhook_attempt_seconds',
    'How long attempts to deliver took, by what became of the delivery: delivered, pending (another attempt follows), failed.',
    () => Object.entries(attempts).map(([outcome, times]) => [{ outcome }, times] as const),
  )
  return {
    jobs,
    countMail: (outcome) => mails.set(outcome, mails.get(outcome)! + 1),
    observeDelivery: (outcome, milliseconds) => attempts[outcome].add(milliseconds),
  }
}
