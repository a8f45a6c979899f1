import type { Translations } from './translations.ts'

export const deliveries: Translations = {
  'Identifier of the delivery.': 'Identificador de la entrega.',
  'When the delivery was created.': 'Cuándo se creó la entrega.',
  'Time of the next attempt; `null` if the delivery is not pending.':
    'Cuándo es el próximo intento; `null` si la entrega no está pendiente.',
  'When the delivery succeeded or finally failed; `null` while it is pending.':
    'Cuándo se completó o falló en definitiva la entrega; `null` mientras está pendiente.',
  'Attempts, oldest first.': 'Los intentos, del más antiguo al más reciente.',
  'Delivery of an event to a webhook, with its attempts.': 'La entrega de un evento a un webhook, con sus intentos.',
  'Start of the attempt.': 'Inicio del intento.',
  'HTTP status of the response; `null` if there was no response.':
    'El estado HTTP de la respuesta; `null` si no hubo respuesta.',
  'Duration of the attempt in milliseconds.': 'Duración del intento en milisegundos.',
  'Stable code of the error, such as `status`, `no_answer`, `refused`, `unresolved`, `certificate`, `forbidden_address`; `null` if the attempt succeeded.':
    'Código estable de la falla, como `status`, `no_answer`, `refused`, `unresolved`, `certificate`, `forbidden_address`; `null` si el intento tuvo éxito.',
  'One attempt to deliver an event.': 'Un intento de entregar un evento.',
  'A page of deliveries.': 'Una página de entregas.',
  'One delivery.': 'Una entrega.',
  '`fallida`: the delivery is not retried unless a person or program resends it.':
    '`fallida`: no se reintenta, salvo que una persona o un programa la reenvíe.',
  'Start of the period. Events for which the webhook never had a delivery are found for the last 29 days, or for as long as the operator keeps deliveries if that is shorter.':
    'Inicio del periodo. Los eventos para los que el webhook nunca tuvo una entrega se encuentran durante 29 días, o mientras el operador conserve las entregas, si es menos.',
  'Start of the period whose events are resent.': 'Inicio del periodo cuyos eventos se reenvían.',
  'Number of events that will be resent.': 'Número de eventos que se van a reenviar.',
  '`true` if there are more events than one request resends. Repeat the request to resend them.':
    '`true` si hay más eventos de los que reenvía una petición. Repítala para reenviarlos.',
  'Result of resending undelivered events.': 'El resultado de reenviar los eventos no entregados.',
  'List deliveries of a webhook, newest first': 'Listar las entregas de un webhook, las más recientes primero',
  'Includes every attempt. By default, successful deliveries are kept for 30 days and failed ones for 90.':
    'Incluye todos los intentos. De forma predeterminada, las entregas correctas se conservan 30 días y las fallidas 90.',
  'Only deliveries in this state.': 'Solo entregas en este estado.',
  'Send a test event': 'Enviar un evento de prueba',
  'An event of type `webhook.test` or, with `evento`, a sample of any other type, marked with `"prueba": true`. Sent only to this webhook, regardless of its subscription. Samples contain fictitious data and are not listed by `GET /eventos`. The body is optional.':
    'Un evento de tipo `webhook.test` o, con `evento`, una muestra de cualquier otro tipo, marcada con `"prueba": true`. Se envía solo a este webhook, sin importar a qué esté suscrito. Las muestras tienen datos ficticios y no aparecen en `GET /eventos`. El cuerpo es opcional.',
  'The queued delivery.': 'La entrega en cola.',
  'Resend a delivery': 'Reenviar una entrega',
  'Works for deliveries in any state. The event keeps its `id`.':
    'Sirve para entregas en cualquier estado. El evento conserva su `id`.',
  'Identifier of the delivery: a positive integer.': 'Identificador de la entrega: un entero positivo.',
  'The delivery, pending again.': 'La entrega, de nuevo pendiente.',
  'Resend undelivered events': 'Reenviar los eventos no entregados',
  'Resends every subscribed event since `desde` whose delivery failed, or that happened while the webhook was inactive or did not exist. Delivered and pending events are not resent. At most 10000 per request, oldest first.':
    'Reenvía los eventos suscritos desde `desde` cuya entrega falló, o que ocurrieron cuando el webhook estaba inactivo o no existía. Los entregados y los pendientes no se reenvían. Hasta 10000 por petición, los más antiguos primero.',
  'The number of events to resend.': 'Cuántos eventos se reenvían.',
}
