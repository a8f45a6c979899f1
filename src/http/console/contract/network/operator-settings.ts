import { Type } from 'typebox'
import { LOGO_THEMES } from '../../../../domain/delivery/brand.ts'
import { SMTP_SECURITIES } from '../../../../domain/operations/settings.ts'
import { LANGUAGES } from '../../../../domain/people/user.ts'
import { Nullable } from '../../../../wire/common.ts'
import * as T from '../pieces.ts'

/** Environment variable that overrides the setting, which the console then cannot change; `null` if none is set. */
const variable = T.TextOrNull
const Shades = { deep: T.Text, pale: T.Text }

const OPERATOR_SETTINGS = {
  accent: T.Exact({
    /** `null` means the default. */
    value: T.TextOrNull,
    byDefault: T.Text,
    /** The shades in use: the readable ones that are closest to the chosen colour. */
    ...Shades,
  }),
  /** URLs; `null` without a logo. */
  logo: T.Exact({ light: T.TextOrNull, dark: T.TextOrNull }),
  smtp: T.Exact({
    variable,
    server: T.OrNull(
      T.Exact({
        host: T.Text,
        port: T.Count,
        security: T.OneOf(SMTP_SECURITIES),
        user: T.TextOrNull,
        /** The password itself is never returned. */
        hasPassword: T.Flag,
      }),
    ),
  }),
  mailFrom: T.Exact({ variable, value: T.TextOrNull, byDefault: T.Text }),
  bankDetails: T.TextOrNull,
  shop: T.Flag,
  statusPage: T.Flag,
  coveragePage: T.Flag,
  mapTiles: T.OrNull(T.Exact({ url: T.Text, attribution: T.Text })),
  customerLanguage: T.OneOf(LANGUAGES),
  /** Days before the expiry; 0 is the expiry itself. */
  reminderDays: Type.Array(T.Count),
  backupKeep: T.Count,
}
const OperatorSettings = T.Exact(OPERATOR_SETTINGS)
export type OperatorSettings = T.Received<typeof OperatorSettings>

const Line = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const Theme = Type.Object({ theme: T.OneOf(LOGO_THEMES) })

/** Larger than the limit for a logo, so that the rejection can name that limit. */
export const LOGO_FILE_BYTES = 4 * 1024 * 1024

export const OPERATOR_SETTINGS_ROUTES = {
  'GET /settings/operator': { answer: OPERATOR_SETTINGS },
  'PATCH /settings/operator': {
    body: T.Exact({
      accent: Type.Optional(Nullable('string', { maxLength: 20 })),
      smtp: Type.Optional(
        T.OrNull(
          T.Exact({
            host: Line(253),
            port: Type.Integer(),
            security: T.OneOf(SMTP_SECURITIES),
            user: T.OrNull(Line(320)),
            /** If omitted, the stored password stays. */
            password: Type.Optional(Line(1_000)),
          }),
        ),
      ),
      mailFrom: Type.Optional(T.OrNull(Line(320))),
      /** One string per line. */
      bankDetails: Type.Optional(
        T.OrNull(Type.Array(Type.String({ maxLength: 2_000 }), { minItems: 1, maxItems: 50 })),
      ),
      shop: Type.Optional(T.Flag),
      statusPage: Type.Optional(T.Flag),
      coveragePage: Type.Optional(T.Flag),
      mapTiles: Type.Optional(T.OrNull(T.Exact({ url: Line(1_000), attribution: Line(300) }))),
      customerLanguage: Type.Optional(T.OneOf(LANGUAGES)),
      reminderDays: Type.Optional(Type.Array(Type.Number(), { maxItems: 100 })),
      backupKeep: Type.Optional(Type.Number()),
    }),
    answer: OPERATOR_SETTINGS,
    confirmed: true,
  },
  /** Shades of a colour, for a preview. */
  'GET /settings/accent': {
    query: Type.Object({ accent: Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' }) }),
    answer: Shades,
  },
  'POST /settings/logo/:theme': {
    params: Theme,
    body: 'file',
    mostBytes: LOGO_FILE_BYTES,
    answer: OPERATOR_SETTINGS,
    confirmed: true,
  },
  'DELETE /settings/logo/:theme': { params: Theme, answer: OPERATOR_SETTINGS, confirmed: true },
} as const satisfies Record<string, T.RouteContract>
