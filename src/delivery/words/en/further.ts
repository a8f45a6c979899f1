import type { FurtherWords } from '../es/further.ts'

export const further: FurtherWords = {
  help: 'Need help?',
  call: (phone) => `Call ${phone}`,
  whatsapp: 'Write on WhatsApp',
  whatsappText: (username) => `Hello, I need help with my NTRIP access (user ${username}).`,
  calendar: 'Add the end date to my calendar',
  calendarTitle: (network) => `Your NTRIP access to ${network} ends`,
  calendarText: (username, mountpoint) =>
    `User ${username}, mountpoint ${mountpoint}. If you will go on working, renew it before.`,
  renew: 'Renew',
  renewSoon: 'If you will go on working, renew before it ends.',
  renewEnded: 'Its validity is over. You can ask for a renewal.',
  renewShop: 'Renew in the shop',
  renewShopMeans: 'You buy a new period in the shop; once it is paid you receive your access data.',
  renewAsk: 'Ask for a renewal',
  renewAskMeans: 'We write an e-mail to whoever gave you this access.',
  renewAsked: (time) => `You asked for a renewal on ${time}. Whoever gave you this access will answer.`,
  mail: {
    subject: (who) => `${who} asks to renew an NTRIP access`,
    intro: 'A customer asked on their page to have their access renewed:',
    customer: 'Customer',
    email: 'E-mail',
    open: 'Open the credential',
    note: 'You are told at most once a day and credential.',
  },
}
