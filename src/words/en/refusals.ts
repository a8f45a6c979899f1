import type { BadHttp } from '../../domain/refusal.ts'
import type { RefusalWords } from '../words.ts'

const notFound = (what: string, sentence: string): readonly [string, () => string] => [
  `There is no such ${what}`,
  () => sentence,
]

const BAD_HTTP: Readonly<Record<BadHttp, string>> = {
  header_too_large: 'The header is too large.',
  too_slow: 'The request did not arrive in time.',
  not_http: 'This is not a valid HTTP request.',
  two_hosts: 'The header Host stands twice.',
}

export const refusals: RefusalWords = {
  invalid_request: [
    'The request is not valid',
    ({ reason, said }) => (reason ? BAD_HTTP[reason] : (said ?? 'The request breaks a rule.')),
  ],
  invalid_json: [
    'The body is not valid JSON',
    ({ reason, said }) => (reason ? 'The body is not UTF-8.' : (said ?? 'The body is not valid JSON.')),
  ],
  no_signature: ['The notice is not believed', () => 'The header Stripe-Signature is missing.'],
  bad_signature: ['The notice is not believed', () => 'The signature is not that of this body under our secret.'],
  notice_too_old: ['The notice is not believed', () => 'The notice was not signed within the last five minutes.'],
  file_not_readable: ['The file cannot be read', () => 'The file cannot be read like this.'],

  missing_token: ['An access token is needed', () => 'Send the header "Authorization: Bearer <token>".'],
  invalid_token: ['The access token is not valid', () => 'The token is unknown, mistyped, expired or revoked.'],
  wrong_credentials: ['Signing in failed', () => 'The e-mail address or the password is wrong.'],
  wrong_code: ['The code is not valid', () => 'The code is wrong, or was used already. Wait for the next one.'],
  signed_out: ['Nobody is signed in', () => 'Your session has ended. Sign in again.'],
  second_factor_needed: ['The second factor is needed', () => 'Show the second factor first.'],

  insufficient_scope: ['The access token lacks a scope', ({ scope }) => `This operation needs the scope "${scope}".`],
  token_without_webhooks: [
    'The access token may not use webhooks',
    () =>
      'This token was made without access to webhooks. Use one that has it, or ask whoever made this one for another.',
  ],
  confirmation_needed: [
    'Confirm that it is you',
    () => 'This needs your password or your second factor again. Confirm that it is you, and repeat it.',
  ],
  second_factor_required: [
    'Your role needs a second factor',
    () =>
      'Whoever administers the network requires a second factor for your role. Set up an authenticator app under your account; without one nothing else works.',
  ],
  wrong_password: ['The password is wrong', () => 'This is not your password.'],
  forbidden: ['Your role does not allow this', ({ permission }) => `Your role lacks the permission "${permission}".`],
  sessions_of_operator: [
    'Only the operator may do this',
    () => 'Only the operator sets how many sessions a credential has.',
  ],
  shop_of_operator: ['Only the operator may do this', () => "Only the operator says what the network's shop offers."],
  cross_site: [
    'The request comes from another site',
    () => 'This can only be done from the console itself: open it at its official address.',
  ],

  route_not_found: ['There is nothing at this address', ({ method, path }) => `There is no ${method} ${path}.`],
  station_not_found: [
    'There is no such station',
    ({ code }) => (code === undefined ? 'No active station has this id.' : `No active station has the code "${code}".`),
  ],
  credential_not_found: notFound('credential', 'No credential has this id.'),
  webhook_not_found: notFound('webhook', 'No webhook has this id.'),
  delivery_not_found: notFound('delivery', 'There is no such delivery: finished ones are removed in time.'),
  user_not_found: notFound('user', 'There is no such user.'),
  session_not_found: notFound('session', 'There is no such session: it may have ended.'),
  owner_not_found: [
    'There is no such owner',
    ({ name }) => (name === undefined ? 'There is no such owner.' : `There is no owner "${name}".`),
  ],
  token_not_found: notFound('token', 'There is no such token.'),
  issue_job_not_found: notFound('job', 'There is no such job: they are deleted after 30 days.'),
  entry_not_found: notFound('entry', 'There is no such entry.'),
  product_not_found: notFound('product', 'There is no such product for sale.'),
  order_not_found: notFound('order', 'There is no such order.'),
  rover_not_found: notFound('rover', 'This rover is not connected (any more).'),
  node_not_found: ['Node not found', ({ name }) => `No caster that runs is called "${name}".`],

  credential_expired: ['The credential has expired', () => 'The credential has expired; there is nothing left to do.'],
  credential_revoked: [
    'The credential was revoked',
    () => 'The credential was revoked; there is nothing to connect with.',
  ],
  idempotency_in_progress: [
    'The first request with this Idempotency-Key is still running',
    () => 'A request with this Idempotency-Key is still running; ask again in a moment.',
  ],
  webhook_limit_reached: [
    'Too many active webhooks',
    ({ most }) => `An owner has at most ${most} active webhooks; deactivate one first.`,
  ],
  webhook_inactive: ['The webhook is not active', () => 'The webhook is deactivated: enable it first.'],
  station_exists: [
    'The station exists already',
    ({ code, archived }) => (archived ? `${code} is archived: restore it instead.` : `${code} exists already.`),
  ],
  email_taken: ['The e-mail address is taken', () => 'There is a user with this e-mail address already.'],
  owner_exists: ['The owner exists already', ({ name }) => `There is an owner "${name}" already.`],
  last_administrator: [
    'Somebody must be left to administer',
    () => 'Nobody else can administer: make another administrator first.',
  ],
  second_factor_missing: [
    'There is no second factor',
    () => 'There is no second factor, or its key was shown more than 15 minutes ago: begin setting it up again.',
  ],
  no_mail_server: [
    'Mail is not set up',
    () => 'No mail transport is configured in this service (SMTP_URL): hand over the link.',
  ],
  order_paid: [
    'The order is paid',
    () => 'The order is paid already: note the refund, and revoke the credential if it must end.',
  ],
  order_cancelled: ['The order is cancelled', () => 'The order was cancelled: make a new one, or give the money back.'],
  order_station_archived: [
    'The station of the order was archived',
    () => 'The station of the order was archived: restore it, or make an order for another. Nothing was changed.',
  ],
  order_wrong_amount: [
    'The amount is not that of the order',
    ({ amount, receivedMinor, currency }) =>
      `The order is for ${amount}; what came is ${receivedMinor} ${currency} in minor units.`,
  ],
  no_card_payment: ['Cards are not taken here', () => 'Cards are not taken here.'],
  no_coverage: ['Nothing serves this place', () => 'No station of the network serves this place.'],

  link_not_valid: [
    'The link is no longer valid',
    () => 'The link was used already, or has expired: ask for a new one.',
  ],
  payload_too_large: [
    'The body is too large',
    ({ mostValues }) =>
      mostValues === undefined
        ? 'The body is larger than this operation takes.'
        : `The body holds more than ${mostValues} values: send it in parts.`,
  ],
  unsupported_media_type: ['The body must be JSON', () => 'Send the body as application/json.'],
  idempotency_key_reused: [
    'The Idempotency-Key was used for another request',
    () => 'This Idempotency-Key was used for another request; use a new key for each request.',
  ],

  rate_limited: [
    'Too many requests',
    ({ perMinute, retryAfterSeconds }) =>
      `More than ${perMinute} requests in this minute; try again in ${retryAfterSeconds} s.`,
  ],
  too_many_attempts: [
    'Too many attempts',
    ({ retryAfterSeconds }) => `Too many attempts in a row; try again in ${retryAfterSeconds} s.`,
  ],
  too_many_orders: [
    'Too many orders',
    () => 'There are too many orders from here that wait for their payment; pay one, or come back tomorrow.',
  ],

  internal_error: ['Something went wrong on our side', () => 'The failure is in our log under this request id.'],
  payment_provider_failed: [
    'The payment provider did not do it',
    () => 'The payment provider does not answer; try again in a moment.',
  ],
  service_unavailable: [
    'The service cannot answer right now',
    () => 'The database does not answer; try again in a moment.',
  ],
  busy: [
    'Too busy right now',
    ({ retryAfterSeconds }) => `The service is very busy right now; try again in ${retryAfterSeconds} s.`,
  ],
}
