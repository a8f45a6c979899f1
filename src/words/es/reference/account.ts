import type { Translations } from './translations.ts'

export const account: Translations = {
  'Requests per minute and IP address.': 'Peticiones por minuto y dirección IP.',
  'How much the organization and the token may.': 'Los límites de la organización y del token.',
  'Who is asking, and how much they may.': 'Quién hace la petición y cuáles son sus límites.',
  '`prueba`: the token was made for tests.': '`prueba`: el token es de prueba.',
  'The month, in Mexico central time.': 'El mes, en hora del centro de México.',
  'Credentials issued.': 'Credenciales emitidas.',
  'Hours that rovers were connected with the credentials, added up over all sessions. A session that spans two months counts in each for its part; one that is still open counts until `contado_at`.':
    'Horas de conexión de los rovers con las credenciales, sumadas en todas las sesiones. Una sesión que abarca dos meses se reparte entre ambos; una que sigue abierta cuenta hasta `contado_at`.',
  'true: the figures of this month do not change any more, from a day after its end.':
    '`true`: los totales de este mes ya no cambian, a partir de un día después de su fin.',
  'Usage in a month.': 'El uso de un mes.',
  'Identifier of the organization.': 'Identificador de la organización.',
  'Its name.': 'Su nombre.',
  'Whose token it is.': 'De quién es el token.',
  'Identifier of the token.': 'Identificador del token.',
  'Its scopes.': 'Sus permisos.',
  'true: answers omit `password`, `url` and `pdf`.': '`true`: las respuestas omiten `password`, `url` y `pdf`.',
  'true: it has no access to webhooks, although `read` includes them.':
    '`true`: no tiene acceso a webhooks, aunque `read` los incluye.',
  'When it expires; null: never.': 'Cuándo vence; `null`: nunca.',
  'When it was made.': 'Cuándo se creó.',
  'The token that asks.': 'El token que hace la petición.',
  'As `GET /yo` names it.': 'El nombre que usa `GET /yo`.',
  'How many the organization may have; null: no limit of its own.':
    'Cuántos puede tener la organización; `null`: sin límite.',
  'How many of them it has; null where there is no limit.': 'Cuántos tiene; `null` si no hay límite.',
  'A quota and its current use.': 'Una cuota y su uso actual.',
  'Credentials that have neither ended nor been revoked; scheduled ones too.':
    'Credenciales que no han vencido ni se han revocado, incluidas las programadas.',
  'Credentials issued in the last 24 hours.': 'Credenciales emitidas en las últimas 24 horas.',
  'E-mails to customers in the last 24 hours, those that wait among them.':
    'Correos a clientes en las últimas 24 horas, incluidos los que están en cola.',
  'Active webhooks.': 'Webhooks activos.',
  'What the operator allows the organization.': 'Lo que el operador permite a la organización.',
  'What a token may do.': 'Lo que un token puede hacer.',
  'Oldest first; months without usage in between too.':
    'Los más antiguos primero; incluye los meses intermedios sin uso.',
  'When the current month was counted, every ten minutes; null: not yet.':
    'Cuándo se contó el mes en curso, cada diez minutos; `null` si aún no se cuenta.',
  'Monthly usage of the organization.': 'Uso mensual de la organización.',
  'Get the organization and token of the caller': 'Consultar la organización y el token de la petición',
  'Includes limits and the current use of each quota.': 'Incluye los límites y el uso actual de cada cuota.',
  'The caller.': 'Quién hace la petición.',
  'Get usage by month': 'Consultar el uso por mes',
  'Credentials issued and hours connected per month (Mexico central time), since the first month with usage. Past months are kept even after their sessions are deleted. A test token gets the usage of test credentials.':
    'Credenciales emitidas y horas de conexión por mes (hora del centro de México), desde el primer mes con uso. Los meses anteriores se conservan aunque se borren sus sesiones. Un token de prueba recibe el uso de las credenciales de prueba.',
  'First month, `YYYY-MM`. Default: the first one with usage.':
    'Primer mes, `YYYY-MM`. Si se omite, el primero con uso.',
  'Last month, `YYYY-MM`, included. Default: the current one.':
    'Último mes, `YYYY-MM`, incluido. Si se omite, el mes en curso.',
  'The months.': 'Los meses.',
}
