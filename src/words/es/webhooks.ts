import type { WebhookWords } from '../webhooks.ts'

export const webhooks: WebhookWords = {
  deactivated: {
    gone: 'su receptor respondió 410 Gone',
    failing: 'durante cinco días todas las entregas fallaron',
  },
  attempts: {
    not_http: () => 'no es una dirección http o https',
    forbidden_address: ({ address }) => `${address} no es una dirección a la que podamos llamar`,
    no_answer: ({ seconds }) => `no hubo respuesta en ${seconds} s`,
    refused: () => 'la conexión fue rechazada',
    closed_early: () => 'la conexión se cerró antes de una respuesta',
    unresolved: () => 'el nombre del servidor no se puede resolver',
    certificate: ({ code }) => `el certificado no se aceptó (${code})`,
    no_tls: ({ code }) => `no habla TLS (${code})`,
    status: ({ status }) => `HTTP ${status}`,
    said: ({ said }) => said,
  },
}
