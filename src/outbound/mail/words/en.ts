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
      `Your order ${number} at ${network} is awaiting payment. As soon as you pay, we’ll send your access details to this address.`,
    renewal: (number, network) =>
      `Your order ${number} to renew your access to ${network} is awaiting payment. As soon as you pay, your access is extended with the same username and password.`,
    amount: (amount) => `Amount: ${amount}`,
    reference: (number) => `Reference: ${number}`,
    card: 'To pay by card or track your order, open:',
    look: 'To track your order, open:',
    open: 'Open my order',
    bank: 'To pay by bank transfer, use the exact amount and the reference:',
    ignore: 'If you didn’t place this order, you can ignore this e-mail. Unpaid orders have no effect.',
  },
  status: {
    confirmSubject: 'confirm your subscription',
    confirm: (network) =>
      `We received a request to send incident and maintenance updates about ${network} to this address. To receive them, confirm here:`,
    ignore: 'If you didn’t request this, ignore this e-mail. We won’t send anything without your confirmation.',
    look: 'Current status of every station:',
    leave: 'To unsubscribe:',
  },
  webhookDeactivated: {
    state: 'disabled',
    otherLanguage: '',
    intro: (id, network, why) =>
      `Webhook ${id} of your organization at ${network} was disabled: ${why}. It no longer receives events.`,
    facts: (url, since, at, error) => [
      `URL: ${url}`,
      `Failing since: ${since}`,
      `Disabled: ${at}`,
      `Last error: ${error}`,
    ],
    whatToDo:
      'What to do: fix the receiver, then ask the network operator to enable the webhook and resend what it missed:',
    meanwhile:
      'The second command also sends events that occurred while the webhook was disabled. You can also create a new webhook.',
  },
  accountChanged: {
    subject: {
      password: 'your password was changed',
      password_link: 'a password reset link was created',
      second_factor_on: 'two-factor authentication was turned on',
      second_factor_off: 'two-factor authentication was turned off',
      recovery_codes: 'new recovery codes were generated',
      single_sign_on: 'single sign-on was added',
    },
    account: (email, network) => `the account ${email} in the ${network} console`,
    intro: {
      password: (account) => `The password was changed for ${account}.`,
      password_link: (account) => `A password reset link was created for ${account}.`,
      second_factor_on: (account) => `Two-factor authentication was turned on for ${account}.`,
      second_factor_off: (account) => `Two-factor authentication was turned off for ${account}.`,
      recovery_codes: (account) => `New recovery codes were generated for ${account}; the old ones no longer work.`,
      single_sign_on: (account) => `You can now also use single sign-on for ${account}.`,
    },
    facts: (at, place) => [
      `Date: ${at} (Mexico City time)`,
      place === null ? 'By: an administrator of the network' : `By: this account, from ${place}`,
    ],
    unknownPlace: 'an unknown address',
    notYou:
      'If this was you, no action is needed. If it wasn’t, call your network administrator now. They can end your sessions and send you a password reset link.',
    notAsked: 'If you requested this, no action is needed. If you didn’t, call your network administrator now.',
  },
  alert: {
    needs: (count) => (count === 1 ? 'Needs your attention' : `${count} alerts need your attention`),
    over: (count) => (count === 1 ? 'Resolved' : `${count} alerts resolved`),
    missed: (count) =>
      count === 1 ? 'During quiet hours: 1 alert, resolved' : `During quiet hours: ${count} alerts, all resolved`,
    back: (name) => `${name} is back online.`,
    ended: (told) => `Resolved: ${told}`,
    times: (count) => `${count} times`,
    lasted: (minutes) => `lasted ${duration(minutes)}`,
    simulated: 'simulated',
    more: (count) => `and ${count} more; the console shows them all.`,
    open: 'View alerts in the console',
    openOne: (name) => `View ${name} in the console`,
    why: 'Times are in Mexico City time. Acknowledge an alert in the console to stop further e-mails about it until it ends. You receive this e-mail because your address is in Settings → Alerts.',
    whyOwn:
      'Times are in Mexico City time. Acknowledge an alert in the console to stop further e-mails about it until it ends. You receive this e-mail because you added an e-mail channel under My account.',
  },
  channelTest: {
    subject: 'Test of your alerts',
    text: 'Alerts will arrive at this address. You added it under My account in the console.',
  },
  host: {
    hello: (name) => `Hello, ${name}:`,
    confirmSubject: (code) => `Follow the station ${code}`,
    confirm: (network, station) =>
      `${network} wants to keep you informed about the station at your site, ${station}: an e-mail if it goes offline, and a report each month.`,
    confirmButton: 'Confirm my address',
    ignore: 'If you did not expect this e-mail, ignore it. Nothing else will be sent.',
    down: (code) => `${code} is offline`,
    back: (code) => `${code} is back online`,
    downText: (station) => `We receive no data from the station ${station}.`,
    backText: (station) => `The station ${station} sends data again.`,
    check: 'If you can, check that the receiver has power and its network is connected.',
    since: 'Since',
    until: 'Until',
    simulated: 'simulated',
    monthSubject: (code, month) => `${code} in ${month}`,
    monthText: (station, month) => `This is how the station ${station} worked in ${month}.`,
    uptime: 'Uptime',
    offline: 'Offline',
    outageDays: 'Days with an outage',
    unmeasured: 'Not measured',
    duration: (hours, minutes) => `${hours} h ${minutes} min`,
    open: 'View the station',
    why: 'You receive this e-mail because you follow this station. You can stop on its page. Times are in Mexico City time.',
  },
  loginLink: {
    subject: { invitation: 'your account is ready', reset: 'choose a new password' },
    intro: {
      invitation: (email, network) =>
        `You have an account (${email}) in the ${network} console. Choose a password to sign in.`,
      reset: (email, network) => `A new password was requested for the account ${email} in the ${network} console.`,
    },
    open: 'Open this link and choose your password:',
    until: (time) =>
      `The link works once and expires on ${time} (Mexico City time). Choosing a password ends all active sessions.`,
    notExpected: 'If you didn’t expect this invitation, you can ignore this e-mail.',
    notAsked: 'If you didn’t request this, ignore this e-mail. Your current password still works.',
    notAskedOfOthers:
      'A network administrator requested this. If you weren’t expecting it, call them before you open the link.',
  },
  test: { subject: 'test', text: 'This is a test e-mail. Your mail server works.' },
}
