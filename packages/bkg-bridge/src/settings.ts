// The settings: environment variables, and a file of NAME=VALUE lines, which the environment overrides.
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

export interface Settings {
  readonly url: string
  readonly tokens: readonly string[]
  readonly folder: string
  /** With user and password. */
  readonly adminUrl: string
  /** `null` without a port of its own: the bridge polls. */
  readonly listen: { readonly host: string; readonly port: number } | null
  readonly webhookSecrets: readonly string[]
  readonly pollSeconds: number
  /** Max connections per credential. */
  readonly sessions: number
}

export class SettingsError extends Error {}

export const SETTINGS_HELP = `Settings (environment, or NAME=VALUE lines in the file of --config):
  VERTICE_URL          address of the Vértice service, such as https://rtk.example.mx
  VERTICE_TOKEN        API token with scope read; several, separated by commas, for several organizations
  VERTICE_TOKEN_FILE   or a file with one token per line
  BKG_FOLDER           folder of users.aut, groups.aut and clientmounts.aut
  BKG_ADMIN_URL        the caster's admin login, such as http://admin:secret@127.0.0.1:2101
  LISTEN               optional HOST:PORT for webhooks and GET /healthz, such as 127.0.0.1:8090
  WEBHOOK_SECRET       secret of the webhook (whsec_…); several, separated by commas, for several webhooks
  WEBHOOK_SECRET_FILE  or a file with one secret per line
  POLL_SECONDS         time between two polls of the API, 1 to 3600 (default 5)
  SESSIONS             max connections per credential, 1 to 1000 (default 1)`

const NAMES = SETTINGS_HELP.match(/^ {2}[A-Z_]+/gm)!.map((name) => name.trim())

type Values = Readonly<Record<string, string | undefined>>

/** An empty value means that the setting is not set. */
export function readSettings(environment: Values, configFile: string | null): Settings {
  const values = { ...(configFile === null ? {} : valuesIn(configFile)), ...set(environment) }
  const need = (name: string, example: string) => {
    const value = values[name]
    if (!value) throw new SettingsError(`${name} is missing, such as ${example}`)
    return value
  }
  const url = need('VERTICE_URL', 'https://rtk.example.mx')
  if (!isHttp(url)) throw new SettingsError('VERTICE_URL: expected an address such as https://rtk.example.mx')
  const tokens = listed(values, 'VERTICE_TOKEN')
  if (tokens.length === 0) throw new SettingsError('VERTICE_TOKEN or VERTICE_TOKEN_FILE is missing')
  const webhookSecrets = listed(values, 'WEBHOOK_SECRET')
  if (!webhookSecrets.every((secret) => secret.startsWith('whsec_')))
    throw new SettingsError('WEBHOOK_SECRET: a secret begins with whsec_')
  const listen = addressOf(values.LISTEN)
  if (webhookSecrets.length > 0 && !listen) throw new SettingsError('LISTEN is missing: WEBHOOK_SECRET needs a port')
  return {
    ...{ url, tokens, webhookSecrets, listen },
    folder: need('BKG_FOLDER', '/etc/ntripcaster'),
    adminUrl: adminUrl(need('BKG_ADMIN_URL', ADMIN_EXAMPLE)),
    pollSeconds: wholeNumber(values, 'POLL_SECONDS', { fallback: 5, max: 3_600 }),
    sessions: wholeNumber(values, 'SESSIONS', { fallback: 1, max: 1_000 }),
  }
}

const set = (values: Values): Values =>
  Object.fromEntries(NAMES.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))

function valuesIn(file: string): Values {
  const values = parseEnv(textOf(file, '--config')) as Values
  const unknown = Object.keys(values).find((name) => !NAMES.includes(name))
  if (unknown) throw new SettingsError(`${file}: ${unknown} is not a setting of the bridge`)
  return set(values)
}

/** A setting, or the lines of the file that `NAME_FILE` names. */
function listed(values: Values, name: string): string[] {
  const file = values[`${name}_FILE`]
  if (file && values[name]) throw new SettingsError(`${name} and ${name}_FILE are both set; keep one`)
  const text = file ? textOf(file, `${name}_FILE`) : (values[name] ?? '')
  return text.split(/[\s,]+/).filter((one) => one !== '')
}

function textOf(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new SettingsError(`${name}: cannot read ${file} (${(error as NodeJS.ErrnoException).code})`)
  }
}

const ADMIN_EXAMPLE = 'http://user:password@127.0.0.1:2101'

/** The message never holds the password. */
function adminUrl(text: string): string {
  const url = isHttp(text) ? new URL(text) : null
  if (!url) throw new SettingsError(`BKG_ADMIN_URL: expected ${ADMIN_EXAMPLE}`)
  if (!isEncoded(url.username) || !isEncoded(url.password))
    throw new SettingsError(`BKG_ADMIN_URL: user or password is missing or badly encoded; expected ${ADMIN_EXAMPLE}`)
  return text
}

const isHttp = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

const isEncoded = (text: string) => {
  try {
    return decodeURIComponent(text) !== ''
  } catch {
    return false
  }
}

function addressOf(text: string | undefined): Settings['listen'] {
  if (!text) return null
  const [, host, digits] = /^(?:\[([^\]]+)\]|[^:[\]]+):(\d{1,5})$/.exec(text) ?? []
  const port = Number(digits)
  if (digits === undefined || port > 65_535)
    throw new SettingsError('LISTEN: expected HOST:PORT, such as 127.0.0.1:8090')
  return { host: host ?? text.slice(0, text.lastIndexOf(':')), port }
}

function wholeNumber(values: Values, name: string, { fallback, max }: { fallback: number; max: number }): number {
  const text = values[name]
  if (!text) return fallback
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (number < 1 || number > max) throw new SettingsError(`${name}: expected a whole number from 1 to ${max}`)
  return number
}
