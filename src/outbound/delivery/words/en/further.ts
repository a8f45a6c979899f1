import type { FurtherWords } from '../es/further.ts'

export const further: FurtherWords = {
  help: 'Need help?',
  call: (phone) => `Call ${phone}`,
  whatsapp: 'Write on WhatsApp',
  whatsappText: (username) => `Hello, I need help with my NTRIP access (username ${username}).`,
  calendar: 'Add the expiry date to my calendar',
  calendarTitle: (network) => `Your NTRIP access to ${network} expires`,
  calendarText: (username, mountpoint) =>
    `Username ${username}, mountpoint ${mountpoint}. Renew before this date to keep working.`,
  renew: 'Renew',
  renewSoon: 'To keep working, renew before it expires. Your username and password stay the same.',
  renewEnded: 'Renew, and your equipment will connect again with the same username and password.',
  renewAskIssuer: 'Contact your provider to renew.',
  renewFor: (period, price) => `Renew ${period} · ${price}`,
  yourEmail: 'Your e-mail',
  buyMeans: 'To work again, buy new access.',
  buy: 'Go to the shop',
  renewAsk: 'Request renewal',
  renewAsked: (time) => `You requested a renewal on ${time}. Your provider will reply.`,
  mail: {
    subject: (who) => `${who} requests a renewal of NTRIP access`,
    intro: 'A customer requested a renewal from their page:',
    customer: 'Customer',
    email: 'E-mail',
    open: 'Open credential',
    note: 'We send at most one of these e-mails per credential per day.',
  },
}
