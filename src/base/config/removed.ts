// Settings that no longer exist, each with its replacement. If one is still set, the start logs it and continues.

const IN_CONSOLE = (name: string) => `set it in the console (Settings) or with "vertice network set ${name}=…"`
const BY_COLLECTOR = 'only the settings of .env.example are read; use an OpenTelemetry collector for the rest'

const BY_BRIDGE = 'set it for vertice-bkg-bridge, which serves a BKG caster now (docs/bkg.md)'

const REMOVED: Readonly<Record<string, string>> = {
  BKG_ADMIN_URL: BY_BRIDGE,
  BKG_FOLDER: BY_BRIDGE,
  BANK_DETAILS: IN_CONSOLE('bank-details'),
  CUSTOMER_LANGUAGE: IN_CONSOLE('customer-language'),
  HANDOVER_LOGO: IN_CONSOLE('logo'),
  MAIL_REMINDERS: IN_CONSOLE('reminders'),
  MAP_ATTRIBUTION: IN_CONSOLE('map-tiles'),
  MAP_TILES_URL: IN_CONSOLE('map-tiles'),
  SHOP: IN_CONSOLE('shop'),
  STATUS_PAGE: IN_CONSOLE('status-page'),
  CASTER_GRACE_SECONDS: 'a rover stays with a disconnected base for 15 seconds',
  CASTER_OPEN_PER_ADDRESS: 'the limit is fixed at 10 sessions',
  CASTER_PORTS: 'list all ports in CASTER_PORT, the main one first: CASTER_PORT=2101,80',
  CASTER_REMEMBERS_MINUTES: 'rovers are admitted from memory for 10 minutes',
  CASTER_TLS_PORTS: 'list all ports in CASTER_TLS_PORT, the main one first: CASTER_TLS_PORT=2102,443',
  CASTER_VRS_PATIENCE_SECONDS: 'a rover waits 10 seconds for the VRS engine',
  DATABASE_WAIT_SECONDS: 'a start waits 60 seconds for the database',
  STRIPE_API_URL: 'the address is fixed: https://api.stripe.com',
  WEBHOOK_RETRY_SECONDS: 'the retry schedule is fixed (docs/webhooks.md)',
  MAIL_PER_OWNER: 'set a quota per organization ("vertice owner quota", or the console)',
  MAIL_PER_RECIPIENT: 'the limit is fixed at 20 a day',
  OTEL_METRIC_EXPORT_INTERVAL: 'metrics are exported every 60 seconds',
  OIDC_NAME: 'the button says "your organization’s account"',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'OTLP is always sent as http/protobuf, which every collector accepts',
  OTEL_TRACES_EXPORTER: 'spans are sent to OTEL_EXPORTER_OTLP_ENDPOINT; OTEL_TRACES_SAMPLER=always_off sends none',
  OTEL_SDK_DISABLED: 'leave OTEL_EXPORTER_OTLP_ENDPOINT empty',
  OTEL_BSP_SCHEDULE_DELAY: BY_COLLECTOR,
  OTEL_BSP_MAX_QUEUE_SIZE: BY_COLLECTOR,
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: BY_COLLECTOR,
  OTEL_EXPORTER_OTLP_TIMEOUT: BY_COLLECTOR,
  OTEL_EXPORTER_OTLP_COMPRESSION: BY_COLLECTOR,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: BY_COLLECTOR,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: BY_COLLECTOR,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: BY_COLLECTOR,
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: BY_COLLECTOR,
  OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: BY_COLLECTOR,
  OTEL_EXPORTER_OTLP_METRICS_HEADERS: BY_COLLECTOR,
}

export interface RemovedSetting {
  readonly name: string
  readonly instead: string
}

export const isRemoved = (name: string): boolean => Object.hasOwn(REMOVED, name)

export const removedSettings = (env: NodeJS.ProcessEnv): RemovedSetting[] =>
  Object.keys(env)
    .filter((name) => isRemoved(name) && env[name]?.trim())
    .map((name) => ({ name, instead: REMOVED[name]! }))
