import { type Static, Type } from 'typebox'
import type { CredentialFilter, TimeRange } from '../../domain/credentials/filter.ts'
import { MAX_GROUP_NAME } from '../../domain/stations/group.ts'
import { searchWords } from '../../domain/text/search-words.ts'
import { As, Form } from '../common.ts'
import { STATION_CODE } from '../stations/station.ts'
import { TimeAsked, timeIn } from '../time-asked.ts'
import { CredentialKindSchema } from './kind.ts'

const Whole = (maxLength: number, description: string, form: object = {}) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, ...form, description }))

/** Filters are combined with AND. */
export const CredentialFilters = {
  referencia: Whole(100, 'Only the credential with exactly this `referencia`.'),
  usuario: Whole(64, 'Only the credential with exactly this `usuario`.'),
  cliente_email: Whole(254, 'Only credentials with exactly this `cliente_email`, spelled as it was entered.'),
  label: Whole(200, 'Only credentials with exactly this `label`.'),
  station_codigo: Whole(32, 'Only credentials of this station. An unknown code returns 400.', Form(STATION_CODE)),
  grupo: Whole(
    MAX_GROUP_NAME,
    'Only credentials of the station group with this name (case-insensitive). An unknown name returns 400.',
  ),
  tipo: Type.Optional(
    As(
      CredentialKindSchema,
      '`base`: only credentials of a station. `red`: only credentials of the network mountpoint or of a station group.',
    ),
  ),
  vigente: Type.Optional(
    Type.Boolean({ description: '`true`: only credentials that are valid now. `false`: only the others.' }),
  ),
  conectada: Type.Optional(
    Type.Boolean({
      description: '`true`: only credentials with a connected rover. `false`: only the others.',
    }),
  ),
  expira_desde: Type.Optional(TimeAsked('Only credentials that expire at or after this time.')),
  expira_hasta: Type.Optional(TimeAsked('Only credentials that expire before this time (exclusive).')),
  emitida_desde: Type.Optional(TimeAsked('Only credentials issued at or after this time.')),
  emitida_hasta: Type.Optional(TimeAsked('Only credentials issued before this time (exclusive).')),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'Search text of at most six words. Each word must be the beginning of `usuario`, or of a word in `cliente_nombre`, `cliente_email`, `label` or `referencia`. Case and accents are ignored.',
      examples: ['peña norte'],
    }),
  ),
}

const Filters = Type.Object(CredentialFilters)
type Filters = Static<typeof Filters>

/** All filters except the state, station and group, which the caller resolves. */
export const filterFromWire = (query: Filters): CredentialFilter => ({
  reference: query.referencia,
  username: query.usuario,
  customerEmail: query.cliente_email,
  label: query.label,
  kind: query.tipo === undefined ? undefined : query.tipo === 'base' ? 'base' : 'network',
  inForce: query.vigente,
  connected: query.conectada,
  expires: range(query, 'expira_desde', 'expira_hasta'),
  issued: range(query, 'emitida_desde', 'emitida_hasta'),
  words: query.q === undefined ? undefined : searchWords(query.q),
})

export const stationCodeIn = ({ station_codigo }: Filters): string | undefined => station_codigo

export const groupNameIn = ({ grupo }: Filters): string | undefined => grupo

type TimeName = 'expira_desde' | 'expira_hasta' | 'emitida_desde' | 'emitida_hasta'

function range(query: Filters, from: TimeName, to: TimeName): TimeRange | undefined {
  if (query[from] === undefined && query[to] === undefined) return undefined
  return { from: timeIn(query, from), to: timeIn(query, to) }
}
