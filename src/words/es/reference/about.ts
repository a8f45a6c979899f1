import type { Translations } from './translations.ts'

export const about: Translations = {
  'NTRIP credentials, stations, mountpoint choice and webhooks.':
    'Credenciales NTRIP, estaciones, elección del punto de montaje y webhooks.',
  'REST API over JSON for a network of continuously operating GNSS reference stations: provisions NTRIP credentials at scale, lists stations with live status, reports health and uptime, selects a mountpoint for a position, and manages signed outgoing webhooks.':
    'API REST con JSON para una red de estaciones GNSS de referencia de operación continua. Emite credenciales NTRIP a escala, lista las estaciones con su estado en vivo, informa su salud y disponibilidad, elige el punto de montaje para una posición y administra webhooks firmados.',
  'Every request carries `Authorization: Bearer <token>`; tokens are created in the administration area, section Platform, or by the operator\'s command `vertice token create`. A success is `{"ok": true, …}`, an error is `application/problem+json`. Every response carries `X-Request-Id`. Times are RFC 3339 in UTC.':
    'Cada petición lleva `Authorization: Bearer <token>`. Los tokens se crean en la consola, sección Plataforma, o con el comando del operador `vertice token create`. Una respuesta correcta es `{"ok": true, …}`; un error es `application/problem+json`. Toda respuesta lleva `X-Request-Id`. Las fechas y horas son RFC 3339 en UTC.',
  'A test token makes credentials and orders that are treated like any others and marked `prueba`: the caster refuses them, nothing is mailed or billed, only test tokens see them, and they are removed 30 days after their end. Webhooks of a test token get the events of tests and of stations, and only test tokens see them; those of other tokens get every event of the owner. Events of tests carry `"prueba": true`.':
    'Un token de prueba crea credenciales y pedidos que se tratan como los demás y llevan la marca `prueba`. El caster los rechaza, no se envía correo ni se cobra nada, solo los ven los tokens de prueba y se eliminan 30 días después de su fin. Los webhooks de un token de prueba reciben los eventos de prueba y los de las estaciones, y solo los ven los tokens de prueba. Los de otros tokens reciben todos los eventos de la organización. Los eventos de prueba llevan `"prueba": true`.',
  'At most {rate} requests in any 60 seconds by IP address, told by `RateLimit-Policy` and `RateLimit`. `/api/v1` only grows; a removal is announced with `Deprecation` and `Sunset` headers at least 12 months ahead.':
    'El límite es de {rate} peticiones por dirección IP en 60 segundos cualesquiera; lo indican `RateLimit-Policy` y `RateLimit`. `/api/v1` solo crece: si algo se va a quitar, se anuncia con los encabezados `Deprecation` y `Sunset` al menos 12 meses antes.',
  'Names this request in our logs.': 'Identifica esta petición en nuestros registros.',
  'How many requests (`q`) in how many seconds (`w`).':
    'Cuántas peticiones (`q`) se permiten en cuántos segundos (`w`).',
  'How many requests are left (`r`), and in how many seconds the next one becomes free again (`t`).':
    'Cuántas peticiones quedan (`r`) y en cuántos segundos se libera la siguiente (`t`).',
  'Names this state: of the list of stations for `If-None-Match`, of a credential or webhook for `If-Match`. The tag of a credential or webhook follows its changes, not its use (`conectada`, `ultima_entrega_at`).':
    'Identifica este estado: el de la lista de estaciones, para `If-None-Match`; el de una credencial o un webhook, para `If-Match`. El de una credencial o un webhook cambia cuando se modifica, no cuando se usa (`conectada`, `ultima_entrega_at`).',
  'The next page, when there is one (RFC 8288).': 'La página siguiente, si la hay (RFC 8288).',
  'The address of what was made.': 'La URL del recurso creado.',
  '`true`: the stored answer to the first request with this key.':
    '`true`: es la respuesta guardada de la primera petición con esta clave.',
  'An access token: `vrt_` and 36 characters, or for tests `vrt_test_` and 36. Scopes: `read`, `provision`, `revoke`, and the finer `webhooks` and `import`.':
    'Un token de acceso: `vrt_` y 36 caracteres, o `vrt_test_` y 36 si es de prueba. Permisos: `read`, `provision`, `revoke` y los más específicos `webhooks` e `import`.',
  'Names the missing scope.': 'Nombra el permiso que falta.',
  'The challenge (RFC 6750).': 'El esquema de autenticación requerido (RFC 6750).',
  'Seconds to wait before the next request.': 'Segundos de espera antes de la siguiente petición.',
  'Seconds to wait before trying again.': 'Segundos de espera antes de reintentar.',
  'Identifier: a positive integer.': 'Identificador: un entero positivo.',
  'How many rows a page holds.': 'Cuántos elementos trae cada página.',
  'Where the page starts: the `next_cursor` of the page before.':
    'Dónde empieza la página: el `next_cursor` de la página anterior.',
  'Makes the request safe to repeat: the same key and body give the stored answer (kept 24 h, with `Idempotent-Replayed: true`), another body a 422, a request still running a 409.':
    'Permite repetir la petición sin riesgo. La misma clave con el mismo cuerpo devuelve la respuesta guardada (durante 24 h, con `Idempotent-Replayed: true`); con otro cuerpo, un 422; si la primera sigue en curso, un 409.',
  'The `ETag` of the state that you read: if it has changed since, nothing is changed and the answer is a 412.':
    'El `ETag` del estado que usted leyó. Si ha cambiado desde entonces, no se modifica nada y la respuesta es un 412.',
  'This service': 'Este servicio',
  'Reference stations, their live status, health and uptime.':
    'Estaciones de referencia: estado en vivo, salud y disponibilidad.',
  'Which mountpoint serves a position.': 'Qué punto de montaje sirve para una posición.',
  'Time-limited NTRIP access.': 'Acceso NTRIP por tiempo limitado.',
  'Access that a customer pays for.': 'Accesos que paga el cliente.',
  'Signed outgoing events.': 'Eventos firmados que el servicio envía.',
  'The organization and token that ask, and their limits.':
    'La organización y el token que hacen la petición, y sus límites.',
}
