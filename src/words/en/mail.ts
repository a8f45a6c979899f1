import type { MailWords } from '../mail.ts'

const unwanted: MailWords['unwanted'] = {
  no_credential: 'there is no such credential',
  credential_renewed: 'the credential was renewed before',
  credential_revoked: 'the credential was revoked before',
  credential_ended: 'the credential had ended before',
  order_not_waiting: 'the order no longer waits for its money',
  not_subscribed: 'no longer subscribed',
  incident_withdrawn: 'the notice was withdrawn',
  link_not_needed: 'the link was no longer needed',
}

export const mail: MailWords = {
  failures: {
    unwanted: ({ why }) => `not sent: ${unwanted[why]}`,
    broken_off: () => 'every attempt was broken off',
    nobody_sent: ({ days }) => `nobody sent it within ${days} days: is SMTP_URL set where the role worker runs?`,
    over_quota: ({ whose, most }) =>
      whose === 'owner'
        ? `waits: this organization's ${most} mails of a day were sent`
        : `waits: this address got its ${most} mails of a day`,
    not_an_address: () => 'the recipient is not an e-mail address',
    no_connection: ({ seconds }) => `no connection within ${seconds} s`,
    out_of_time: () => 'the time for it was over before the server had answered',
    said: ({ said }) => said,
  },
  unwanted,
}
