import type { Translations } from './translations.ts'

export const account: Translations = {
  'Maximum number of requests per minute and IP address.': 'Máximo de peticiones por minuto y dirección IP.',
  'Limits of the organization and the token.': 'Límites de la organización y del token.',
  'The organization and token of the caller, with limits and current use.':
    'La organización y el token de la petición, con sus límites y su uso actual.',
  '`prueba` for a test token, otherwise `produccion`.': '`prueba` si el token es de prueba; si no, `produccion`.',
  'The month, in Mexico central time.': 'El mes, en hora del centro de México.',
  'Number of credentials issued in the month.': 'Número de credenciales emitidas en el mes.',
  'Hours that rovers were connected with the credentials, summed over all sessions. A session that spans two months counts in each month for its part. An open session counts until `contado_at`.':
    'Horas de conexión de los rovers con las credenciales, sumadas en todas las sesiones. Una sesión que abarca dos meses se reparte entre ambos. Una sesión abierta cuenta hasta `contado_at`.',
  '`true` if the values of this month are final. They become final one day after the month ends.':
    '`true` si los totales de este mes son definitivos. Lo son un día después del fin del mes.',
  'Usage in a month.': 'El uso de un mes.',
  'Identifier of the organization.': 'Identificador de la organización.',
  'Name of the organization.': 'Nombre de la organización.',
  'Name of the token.': 'Nombre del token.',
  'The organization that the token belongs to.': 'La organización a la que pertenece el token.',
  'Identifier of the token.': 'Identificador del token.',
  'Scopes of the token.': 'Permisos del token.',
  '`true` if responses to this token omit `password`, `url` and `pdf`.':
    '`true` si las respuestas a este token omiten `password`, `url` y `pdf`.',
  '`true` if the token has no access to webhooks, which `read` otherwise includes.':
    '`true` si el token no tiene acceso a webhooks, que `read` incluye en los demás casos.',
  'Expiry time of the token; `null` if it never expires.': 'Cuándo vence el token; `null` si nunca vence.',
  'Creation time.': 'Fecha y hora de creación.',
  'The token of the request.': 'El token de la petición.',
  'Name of the quota, as in `GET /yo`.': 'Nombre de la cuota, como en `GET /yo`.',
  'Limit of the organization; `null` if it has none.': 'Límite de la organización; `null` si no tiene.',
  'Current use; `null` if there is no limit.': 'Uso actual; `null` si no hay límite.',
  'A quota and its current use.': 'Una cuota y su uso actual.',
  'Credentials that are neither expired nor revoked, including scheduled ones.':
    'Credenciales que no han vencido ni se han revocado, incluidas las programadas.',
  'Credentials issued in the last 24 hours.': 'Credenciales emitidas en las últimas 24 horas.',
  'E-mails to customers in the last 24 hours, including queued ones.':
    'Correos a clientes en las últimas 24 horas, incluidos los que están en cola.',
  'Active webhooks.': 'Webhooks activos.',
  'Quotas of the organization, set by the operator.': 'Cuotas de la organización, definidas por el operador.',
  'A permission of a token.': 'Un permiso de un token.',
  'Months, oldest first, including those without usage in between.':
    'Los meses, del más antiguo al más reciente; incluye los meses intermedios sin uso.',
  'When the current month was last counted, which happens every ten minutes; `null` if it has not been counted yet.':
    'Cuándo se contó por última vez el mes en curso, lo que ocurre cada diez minutos; `null` si aún no se cuenta.',
  'Monthly usage of the organization.': 'Uso mensual de la organización.',
  'Get the organization and token of the caller': 'Consultar la organización y el token de la petición',
  'Includes limits and the current use of each quota.': 'Incluye los límites y el uso actual de cada cuota.',
  'The organization and token of the caller.': 'La organización y el token de la petición.',
  'Get usage by month': 'Consultar el uso por mes',
  'Credentials issued and hours connected per month (Mexico central time), since the first month with usage. Past months are kept even after their sessions are deleted. A test token gets the usage of test credentials.':
    'Credenciales emitidas y horas de conexión por mes (hora del centro de México), desde el primer mes con uso. Los meses anteriores se conservan aunque se borren sus sesiones. Un token de prueba recibe el uso de las credenciales de prueba.',
  'First month, `YYYY-MM`. Default: the first month with usage.':
    'Primer mes, `YYYY-MM`. Si se omite, el primero con uso.',
  'Last month, `YYYY-MM`, inclusive. Default: the current month.':
    'Último mes, `YYYY-MM`, incluido. Si se omite, el mes en curso.',
  'Usage by month.': 'Uso por mes.',
}
