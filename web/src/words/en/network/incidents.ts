import type { es } from '../../es/network/incidents.ts'

export const en: typeof es = {
  title: 'Public notices',
  hint: 'Incidents and maintenance shown on the status page. Subscribers receive them by e-mail.',
  add: 'New notice',
  empty: 'There are no notices. When something affects the service, say so here before people call.',
  emptyFiltered: 'No notice matches the filters.',
  name: 'Title',
  nameHint: 'For example: “No corrections in the north of the state”.',
  impact: 'Type',
  stage: 'Stage',
  stations: 'Stations affected',
  stationsHint: 'Leave empty for the whole network.',
  text: 'Message',
  textHint: 'What is happening, who is affected, and when there will be more news.',
  mail: (count) =>
    count === 0
      ? 'Send by e-mail (nobody has subscribed yet)'
      : count === 1
        ? 'Send by e-mail to 1 subscriber'
        : `Send by e-mail to ${count.toLocaleString('en-GB')} subscribers`,
  noMail: 'This service sends no mail: set up SMTP to reach subscribers.',
  noStatusPage: 'The status page is off: nobody will see these notices.',
  publish: 'Publish',
  published: 'The notice was published.',
  addNote: 'Publish update',
  noted: 'The update was published.',
  notes: 'Updates',
  newNote: 'New update',
  opened: 'Published',
  updated: 'Updated',
  withdraw: 'Withdraw notice',
  withdrawTitle: (title) => `Withdraw “${title}”?`,
  withdrawConsequence:
    'It disappears from the status page with all its updates. Mails already sent cannot be recalled. If the problem is over, publish a “Resolved” update instead.',
  withdrawn: 'The notice was withdrawn.',
  statusPage: 'See the status page',
  subscribers: (count) => (count === 1 ? '1 e-mail subscriber' : `${count.toLocaleString('en-GB')} e-mail subscribers`),
}
