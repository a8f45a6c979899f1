import { bars, type Dashboard, lines, stat } from './panels.ts'
import { OWED_STEPS, p } from './shared.ts'

const ATTEMPTS = 'vertice_webhook_attempt_seconds'

export const webhooks: Dashboard = {
  file: 'webhooks',
  title: 'Webhooks and mail',
  description: 'Pending deliveries and e-mails, their delay, and failing receivers.',
  choices: [],
  rows: [
    {
      title: 'Webhooks',
      panels: [
        stat('Owed', 'max(vertice_webhook_deliveries_owed)', {
          description: 'Pending deliveries; 10,000 means 10,000 or more.',
          steps: [
            [null, 'green'],
            [1000, 'yellow'],
            [10_000, 'red'],
          ],
        }),
        stat('Oldest', 'max(vertice_webhook_oldest_owed_seconds)', {
          description: 'Age of the oldest pending delivery, including failing receivers.',
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
          description: 'Webhooks whose receivers accept deliveries.',
          steps: [[null, 'green']],
        }),
        stat('Failing', 'max(vertice_webhook_endpoints{state="failing"})', {
          description: 'Webhooks whose receivers reject deliveries. Their organizations must fix them.',
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
          description: 'Attempts per second, by result; pending: failed and will be retried.',
          unit: 'ops',
          stacked: true,
        }),
        lines(
          'Receiver response time',
          [
            [p(0.5, `${ATTEMPTS}_bucket{outcome="delivered"}`), 'half of them within'],
            [p(0.99, `${ATTEMPTS}_bucket{outcome="delivered"}`), '99 %'],
          ],
          { description: 'Successful attempts only.', unit: 's' },
        ),
        lines('Owed', [['max(vertice_webhook_deliveries_owed)', 'owed']], {
          description: 'A flat line above zero is a stalled queue; a falling line is a queue being processed.',
        }),
        lines(
          'Waiting time',
          [
            ['max(vertice_webhook_oldest_owed_seconds)', 'the oldest'],
            ['max(vertice_webhook_overdue_seconds)', 'due and not sent'],
          ],
          { description: 'Age of the oldest delivery, and delay of the oldest overdue one.', unit: 's', width: 12 },
        ),
        lines('Webhooks by state', [['max by (state) (vertice_webhook_endpoints)', '{{state}}']], {
          description: 'Active, failing and deactivated webhooks.',
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
          description: 'How long the oldest e-mail has been overdue without an attempt.',
          unit: 's',
          width: 6,
          steps: OWED_STEPS,
        }),
        stat('Held back', 'max(vertice_mails_held)', {
          description: 'E-mails waiting because a daily quota is used up.',
          width: 6,
          steps: [
            [null, 'green'],
            [1, 'yellow'],
          ],
        }),
        stat('Failed in 7 days', 'max(vertice_mails_failed)', {
          description: 'E-mails that will not be sent.',
          width: 6,
          steps: [
            [null, 'green'],
            [1, 'orange'],
          ],
        }),
        lines('Sending', [['sum by (outcome) (rate(vertice_mails_total[$__rate_interval]))', '{{outcome}}']], {
          description: 'Attempts per second; pending: rejected by the server and will be retried.',
          unit: 'ops',
          stacked: true,
        }),
        lines(
          'Waiting time',
          [
            ['max(vertice_mails_oldest_waiting_seconds)', 'the oldest'],
            ['max(vertice_mails_overdue_seconds)', 'due and not sent'],
          ],
          { description: 'Age of the oldest due or retried e-mail.', unit: 's' },
        ),
        bars(
          'Sending jobs',
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
