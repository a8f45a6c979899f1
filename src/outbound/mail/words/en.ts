import type { NoticeWords } from './notices.ts'

const duration = (minutes: number) =>
  minutes < 120
    ? `${minutes} min`
    : minutes < 2_880
      ? `${Math.round(minutes / 60)} h`
      : `${Math.round(minutes / 1_440)} days`

export const en: NoticeWords = {
  orderPayment: {
    subject: (number) => `how to pay your order ${number}`,
    intro: (number, network) =>
      `There is an order ${number} for this e-mail address at ${network}, which waits for its payment. As soon as it is paid, your access is ready and what you need to connect comes to this address.`,
    amount: (amount) => `Amount: ${amount}`,
    reference: (number) => `Reference: ${number}`,
    card: 'To pay by card, or to see how the order stands, open:',
    look: 'To see how the order stands, open:',
    open: 'Open my order',
    bank: 'To pay by bank transfer, with the exact amount and the reference:',
    ignore: 'If you ordered nothing, do nothing: an order that is not paid has no consequences.',
  },
  status: {
    confirmSubject: 'confirm your subscription',
    confirm: (network) =>
      `Somebody asked for notices about ${network} to be sent to this address: incidents and scheduled maintenance. To receive them, confirm here:`,
    ignore: 'If it was not you, ignore this mail: without a confirmation nothing is sent.',
    look: 'The status of every station right now:',
    leave: 'To stop receiving these notices:',
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
      single_sign_on: 'single sign-on was added',
    },
    account: (email, network) => `the account ${email} in the administration area of ${network}`,
    intro: {
      password: (account) => `The password was changed for ${account}.`,
      password_link: (account) => `A link was created to choose a new password for ${account}.`,
      second_factor_on: (account) => `An authenticator app was set up as second factor for ${account}.`,
      second_factor_off: (account) => `The second factor was removed from ${account}.`,
      recovery_codes: (account) => `New recovery codes were generated for ${account}; the old ones no longer work.`,
      single_sign_on: (account) => `Single sign-on now also opens ${account}.`,
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
  alert: {
    needs: (count) => (count === 1 ? 'Needs your attention' : `${count} alerts need your attention`),
    over: (count) => (count === 1 ? 'Resolved' : `${count} alerts were resolved`),
    back: (name) => `${name} is online again.`,
    ended: (told) => `Over: ${told}`,
    times: (count) => `${count} times`,
    lasted: (minutes) => `lasted ${duration(minutes)}`,
    simulated: 'simulated',
    more: (count) => `and ${count} more; the console shows them all.`,
    open: 'See the alerts in the console',
    openOne: (name) => `See ${name} in the console`,
    why: 'Times are Mexico City time. If you are taking care of an alert, acknowledge it in the console, and no more mail comes about it until it ends. You receive this mail because your address is in Settings → Alerts.',
  },
  loginLink: {
    subject: { invitation: 'your account is ready', reset: 'choose a new password' },
    intro: {
      invitation: (email, network) =>
        `You have an account (${email}) in the administration area of ${network}. Choose your password to sign in.`,
      reset: (email, network) =>
        `A new password was requested for the account ${email} in the administration area of ${network}.`,
    },
    open: 'Open this link and choose your password:',
    until: (time) =>
      `The link works once and until ${time} (Mexico City time). Choosing the password ends all open sessions.`,
    notExpected: 'If you did not expect this invitation, ignore this e-mail: nobody gets in without the link.',
    notAsked: 'If you did not request it, ignore this e-mail: your current password stays valid.',
    notAskedOfOthers:
      'An administrator of the network requested it. If you know nothing of it, call them before you open the link.',
  },
  test: { subject: 'test', text: 'This is a test mail: sending works.' },
}
