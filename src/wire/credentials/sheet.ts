// Credentials, and what came of a file of them, in a spreadsheet: the columns, by the contract's names.

export const SHEET_HEAD = [
  'id',
  'usuario',
  'estado',
  'vigente',
  'tipo',
  'mountpoint',
  'caster',
  'puerto',
  'formato',
  'datum',
  'emitida_at',
  'inicia_at',
  'expira_at',
  'label',
  'cliente_nombre',
  'cliente_email',
  'station_codigo',
  'referencia',
  'metadatos',
] as const

export const RESULT_HEAD = [
  'linea',
  'resultado',
  'motivo',
  'id',
  'usuario',
  'inicia_at',
  'expira_at',
  'station_codigo',
  'label',
  'cliente_nombre',
  'cliente_email',
  'referencia',
]
/** What is handed to the customer. */
export const SECRET_HEAD = ['password', 'url', 'pdf']

export const RESULTS = { issued: 'emitida', failed: 'rechazada', pending: 'pendiente' } as const
export const CHANGE_RESULTS = { issued: 'hecha', failed: 'sin_cambio', pending: 'pendiente' } as const
