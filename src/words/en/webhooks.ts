import type { WebhookWords } from '../webhooks.ts'

export const webhooks: WebhookWords = {
  deactivated: {
    gone: 'the receiver answered 410 Gone',
    failing: 'all deliveries failed for 5 days',
  },
  attempts: {
    not_http: () => 'not an http or https URL',
    forbidden_address: ({ address }) => `the address ${address} is not allowed`,
    no_answer: ({ seconds }) => `no response within ${seconds} s`,
    refused: () => 'the connection was refused',
    closed_early: () => 'the connection was closed before a response',
    unresolved: () => 'the host name does not resolve',
    certificate: ({ code }) => `the certificate was not accepted (${code})`,
    no_tls: ({ code }) => `the receiver does not use TLS (${code})`,
    status: ({ status }) => `HTTP ${status}`,
    said: ({ said }) => said,
  },
  chats: {
    failures: {
      answered: ({ status, said }) => (said === '' ? `HTTP ${status}` : `HTTP ${status}: ${said}`),
      broken_off: () => 'every attempt was interrupted',
      no_secret: () => 'the stored address could not be decrypted; enter it again',
      no_bot: () => 'the network has no Telegram bot',
    },
    bot: {
      linked: (network) =>
        `This chat now receives the alerts of ${network}. Send /status for the current alerts, or /stop to end.`,
      link_invalid: () =>
        'This link is not valid or has expired. Create a new one in the console: My account → My alert channels.',
      linked_elsewhere: () => 'This chat is already connected to another account. Send /stop first.',
      no_room: () => 'You have too many channels. Remove one in the console first.',
      stopped: () => 'This chat no longer receives alerts.',
      not_linked: (network) =>
        `This chat is not connected to ${network}. Connect it in the console: My account → My alert channels.`,
      help: () => 'Send /status for the current alerts, or /stop to end.',
      status: (network) => `${network}: no open alerts.`,
      open: (count) => (count === 1 ? '1 open alert' : `${count} open alerts`),
    },
    test: {
      title: (network) => `${network}: test message`,
      text: 'Alerts will arrive here.',
    },
  },
}
