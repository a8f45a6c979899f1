import { bars, type Dashboard, lines, stat } from './panels.ts'
import { OWED_STEPS, p } from './shared.ts'

const ATTEMPTS = 'vertice_webhook_attempt_seconds'

export const webhooks: Dashboard = {
  file: 'webhooks',
  title: 'Webhooks and mail',
  description: 'What is owed to receivers and to mailboxes, whether it goes out, and who does not take it.',
  choices: [],
  rows: [
    {
      title: 'Webhooks',
      panels: [
        stat('Owed', 'max(vertice_webhook_deliveries_owed)', {
          description: 'Deliveries that webhooks have not got yet; 10,000 means that or more.',
          steps: [
            [null, 'green'],
            [1000, 'yellow'],
            [10_000, 'red'],
          ],
        }),
        stat('Oldest', 'max(vertice_webhook_oldest_owed_seconds)', {
          description: 'Age of the oldest delivery that is owed, also to receivers that fail.',
          unit: 's',
          steps: [
            [null, 'green'],
            [3600, 'yellow'],
            [86_400, 'orange'],
          ],
        }),
        stat('Late by', 'max(vertice_webhook_overdue_seconds)', {
          description:
            'How long the first delivery has been due to a receiver that answers, without anybody sending it. This is ours to mend.',
          unit: 's',
          steps: OWED_STEPS,
        }),
        stat('Answering', 'max(vertice_webhook_endpoints{state="answering"})', {
          description: 'Webhooks whose receivers take what is sent.',
          steps: [[null, 'green']],
        }),
        stat('Failing', 'max(vertice_webhook_endpoints{state="failing"})', {
          description: 'Webhooks whose receivers do not. This is for their owners to mend.',
          steps: [
            [null, 'green'],
            [1, 'orange'],
          ],
        }),
        stat('Given up', 'max(vertice_webhook_endpoints{state="given_up"})', {
          description: 'Webhooks that the service deactivated after days of failures.',
          steps: [
            [null, 'green'],
            [1, 'red'],
          ],
        }),
        lines('Attempts', [[`sum by (outcome) (rate(${ATTEMPTS}_count[$__rate_interval]))`, '{{outcome}}']], {
          description: 'Attempts a second, by what became of the delivery; pending: it failed and is tried again.',
          unit: 'ops',
          stacked: true,
        }),
        lines(
          'How long receivers take',
          [
            [p(0.5, `${ATTEMPTS}_bucket{outcome="delivered"}`), 'half of them within'],
            [p(0.99, `${ATTEMPTS}_bucket{outcome="delivered"}`), '99 %'],
          ],
          { description: 'Of attempts that succeeded.', unit: 's' },
        ),
        lines('Owed', [['max(vertice_webhook_deliveries_owed)', 'owed']], {
          description: 'A flat line above zero is a queue that stands still; a falling one is being worked off.',
        }),
        lines(
          'How long it waits',
          [
            ['max(vertice_webhook_oldest_owed_seconds)', 'the oldest'],
            ['max(vertice_webhook_overdue_seconds)', 'due, and nobody sends it'],
          ],
          { description: 'Age of the oldest delivery, and of the first that should have gone.', unit: 's', width: 12 },
        ),
        lines('Webhooks by state', [['max by (state) (vertice_webhook_endpoints)', '{{state}}']], {
          description: 'How many answer, fail, or were given up.',
          width: 12,
          stacked: true,
        }),
      ],
    },
    {
      title: 'Mail',
      panels: [
        stat('Waiting', 'max(vertice_mails_waiting)', {
          description:
            'Mails that are not sent yet, those that a quota holds back among them; 10,000 means that or more.',
          width: 6,
          steps: [
            [null, 'green'],
            [100, 'yellow'],
            [10_000, 'red'],
          ],
        }),
        stat('Late by', 'max(vertice_mails_overdue_seconds)', {
          description: 'How long the first mail has been due without anybody trying to send it.',
          unit: 's',
          width: 6,
          steps: OWED_STEPS,
        }),
        stat('Held back', 'max(vertice_mails_held)', {
          description: 'Mails that wait because a quota of the day is used up.',
          width: 6,
          steps: [
            [null, 'green'],
            [1, 'yellow'],
          ],
        }),
        stat('Failed in 7 days', 'max(vertice_mails_failed)', {
          description: 'Mails that will not be sent any more.',
          width: 6,
          steps: [
            [null, 'green'],
            [1, 'orange'],
          ],
        }),
        lines('Sending', [['sum by (outcome) (rate(vertice_mails_total[$__rate_interval]))', '{{outcome}}']], {
          description: 'Attempts a second; pending: the server did not take it, and it is tried again.',
          unit: 'ops',
          stacked: true,
        }),
        lines(
          'How long it waits',
          [
            ['max(vertice_mails_oldest_waiting_seconds)', 'the oldest'],
            ['max(vertice_mails_overdue_seconds)', 'due, and nobody sends it'],
          ],
          { description: 'Age of the oldest mail that is due or was tried.', unit: 's' },
        ),
        bars(
          'Jobs that send',
          ['time() - max by (name) (vertice_job_last_success_timestamp_seconds{name=~"webhooks|mail"})', '{{name}}'],
          {
            description: 'How long ago a worker last looked for what is due.',
            unit: 's',
            min: 0,
            max: 600,
            steps: [
              [null, 'green'],
              [60, 'yellow'],
              [600, 'red'],
            ],
          },
        ),
      ],
    },
  ],
}
