import type { WebhookWords } from '../webhooks.ts'

export const webhooks: WebhookWords = {
  deactivated: {
    gone: 'its receiver answered 410 Gone',
    failing: 'for five days all deliveries failed',
  },
  attempts: {
    not_http: () => 'not an http or https address',
    forbidden_address: ({ address }) => `${address} is not an address that we may call`,
    no_answer: ({ seconds }) => `no answer within ${seconds} s`,
    refused: () => 'the connection was refused',
    closed_early: () => 'the connection was closed before an answer came',
    unresolved: () => 'the host name does not resolve',
    certificate: ({ code }) => `the certificate was not accepted (${code})`,
    no_tls: ({ code }) => `it does not speak TLS (${code})`,
    status: ({ status }) => `HTTP ${status}`,
    said: ({ said }) => said,
  },
}
