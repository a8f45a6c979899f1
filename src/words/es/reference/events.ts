import type { Translations } from './translations.ts'

export const events: Translations = {
  'Start of the alarm.': 'Inicio de la alarma.',
  'A station and its alarm.': 'Una estación y su alarma.',
  'Values of the alarm, by kind. `moved`: `metros` (distance from the registered position). `silent_constellation`: `constelaciones`. `no_observations`: `mensajes` (number of messages of each type in the last minute), `formatos`. `clock_differs`: `referencia`, `relojes` (`constelacion`, `segundos`). `wrong_time`: `segundos` (how far the station is ahead of the time of the service; negative if behind). `on_backup`: `fuente` (`push`, `pull` or `station`) and, for `station`, `estacion` and `distancia_km`.':
    'Valores de la alarma, según su tipo. `moved`: `metros` (distancia a la posición registrada). `silent_constellation`: `constelaciones`. `no_observations`: `mensajes` (número de mensajes de cada tipo en el último minuto), `formatos`. `clock_differs`: `referencia`, `relojes` (`constelacion`, `segundos`). `wrong_time`: `segundos` (cuánto se adelanta la estación a la hora del servicio; negativo si se atrasa). `on_backup`: `fuente` (`push`, `pull` o `station`) y, con `station`, `estacion` y `distancia_km`.',
  '`down`: no data arrives. `degraded`: the data is incomplete or late, or has few satellites. `moved`: the position in the stream differs from the registered one. `silent_constellation`: the satellites of a constellation are missing. `no_observations`: the data contains no observations. `clock_differs`: the clocks of the constellations differ from each other. `wrong_time`: the time in the data differs from the time of the service. `on_backup`: a standby source or a fallback station serves the mountpoint.':
    '`down`: no llegan datos. `degraded`: los datos llegan incompletos o tarde, o con pocos satélites. `moved`: la posición en el flujo difiere de la registrada. `silent_constellation`: faltan los satélites de una constelación. `no_observations`: los datos no traen observaciones. `clock_differs`: los relojes de las constelaciones difieren entre sí. `wrong_time`: la hora de los datos difiere de la del servicio. `on_backup`: una fuente o una estación de respaldo atiende el punto de montaje.',
  'The credential at the time of the event.': 'La credencial en el momento del evento.',
  'Id of the event. It is the same in every retry: use it to detect duplicate deliveries.':
    'Identificador del evento. Es el mismo en todos los reintentos: úselo para detectar entregas repetidas.',
  'Time of the event.': 'Fecha y hora del evento.',
  '`true` in events about test data. All other events omit this field.':
    '`true` en los eventos de datos de prueba. Los demás eventos no traen este campo.',
  'A credential reached its `expira_at` without being revoked. Emitted once, and again each time the credential expires after a renewal.':
    'Una credencial llegó a su `expira_at` sin que se revocara. Se envía una vez, y otra por cada vez que venza después de renovarse.',
  'A credential was issued.': 'Se emitió una credencial.',
  'A credential was renewed. An expired credential becomes valid again.':
    'Se renovó una credencial. Si había vencido, vuelve a ser válida.',
  'A suspended credential was resumed.': 'Se reanudó una credencial suspendida.',
  'A credential was revoked.': 'Se revocó una credencial.',
  'A credential was suspended. The caster rejects it until it is resumed.':
    'Se suspendió una credencial. El caster la rechaza hasta que se reanude.',
  'A credential was changed. `cambios` lists the names of the changed fields, never the values of secrets.':
    'Se modificó una credencial. `cambios` lista los nombres de los campos que cambiaron, nunca los valores de los secretos.',
  'Names of the changed fields.': 'Nombres de los campos que cambiaron.',
  'The credential after the change, and the changed fields.':
    'La credencial después del cambio, y los campos que cambiaron.',
  'The `id` of the event, the same in every attempt.': 'El `id` del evento, el mismo en todos los intentos.',
  'The `type` of the event.': 'El `type` del evento.',
  'The event that is delivered.': 'El evento que se entrega.',
  'Body of a webhook delivery, with one schema per `type`. New types may be added.':
    'El cuerpo de una entrega a un webhook, con un esquema por `type`. Se pueden agregar tipos nuevos.',
  'Comma-separated list of: order.paid, credential.issued, credential.expired, credential.revoked, credential.renewed, credential.suspended, credential.resumed, credential.updated, station.status_changed, station.alarm, rinex.ready. Spaces are allowed, duplicates are ignored.':
    'Lista separada por comas de: order.paid, credential.issued, credential.expired, credential.revoked, credential.renewed, credential.suspended, credential.resumed, credential.updated, station.status_changed, station.alarm, rinex.ready. Se permiten espacios; los repetidos se ignoran.',
  'A page of events, each with the body that was or would have been sent to a webhook.':
    'Una página de eventos, cada uno con el cuerpo que se envió o se habría enviado a un webhook.',
  'Type of the event.': 'Tipo del evento.',
  'The paid order and the credential that was issued for it.': 'El pedido pagado y la credencial que generó.',
  'An order was paid.': 'Se pagó un pedido.',
  'A station needs attention. Emitted once when the alarm starts; `station.status_changed` reports the recovery.':
    'Una estación requiere atención. Se envía una vez, cuando empieza la alarma; `station.status_changed` informa la recuperación.',
  'The status of a station changed, by measurement or because the operator declared it. All organizations share the stations: every subscribed webhook receives the same event.':
    'Cambió el estado de una estación, por medición o porque lo declaró el operador. Todas las organizaciones comparten las estaciones: todos los webhooks suscritos reciben el mismo evento.',
  'The previous status; `null` if none was recorded.': 'El estado anterior; `null` si no se registró ninguno.',
  'Time of the change.': 'Fecha y hora del cambio.',
  'A station and its new status.': 'Una estación y su nuevo estado.',
  'Empty. The event only shows that deliveries arrive.': 'Vacío. El evento solo comprueba que las entregas llegan.',
  'A test was sent to this webhook. Only this webhook receives it, regardless of its subscription.':
    'Se envió una prueba a este webhook. Solo la recibe este webhook, sin importar a qué esté suscrito.',
  'List events of the last 90 days': 'Listar los eventos de los últimos 90 días',
  'Returns all events, with or without a subscribed webhook, newest first. Each has the same body as a delivery and never contains a password. To poll for new events, pass the `id` of the last event that you read as `despues_de`: events are then listed oldest first, in the order in which they were recorded. An event is listed once no other event can appear before it, usually within a second, so you neither miss events nor read them twice. `timestamp` can differ slightly from this order.':
    'Devuelve todos los eventos, haya o no un webhook suscrito, los más recientes primero. Cada uno tiene el mismo cuerpo que una entrega y nunca contiene una contraseña. Para consultar periódicamente los nuevos, envíe en `despues_de` el `id` del último evento que leyó: entonces se listan del más antiguo al más reciente, en el orden en que se registraron. Un evento aparece en la lista cuando ya ningún otro puede quedar antes que él, por lo general en menos de un segundo. Así no pierde eventos ni los lee dos veces. `timestamp` puede diferir un poco de este orden.',
  'Only events of this type.': 'Solo eventos de este tipo.',
  'Only events recorded at or after this time.': 'Solo eventos registrados en ese momento o después.',
  'Only events recorded before this time.': 'Solo eventos registrados antes de ese momento.',
  '`desc` (default): newest first. `asc`: oldest first; new events are only added at the end.':
    '`desc` (predeterminado): los más recientes primero. `asc`: los más antiguos primero; los eventos nuevos siempre se agregan al final.',
  'Only events after the event with this `id`, oldest first; implies `orden=asc`. An unknown id, or the id of an event that is no longer kept, returns 400.':
    'Solo los eventos posteriores al que tiene este `id`, los más antiguos primero; implica `orden=asc`. Un `id` desconocido, o el de un evento que ya no se conserva, responde un 400.',
  'A page of events.': 'Una página de eventos.',
  '`sha256=` and the lower-case hex HMAC-SHA256 of the body, keyed with the whole secret.':
    '`sha256=` y el HMAC-SHA256 del cuerpo en hexadecimal con minúsculas; la clave es el secreto completo.',
  'The same signature with the previous secret, for one day after it was replaced.':
    'La misma firma con el secreto anterior, durante un día después de cambiarlo.',
  "The event's id (Standard Webhooks).": 'El `id` del evento (Standard Webhooks).',
  'Unix time of this attempt in seconds (Standard Webhooks).':
    'Hora Unix de este intento, en segundos (Standard Webhooks).',
  '`v1,` and a base64 signature (Standard Webhooks), keyed with the decoded bytes after `whsec_`.':
    '`v1,` y una firma en base64 (Standard Webhooks); la clave son los bytes decodificados que siguen a `whsec_`.',
  'Received.': 'Recibido.',
  'The delivery is retried later; 410 deactivates the webhook.':
    'La entrega se reintenta más tarde; un 410 desactiva el webhook.',
}
