import type { Translations } from './translations.ts'

export const endings: Translations = {
  'RFC 3339 in UTC.': 'RFC 3339 en UTC.',
  'New values may be added.': 'Se pueden agregar valores nuevos.',
  'Up to 20 pairs of strings: keys of 1 to 40 characters, values of at most 500 characters.':
    'Hasta 20 pares de texto: claves de 1 a 40 caracteres, valores de 500 caracteres como máximo.',
  '`null` clears the field.': '`null` borra el campo.',
  'Unknown fields are rejected.': 'Los campos desconocidos se rechazan.',
  'An ISO 8601 time, or a date `YYYY-MM-DD`, read as 00:00 Mexico central time.':
    'Fecha y hora ISO 8601, o una fecha `YYYY-MM-DD`, que significa las 00:00 del centro de México.',
  'Scope `read`.': 'Permiso `read`.',
  'Paged with `cursor`; the `Link` header has the next page.':
    'Los resultados vienen por páginas con `cursor`; el encabezado `Link` lleva a la siguiente.',
  'Scope `webhooks` or `read`.': 'Permiso `webhooks` o `read`.',
  'Any scope.': 'Cualquier permiso.',
  'Scope `revoke`.': 'Permiso `revoke`.',
  'Scope `provision`.': 'Permiso `provision`.',
  'Delivered at least once, in no guaranteed order; any 2xx response confirms the delivery.':
    'Se entrega al menos una vez, sin orden garantizado; cualquier 2xx confirma la entrega.',
}
