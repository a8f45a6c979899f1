import type { es } from '../../es/network/incidents.ts'

export const en: typeof es = {
  title: 'Incidents',
  hint: 'Incidents and maintenance published on the status page. Subscribers receive them by e-mail.',
  add: 'New incident',
  empty: 'No incidents. Publish one when something affects the service, before your customers call.',
  emptyFiltered: 'No incidents match the filters.',
  name: 'Title',
  nameHint: 'For example, “No corrections in the northern region”.',
  impact: 'Type',
  stage: 'Stage',
  stations: 'Affected stations',
  stationsHint: 'Leave empty for the whole network.',
  text: 'Message',
  textHint: 'What is happening, who is affected, and when you’ll post the next update.',
  mail: (count) =>
    count === 0
      ? 'Send by e-mail (no subscribers yet)'
      : count === 1
        ? 'Send by e-mail to 1 subscriber'
        : `Send by e-mail to ${count.toLocaleString('en-GB')} subscribers`,
  noMail: 'No mail server is configured. Set one up to notify subscribers.',
  noStatusPage: 'The status page is off, so these incidents aren’t visible.',
  publish: 'Publish',
  published: 'Incident published.',
  addNote: 'Publish update',
  noted: 'Update published.',
  notes: 'Updates',
  newNote: 'New update',
  opened: 'Published',
  updated: 'Updated',
  withdraw: 'Delete incident',
  withdrawTitle: (title) => `Delete “${title}”?`,
  withdrawConsequence:
    'The incident and its updates are removed from the status page. E-mails already sent can’t be recalled. If the problem is over, publish a “Resolved” update instead.',
  withdrawn: 'Incident deleted.',
  statusPage: 'View status page',
  subscribers: (count) => (count === 1 ? '1 e-mail subscriber' : `${count.toLocaleString('en-GB')} e-mail subscribers`),
}
