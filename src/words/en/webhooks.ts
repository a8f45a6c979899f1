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
}
