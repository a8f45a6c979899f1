import type { Translations } from './translations.ts'

export const about: Translations = {
  'NTRIP credentials, stations, mountpoint choice and webhooks.':
    'Credenciales NTRIP, estaciones, elección del punto de montaje y webhooks.',
  'REST API over JSON for a network of continuously operating GNSS reference stations: provisions NTRIP credentials at scale, lists stations with live status, reports health and uptime, selects a mountpoint for a position, and manages signed outgoing webhooks.':
    'API REST con JSON para una red de estaciones GNSS de referencia de operación continua. Emite credenciales NTRIP a escala, lista las estaciones con su estado en vivo, informa su salud y disponibilidad, elige el punto de montaje para una posición y administra webhooks firmados.',
  'Every request carries `Authorization: Bearer <token>`. Create tokens in the console, section Platform, or with the operator command `vertice token create`. A successful response is `{"ok": true, …}`; an error is `application/problem+json`. Every response carries `X-Request-Id`. Times are RFC 3339 in UTC.':
    'Cada petición lleva `Authorization: Bearer <token>`. Los tokens se crean en la consola, sección Plataforma, o con el comando del operador `vertice token create`. Una respuesta correcta es `{"ok": true, …}`; un error es `application/problem+json`. Toda respuesta lleva `X-Request-Id`. Las fechas y horas son RFC 3339 en UTC.',
  'A test token creates credentials and orders that behave like any others and are marked `prueba`. The caster rejects them, nothing is e-mailed or billed, only test tokens see them, and they are deleted 30 days after they end. Webhooks of a test token receive the events of test data and of stations, and only test tokens see these webhooks. Webhooks of other tokens receive every event of the organization. Events of test data carry `"prueba": true`.':
    'Un token de prueba crea credenciales y pedidos que se comportan como los demás y llevan la marca `prueba`. El caster los rechaza, no se envía correo ni se cobra nada, solo los ven los tokens de prueba y se eliminan 30 días después de su fin. Los webhooks de un token de prueba reciben los eventos de datos de prueba y los de las estaciones, y solo los ven los tokens de prueba. Los webhooks de otros tokens reciben todos los eventos de la organización. Los eventos de datos de prueba llevan `"prueba": true`.',
  'Each IP address may send at most {rate} requests in any 60 seconds; `RateLimit-Policy` and `RateLimit` report the limit and its use. `/api/v1` only grows: a removal is announced with `Deprecation` and `Sunset` headers at least 12 months ahead.':
    'Cada dirección IP puede enviar como máximo {rate} peticiones en 60 segundos cualesquiera; `RateLimit-Policy` y `RateLimit` indican el límite y su uso. `/api/v1` solo crece: si algo se va a quitar, se anuncia con los encabezados `Deprecation` y `Sunset` al menos 12 meses antes.',
  'Identifies this request in the server logs.': 'Identifica esta petición en los registros del servidor.',
  'The rate limit: number of requests (`q`) per number of seconds (`w`).':
    'El límite: número de peticiones (`q`) por número de segundos (`w`).',
  'Requests left (`r`), and seconds until the next one becomes available (`t`).':
    'Peticiones restantes (`r`) y segundos hasta que se libera la siguiente (`t`).',
  'Identifies the current version: of the station list for `If-None-Match`, of a credential or webhook for `If-Match`. The tag of a credential or webhook changes when the resource is modified, not when it is used (`conectada`, `ultima_entrega_at`).':
    'Identifica la versión actual: la de la lista de estaciones, para `If-None-Match`; la de una credencial o un webhook, para `If-Match`. La de una credencial o un webhook cambia cuando se modifica, no cuando se usa (`conectada`, `ultima_entrega_at`).',
  'URL of the next page, if there is one (RFC 8288).': 'La URL de la página siguiente, si la hay (RFC 8288).',
  'URL of the created resource.': 'La URL del recurso creado.',
  '`true` if this is the stored response to the first request with this key.':
    '`true` si es la respuesta guardada de la primera petición con esta clave.',
  'An access token: `vrt_` followed by 36 characters, or `vrt_test_` followed by 36 characters for a test token. Scopes: `read`, `provision`, `revoke`, and the more specific `webhooks` and `import`.':
    'Un token de acceso: `vrt_` y 36 caracteres, o `vrt_test_` y 36 caracteres si es de prueba. Permisos: `read`, `provision`, `revoke` y los más específicos `webhooks` e `import`.',
  'Names the missing scope.': 'Nombra el permiso que falta.',
  'Authentication challenge (RFC 6750).': 'El esquema de autenticación requerido (RFC 6750).',
  'Seconds to wait before the next request.': 'Segundos de espera antes de la siguiente petición.',
  'Seconds to wait before trying again.': 'Segundos de espera antes de reintentar.',
  'Identifier: a positive integer.': 'Identificador: un entero positivo.',
  'Maximum number of items per page.': 'Número máximo de elementos por página.',
  'Start of the page: the `next_cursor` of the previous page.':
    'Inicio de la página: el `next_cursor` de la página anterior.',
  'Makes the request safe to retry. The same key with the same body returns the stored response (kept for 24 h, with `Idempotent-Replayed: true`). The same key with another body returns 422. While the first request is still running, the response is 409.':
    'Permite repetir la petición sin riesgo. La misma clave con el mismo cuerpo devuelve la respuesta guardada (durante 24 h, con `Idempotent-Replayed: true`). Con otro cuerpo, responde un 422. Mientras la primera petición sigue en curso, un 409.',
  'The `ETag` of the version that you read. If the resource has changed since then, the request changes nothing and returns 412.':
    'El `ETag` de la versión que usted leyó. Si el recurso cambió desde entonces, la petición no modifica nada y responde un 412.',
  'This service': 'Este servicio',
  'Reference stations, their live status, health and uptime.':
    'Estaciones de referencia: estado en vivo, salud y disponibilidad.',
  'Mountpoint selection for a position.': 'Elección del punto de montaje para una posición.',
  'Time-limited NTRIP access.': 'Acceso NTRIP por tiempo limitado.',
  'Access that a customer pays for.': 'Accesos que paga el cliente.',
  'Signed outgoing events.': 'Eventos firmados que el servicio envía.',
  'The organization and token of the caller, and their limits.':
    'La organización y el token que hacen la petición, y sus límites.',
}
