import type { Translations } from './translations.ts'

export const webhooks: Translations = {
  'Identifier of the webhook.': 'Identificador del webhook.',
  'URL to which events are delivered.': 'La URL a la que se entregan los eventos.',
  'Types of the events that the webhook receives, separated by commas.':
    'Tipos de los eventos que recibe el webhook, separados por comas.',
  '`false` if the webhook is deactivated and receives nothing.':
    '`false` si el webhook está desactivado y no recibe nada.',
  'Time of the last successful delivery; `null` if there was none.':
    'Fecha y hora de la última entrega correcta; `null` si no ha habido ninguna.',
  'Number of failed attempts since the last successful delivery.':
    'Número de intentos fallidos desde la última entrega correcta.',
  'A URL that receives signed events.': 'Una URL que recibe eventos firmados.',
  'URL that receives the events. It must use https and must not lead to a private, loopback, link-local or other non-public address.':
    'La URL que recibe los eventos. Debe usar https y no debe llevar a direcciones privadas, de loopback, de enlace local ni otras que no sean públicas.',
  'Replaces the whole list. Comma-separated list of: order.paid, credential.issued, credential.expired, credential.revoked, credential.renewed, credential.suspended, credential.resumed, credential.updated, station.status_changed, station.alarm, rinex.ready.':
    'Reemplaza toda la lista. Lista separada por comas de: order.paid, credential.issued, credential.expired, credential.revoked, credential.renewed, credential.suspended, credential.resumed, credential.updated, station.status_changed, station.alarm, rinex.ready.',
  '`true` reactivates a deactivated webhook, `false` deactivates it. Repeating the value changes nothing.':
    '`true` reactiva un webhook desactivado; `false` lo desactiva. Repetir el valor no cambia nada.',
  'Omitted fields do not change.': 'Los campos omitidos no cambian.',
  'Key of the HMAC of every delivery. Only this response includes it.':
    'La clave del HMAC de cada entrega. Solo viene en esta respuesta.',
  'A webhook with its secret.': 'Un webhook con su secreto.',
  'A page of webhooks.': 'Una página de webhooks.',
  'Target URL and events.': 'URL de destino y eventos.',
  'One webhook.': 'Un webhook.',
  'Key of the HMAC of every delivery from now on. Only this response includes it.':
    'La clave del HMAC de cada entrega a partir de ahora. Solo viene en esta respuesta.',
  'Until this time, deliveries are also signed with the previous secret.':
    'Hasta este momento, las entregas también se firman con el secreto anterior.',
  'A webhook with its new secret.': 'Un webhook con su secreto nuevo.',
  'Type of the event; `webhook.test` if omitted.': 'Tipo del evento; `webhook.test` si se omite.',
  'The event to send as a test.': 'El evento que se envía como prueba.',
  'List webhooks of the organization, newest first':
    'Listar los webhooks de la organización, los más recientes primero',
  'Includes deactivated webhooks.': 'Incluye los webhooks desactivados.',
  'Register a webhook': 'Registrar un webhook',
  'The secret is only included in this response. At most 20 active webhooks per organization.':
    'El secreto solo viene en esta respuesta. Como máximo, 20 webhooks activos por organización.',
  'The webhook with its secret.': 'El webhook con su secreto.',
  'Get a webhook': 'Consultar un webhook',
  'A webhook of another organization returns 404.': 'Un webhook de otra organización responde un 404.',
  'The webhook.': 'El webhook.',
  'Change a webhook': 'Modificar un webhook',
  'Omitted fields do not change. A reactivated webhook counts against the limit of active webhooks.':
    'Los campos omitidos no cambian. Un webhook reactivado cuenta para el límite de webhooks activos.',
  'The webhook, changed.': 'El webhook, modificado.',
  'Deactivate a webhook': 'Desactivar un webhook',
  'The webhook stays in the list with `activo: false`. Idempotent: repeating the call returns the same response.':
    'El webhook sigue en la lista con `activo: false`. Idempotente: repetir la petición devuelve la misma respuesta.',
  'The webhook, deactivated.': 'El webhook, desactivado.',
  'Replace the secret of a webhook': 'Cambiar el secreto de un webhook',
  'The new secret is only included in this response. For 24 hours deliveries are signed with both secrets, so you can update the receiver without losing deliveries. If you rotate again within that time, up to 5 previous secrets keep signing for 24 hours each: all of them in `webhook-signature`, the most recent one in `X-Service-Signature-Previous`.':
    'El secreto nuevo solo viene en esta respuesta. Durante 24 horas las entregas se firman con los dos secretos, para que actualice el receptor sin perder entregas. Si lo cambia otra vez en ese tiempo, hasta 5 secretos anteriores siguen firmando 24 horas cada uno: todos en `webhook-signature`, el más reciente en `X-Service-Signature-Previous`.',
  'The webhook with its new secret.': 'El webhook con su secreto nuevo.',
}
