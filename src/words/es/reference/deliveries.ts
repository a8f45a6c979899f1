import type { Translations } from './translations.ts'

export const deliveries: Translations = {
  'Identifier of the delivery.': 'Identificador de la entrega.',
  'When it was first owed.': 'Cuándo quedó pendiente por primera vez.',
  'When it is tried next; null: it is finished.': 'Cuándo es el próximo intento; `null` si ya terminó.',
  'When it was delivered or given up; null: not yet.': 'Cuándo se entregó o se abandonó; `null` si sigue pendiente.',
  'Oldest first.': 'Los más antiguos primero.',
  'An event that is or was owed to a webhook.': 'Un evento entregado o por entregar a un webhook.',
  'When it began.': 'Cuándo empezó.',
  'The HTTP status that came back; null: no answer.': 'El estado HTTP de la respuesta; `null` si no hubo respuesta.',
  'How long it took, in milliseconds.': 'Cuánto tardó, en milisegundos.',
  'Stable name of what went wrong, such as `status`, `no_answer`, `refused`, `unresolved`, `certificate`, `forbidden_address`; null in a success.':
    'Nombre estable de la falla, como `status`, `no_answer`, `refused`, `unresolved`, `certificate`, `forbidden_address`; `null` si tuvo éxito.',
  'One attempt to deliver an event.': 'Un intento de entregar un evento.',
  'A page of deliveries.': 'Una página de entregas.',
  'One delivery.': 'Una entrega.',
  '`fallida`: it is not retried unless a person or program sends it again.':
    '`fallida`: no se reintenta, salvo que una persona o un programa la reenvíe.',
  'From when on. Events that were never owed to the webhook are found for the last 29 days, or as long as the operator keeps deliveries.':
    'A partir de cuándo. Los eventos que nunca se programaron para el webhook se encuentran durante 29 días, o mientras el operador conserve las entregas.',
  'From when on events are sent again.': 'A partir de cuándo se reenvían los eventos.',
  'How many events will be sent.': 'Cuántos eventos se van a enviar.',
  'true: there are more than one request sends; ask again.':
    '`true`: hay más eventos de los que envía una petición; repítala.',
  'What is sent again.': 'Lo que se reenvía.',
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
