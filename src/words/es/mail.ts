import type { MailWords } from '../mail.ts'

const unwanted: MailWords['unwanted'] = {
  no_credential: 'la credencial no existe',
  credential_renewed: 'la credencial ya se había renovado',
  credential_revoked: 'la credencial ya estaba revocada',
  credential_ended: 'la credencial ya había vencido',
  order_not_waiting: 'el pedido ya no está pendiente de pago',
  not_subscribed: 'ya no está suscrito',
  incident_withdrawn: 'el incidente se retiró',
  host_removed: 'el anfitrión ya se quitó',
  nothing_measured: 'no hubo mediciones en ese mes',
  link_not_needed: 'el enlace ya no hacía falta',
}

export const mail: MailWords = {
  failures: {
    unwanted: ({ why }) => `no se envió: ${unwanted[why]}`,
    broken_off: () => 'todos los intentos se interrumpieron',
    nobody_sent: ({ days }) =>
      `no se envió en ${days} días; revise que haya un proceso «worker» en marcha y un servidor de correo configurado`,
    over_quota: ({ whose, most }) =>
      whose === 'owner'
        ? `en espera: esta organización llegó a su límite de ${most} correos por día`
        : `en espera: esta dirección llegó a su límite de ${most} correos por día`,
    not_an_address: () => 'el destinatario no es una dirección de correo',
    no_connection: ({ seconds }) => `no hubo conexión en ${seconds} s`,
    out_of_time: () => 'el servidor de correo no respondió a tiempo',
    said: ({ said }) => said,
  },
  unwanted,
}
