import type { MailWords } from '../mail.ts'

const unwanted: MailWords['unwanted'] = {
  no_credential: 'esa credencial no existe',
  credential_renewed: 'la credencial se renovó antes',
  credential_revoked: 'la credencial se revocó antes',
  credential_ended: 'la credencial terminó antes',
  order_not_waiting: 'el pedido ya no espera su pago',
  not_subscribed: 'ya no está suscrito',
  incident_withdrawn: 'el aviso se retiró',
  link_not_needed: 'el enlace ya no hacía falta',
}

export const mail: MailWords = {
  failures: {
    unwanted: ({ why }) => `no se envió: ${unwanted[why]}`,
    broken_off: () => 'todos los intentos se interrumpieron',
    nobody_sent: ({ days }) => `nadie lo envió en ${days} días: ¿está SMTP_URL donde corre el rol worker?`,
    over_quota: ({ whose, most }) =>
      whose === 'owner'
        ? `en espera: esta organización ya envió sus ${most} correos del día`
        : `en espera: esta dirección ya recibió sus ${most} correos del día`,
    not_an_address: () => 'el destinatario no es una dirección de correo',
    no_connection: ({ seconds }) => `no hubo conexión en ${seconds} s`,
    out_of_time: () => 'se acabó el tiempo antes de que el servidor respondiera',
    said: ({ said }) => said,
  },
  unwanted,
}
