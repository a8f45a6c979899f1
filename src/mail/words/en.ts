import type { NoticeWords } from './notices.ts'

export const en: NoticeWords = {
  orderPayment: {
    subject: (number) => `how to pay your order ${number}`,
    intro: (number, network) =>
      `There is an order ${number} for this e-mail address at ${network}, which waits for its payment. As soon as it is paid, your access is ready and what you need to connect comes to this address.`,
    amount: (amount) => `Amount: ${amount}`,
    reference: (number) => `Reference: ${number}`,
    card: 'To pay by card, or to see how the order stands, open:',
    look: 'To see how the order stands, open:',
    bank: 'To pay by bank transfer, with the exact amount and the reference:',
    ignore: 'If you ordered nothing, do nothing: an order that is not paid has no consequences.',
  },
  webhookDeactivated: {
    state: 'deactivated',
    otherLanguage: '',
    intro: (id, network, why) =>
      `Webhook ${id} of your organisation at ${network} was deactivated: ${why}. It has received no events since.`,
    facts: (url, since, at, error) => [
      `Address: ${url}`,
      `Only failures since: ${since}`,
      `Deactivated: ${at}`,
      `Last error: ${error}`,
    ],
    whatToDo:
      'What to do: repair the receiver, and ask whoever runs the network to wake the webhook up and to send again what failed:',
    meanwhile:
      'What happens while it is deactivated is not sent later: see GET /credentials. You can also register a new webhook.',
  },
  accountChanged: {
    subject: {
      password: 'your password was changed',
      password_link: 'a link for a new password was created',
      second_factor_on: 'the second factor was set up',
      second_factor_off: 'the second factor was removed',
      recovery_codes: 'new recovery codes were generated',
    },
    account: (email, network) => `the account ${email} in the administration area of ${network}`,
    intro: {
      password: (account) => `The password was changed for ${account}.`,
      password_link: (account) => `A link was created to choose a new password for ${account}.`,
      second_factor_on: (account) => `An authenticator app was set up as second factor for ${account}.`,
      second_factor_off: (account) => `The second factor was removed from ${account}.`,
      recovery_codes: (account) => `New recovery codes were generated for ${account}; the old ones no longer work.`,
    },
    facts: (at, place) => [
      `When: ${at} (Mexico City time)`,
      place === null ? 'By: an administrator of the network' : `By: this account, from ${place}`,
    ],
    unknownPlace: 'an unknown address',
    notYou:
      'If it was you, there is nothing to do. If it was not, call whoever administers the network now: they can end your sessions and give you a link for a new password.',
    notAsked:
      'If you asked for it, there is nothing to do. If you know nothing of it, call whoever administers the network now.',
  },
  test: { subject: 'test', text: 'This is a test mail: sending works.' },
}
