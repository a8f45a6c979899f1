import type { Translations } from './translations.ts'

export const webhooks: Translations = {
  'Identifier of the webhook.': 'Identificador del webhook.',
  'Target address of deliveries.': 'URL de destino de las entregas.',
  'Comma-separated names of the events it receives.': 'Nombres de los eventos que recibe, separados por comas.',
  'false: deactivated, receives nothing.': '`false`: desactivado, no recibe nada.',
  'The last successful delivery.': 'La última entrega correcta.',
  'Failures since the last success.': 'Fallas desde la última entrega correcta.',
  'An address that receives signed events.': 'Una URL que recibe eventos firmados.',
  'Target address: https, and never one that leads into private, loopback, link-local or otherwise non-public addresses.':
    'URL de destino: https, y nunca hacia direcciones privadas, de loopback, de enlace local ni otras que no sean públicas.',
  'Takes the place of the whole list. Comma-separated list of: order.paid, credential.issued, credential.expired, credential.revoked, credential.renewed, credential.suspended, credential.resumed, credential.updated, station.status_changed, station.alarm.':
    'Reemplaza toda la lista. Lista separada por comas de: order.paid, credential.issued, credential.expired, credential.revoked, credential.renewed, credential.suspended, credential.resumed, credential.updated, station.status_changed, station.alarm.',
  'true wakes a deactivated webhook up, false deactivates it; again changes nothing.':
    '`true` reactiva un webhook desactivado; `false` lo desactiva. Repetirlo no cambia nada.',
  'Omitted fields do not change.': 'Los campos omitidos no cambian.',
  'Keys the HMAC of every delivery. Shown only this once.':
    'La clave del HMAC de cada entrega. Solo se muestra esta vez.',
  'A webhook with its secret.': 'Un webhook con su secreto.',
  'A page of webhooks.': 'Una página de webhooks.',
  'Target URL and events.': 'URL de destino y eventos.',
  'One webhook.': 'Un webhook.',
  'Keys the HMAC of every delivery from now on. Shown only this once.':
    'La clave del HMAC de cada entrega a partir de ahora. Solo se muestra esta vez.',
  'Until then the secret before signs too.': 'Hasta cuándo firma también el secreto anterior.',
  'A webhook with its new secret.': 'Un webhook con su secreto nuevo.',
  'Type of the event; `webhook.test` if left out.': 'Tipo del evento; `webhook.test` si se omite.',
  'Which event is sent as a test.': 'Qué evento se envía como prueba.',
  'List webhooks of the organization, newest first':
    'Listar los webhooks de la organización, los más recientes primero',
  'Includes deactivated webhooks.': 'Incluye los webhooks desactivados.',
  'Register a webhook': 'Registrar un webhook',
  'The secret is only included in this response. At most 20 active webhooks per organization.':
    'El secreto solo viene en esta respuesta. Como máximo, 20 webhooks activos por organización.',
  'The webhook with its secret.': 'El webhook con su secreto.',
  'A webhook': 'Consultar un webhook',
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
