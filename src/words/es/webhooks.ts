import type { WebhookWords } from '../webhooks.ts'

export const webhooks: WebhookWords = {
  deactivated: {
    gone: 'el receptor respondió 410 Gone',
    failing: 'todas las entregas fallaron durante 5 días',
  },
  attempts: {
    not_http: () => 'no es una URL http o https',
    forbidden_address: ({ address }) => `la dirección ${address} no está permitida`,
    no_answer: ({ seconds }) => `no hubo respuesta en ${seconds} s`,
    refused: () => 'se rechazó la conexión',
    closed_early: () => 'la conexión se cerró antes de recibir respuesta',
    unresolved: () => 'no se pudo resolver el nombre del servidor',
    certificate: ({ code }) => `el certificado no se aceptó (${code})`,
    no_tls: ({ code }) => `el receptor no usa TLS (${code})`,
    status: ({ status }) => `HTTP ${status}`,
    said: ({ said }) => said,
  },
}
