import type { MailWords } from '../mail.ts'

const unwanted: MailWords['unwanted'] = {
  no_credential: 'the credential does not exist',
  credential_renewed: 'the credential was already renewed',
  credential_revoked: 'the credential was already revoked',
  credential_ended: 'the credential had already expired',
  order_not_waiting: 'the order is no longer pending payment',
  not_subscribed: 'no longer subscribed',
  incident_withdrawn: 'the incident was withdrawn',
  host_removed: 'the host was removed',
  nothing_measured: 'nothing was measured in that month',
  link_not_needed: 'the link was no longer needed',
}

export const mail: MailWords = {
  failures: {
    unwanted: ({ why }) => `not sent: ${unwanted[why]}`,
    broken_off: () => 'every attempt was interrupted',
    nobody_sent: ({ days }) =>
      `not sent within ${days} days; check that a worker is running and a mail server is configured`,
    over_quota: ({ whose, most }) =>
      whose === 'owner'
        ? `waiting: this organization reached its limit of ${most} e-mails per day`
        : `waiting: this address reached its limit of ${most} e-mails per day`,
    not_an_address: () => 'the recipient is not an e-mail address',
    no_connection: ({ seconds }) => `no connection within ${seconds} s`,
    out_of_time: () => 'the mail server did not respond in time',
    said: ({ said }) => said,
  },
  unwanted,
}
