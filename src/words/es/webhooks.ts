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
  chats: {
    failures: {
      answered: ({ status, said }) => (said === '' ? `HTTP ${status}` : `HTTP ${status}: ${said}`),
      broken_off: () => 'todos los intentos se interrumpieron',
      no_secret: () => 'no se pudo descifrar la dirección guardada; escríbala de nuevo',
      no_bot: () => 'la red no tiene un bot de Telegram',
    },
    bot: {
      linked: (network) =>
        `Este chat recibe desde ahora las alertas de ${network}. Envíe /status para ver las alertas abiertas o /stop para dejar de recibirlas.`,
      link_invalid: () =>
        'Este enlace no es válido o ya venció. Genere uno nuevo en la consola: Mi cuenta → Mis canales de alertas.',
      linked_elsewhere: () => 'Este chat ya está conectado a otra cuenta. Primero envíe /stop.',
      no_room: () => 'Usted tiene demasiados canales. Primero quite uno en la consola.',
      stopped: () => 'Este chat ya no recibe alertas.',
      not_linked: (network) =>
        `Este chat no está conectado a ${network}. Conéctelo en la consola: Mi cuenta → Mis canales de alertas.`,
      help: () => 'Envíe /status para ver las alertas abiertas o /stop para dejar de recibirlas.',
      status: (network) => `${network}: sin alertas abiertas.`,
      open: (count) => (count === 1 ? '1 alerta abierta' : `${count} alertas abiertas`),
    },
    test: {
      title: (network) => `${network}: mensaje de prueba`,
      text: 'Las alertas llegarán aquí.',
    },
  },
}
