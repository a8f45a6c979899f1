import type { Translations } from './translations.ts'

export const events: Translations = {
  'Since when.': 'Desde cuándo.',
  'A station and what needs attention.': 'Una estación y lo que requiere atención.',
  'By kind of alarm. `moved`: `metros`. `silent_constellation`: `constelaciones`. `no_observations`: `mensajes` (how many of each type in the last minute), `formatos`. `clock_differs`: `referencia`, `relojes` (`constelacion`, `segundos`). `wrong_time`: `segundos` (ahead of ours; less than 0: behind). `on_backup`: `fuente` (`push`, `pull` or `station`), and for a station `estacion` and `distancia_km`.':
    'Según el tipo de alarma. `moved`: `metros`. `silent_constellation`: `constelaciones`. `no_observations`: `mensajes` (cuántos de cada tipo en el último minuto), `formatos`. `clock_differs`: `referencia`, `relojes` (`constelacion`, `segundos`). `wrong_time`: `segundos` (de adelanto respecto a nuestra hora; negativo: de atraso). `on_backup`: `fuente` (`push`, `pull` o `station`) y, si es una estación, `estacion` y `distancia_km`.',
  '`down`: nothing comes. `degraded`: incomplete, slow or few satellites. `moved`: its position is off. `silent_constellation`: satellites of a system are missing. `no_observations`: what comes holds none. `clock_differs`: satellite systems tell different times. `wrong_time`: its time is not ours. `on_backup`: its backup serves its mountpoint.':
    '`down`: no llegan datos. `degraded`: datos incompletos, tardíos o con pocos satélites. `moved`: su posición difiere de la registrada. `silent_constellation`: faltan los satélites de una constelación. `no_observations`: los datos no traen observaciones. `clock_differs`: los relojes de las constelaciones difieren. `wrong_time`: su hora es incorrecta. `on_backup`: su fuente de respaldo atiende el punto de montaje.',
  'The credential as it was then.': 'La credencial en el momento del evento.',
  'Constant over retries: use it to recognise a delivery that you have seen.':
    'Es el mismo en todos los reintentos: úselo para reconocer una entrega repetida.',
  'When it happened.': 'Cuándo ocurrió.',
  'true: of something that a test token made. Events of what is real do not have this field.':
    '`true`: el evento es de algo creado con un token de prueba. Los eventos reales no traen este campo.',
  'A credential reached its `expira_at` without having been revoked. Once, and once more for each time that it was renewed after that.':
    'Una credencial llegó a su `expira_at` sin que se revocara. Se envía una vez, y otra por cada vez que venza después de renovarse.',
  'A credential was issued.': 'Se emitió una credencial.',
  'A credential was given more time; one that had expired serves again.':
    'Se renovó una credencial; si había vencido, vuelve a funcionar.',
  'A suspended credential was resumed.': 'Se reanudó una credencial suspendida.',
  'A credential was revoked.': 'Se revocó una credencial.',
  'A credential was suspended: it opens nothing until it is resumed.':
    'Se suspendió una credencial: no da acceso hasta que se reanude.',
  'Something of a credential changed; `cambios` names the fields, never the values of secrets.':
    'Se modificó una credencial; `cambios` nombra los campos, nunca los valores de los secretos.',
  'Which fields changed.': 'Qué campos cambiaron.',
  'The credential after the change, and what changed.': 'La credencial después del cambio, y qué cambió.',
  'The `id` of the event, constant over attempts.': 'El `id` del evento, el mismo en todos los intentos.',
  'The `type` of the event.': 'El `type` del evento.',
  'Which event it is about.': 'El evento que se entrega.',
  'What a webhook receives, one form for each `type`. New types may come.':
    'Lo que recibe un webhook, con una forma para cada `type`. Puede haber tipos nuevos.',
  'Comma-separated list of: order.paid, credential.issued, credential.expired, credential.revoked, credential.renewed, credential.suspended, credential.resumed, credential.updated, station.status_changed, station.alarm. Spaces are allowed, duplicates are dropped.':
    'Lista separada por comas de: order.paid, credential.issued, credential.expired, credential.revoked, credential.renewed, credential.suspended, credential.resumed, credential.updated, station.status_changed, station.alarm. Se permiten espacios; los repetidos se ignoran.',
  'A page of events, each as its body was or would have been sent.':
    'Una página de eventos, cada uno con el cuerpo que se envió o se habría enviado.',
  'What happened.': 'Qué ocurrió.',
  'The order and the credential that it became.': 'El pedido y la credencial que generó.',
  'An order was paid.': 'Se pagó un pedido.',
  'A station needs attention. Emitted once when the alarm starts; `station.status_changed` reports the recovery.':
    'Una estación requiere atención. Se envía una vez, cuando empieza la alarma; `station.status_changed` informa la recuperación.',
  'The status of a station changed, by measurement or because the operator declared it. Stations are common: every subscribed webhook gets the same event.':
    'Cambió el estado de una estación, por medición o porque lo declaró el operador. Las estaciones son comunes: todos los webhooks suscritos reciben el mismo evento.',
  'The status before; null: none was kept.': 'El estado anterior; `null` si no se conserva.',
  'When it changed.': 'Cuándo cambió.',
  'A station and its new status.': 'Una estación y su nuevo estado.',
  'Nothing: it only shows that deliveries arrive.': 'Vacío: el evento solo comprueba que las entregas llegan.',
  'A test was sent to this webhook. Only this webhook receives it, whatever it subscribes to.':
    'Se envió una prueba a este webhook. Solo la recibe este webhook, sin importar a qué esté suscrito.',
  'List events of the last 90 days': 'Listar los eventos de los últimos 90 días',
  'All events, whether a webhook subscribes to them or not, with the same body as a delivery; never with a password. Newest first. To poll for new events, pass the `id` of the last event that you read as `despues_de`: events then come oldest first, in the order in which they were recorded. An event is listed once no event can appear before it any more, usually within a second, so you neither miss events nor read them twice. `timestamp` can differ from this order by moments.':
    'Todos los eventos, haya o no un webhook suscrito, con el mismo cuerpo que una entrega y nunca con una contraseña. Los más recientes primero. Para consultar periódicamente los nuevos, envíe en `despues_de` el `id` del último evento que leyó: entonces llegan del más antiguo al más reciente, en el orden en que se registraron. Un evento aparece en la lista cuando ya ningún otro puede quedar antes que él, por lo general en menos de un segundo. Así no pierde eventos ni los lee dos veces. `timestamp` puede diferir de este orden por instantes.',
  'Only events of this type.': 'Solo eventos de este tipo.',
  'Only events that were written at this time or later.': 'Solo eventos registrados en ese momento o después.',
  'Only events that were written before this time.': 'Solo eventos registrados antes de ese momento.',
  '`desc` (default): newest first. `asc`: oldest first, in an order to which events are only added at the end.':
    '`desc` (predeterminado): los más recientes primero. `asc`: los más antiguos primero; los eventos nuevos siempre se agregan al final.',
  'Only events after the one with this `id`, oldest first; implies `orden=asc`. An id of no event, or of one that is no longer kept, is a 400.':
    'Solo los eventos posteriores al que tiene este `id`, los más antiguos primero; implica `orden=asc`. Un `id` que no es de ningún evento, o de uno que ya no se conserva, responde un 400.',
  'A page of events.': 'Una página de eventos.',
  '`sha256=` and the lower-case hex HMAC-SHA256 of the body, keyed with the whole secret.':
    '`sha256=` y el HMAC-SHA256 del cuerpo en hexadecimal con minúsculas; la clave es el secreto completo.',
  'The same with the secret before this one, for a day after it was replaced.':
    'Lo mismo con el secreto anterior, durante un día después de cambiarlo.',
  "The event's id (Standard Webhooks).": 'El `id` del evento (Standard Webhooks).',
  'Seconds since 1970 of this attempt (Standard Webhooks).':
    'Hora Unix de este intento, en segundos (Standard Webhooks).',
  '`v1,` and a base64 signature (Standard Webhooks), keyed with the decoded bytes after `whsec_`.':
    '`v1,` y una firma en base64 (Standard Webhooks); la clave son los bytes decodificados que siguen a `whsec_`.',
  'Received.': 'Recibido.',
  'Tried again later; 410 deactivates the webhook.': 'Se reintenta más tarde; un 410 desactiva el webhook.',
}
