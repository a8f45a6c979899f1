import type { Translations } from './translations.ts'

export const endings: Translations = {
  'RFC 3339 in UTC.': 'RFC 3339 en UTC.',
  'New ones may come.': 'Puede haber valores nuevos.',
  'Up to 20 pairs of texts: names of 1 to 40 characters, values of at most 500.':
    'Hasta 20 pares de texto: claves de 1 a 40 caracteres, valores de 500 como máximo.',
  'null clears it.': '`null` lo borra.',
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
  'Delivered at least once, in no particular order; success is any 2xx.':
    'Se entrega al menos una vez, sin orden garantizado; cualquier 2xx confirma la entrega.',
}
