import type { BadHttp, BadJson } from '../../domain/codes/refusal.ts'
import type { SsoFailure, SsoNoEntry } from '../../domain/people/single-sign-on.ts'
import type { RefusalWords } from '../words.ts'
import { groupUse } from './groups.ts'
import { QUOTA } from './quotas.ts'

const notFound = (what: string, sentence: string): readonly [string, () => string] => [
  `There is no such ${what}`,
  () => sentence,
]

const BAD_HTTP: Readonly<Record<BadHttp, string>> = {
  not_http: 'This is not a valid HTTP request.',
  no_host: 'The header Host is missing.',
  two_hosts: 'The header Host was sent twice.',
  bad_address: 'The address has an escape sequence that cannot be decoded.',
  bad_length: 'The body is not as long as the header Content-Length says.',
}

const BAD_JSON: Readonly<Record<BadJson, string>> = {
  not_utf8: 'The body is not UTF-8.',
  ends_early: 'The body is not valid JSON: it ends too early.',
  forbidden_name: 'The body has a name that is not allowed ("__proto__" or "constructor").',
}

const SSO_FAILURE: Readonly<Record<SsoFailure, (error: string) => string>> = {
  not_begun: () =>
    'This sign-in was not begun in this browser, was used already, or took more than 10 minutes. Start again.',
  refused: (error) => `The sign-in provider did not allow it (${error}).`,
  not_valid: () =>
    'The answer of the sign-in provider could not be verified. Tell whoever administers the network if it happens again.',
  somebody_else: () => 'Somebody else signed in there. Confirm with the account that you signed in with.',
  not_asked_again: () =>
    'The provider did not ask you to sign in again, or does not say so. Confirm with your password or second factor; who has neither here signs out and in again, and within 10 minutes sets up a second factor under My account.',
}

const SSO_NO_ENTRY: Readonly<Record<SsoNoEntry, (who: string) => string>> = {
  no_role: (who) =>
    `The account ${who} may not use this console. Ask whoever administers the network to allow it at the provider.`,
  no_owner: (who) =>
    `The account ${who} is a reseller's, but the provider names no organization that exists here. Tell whoever administers the network.`,
  no_email: (who) =>
    `The provider does not tell the e-mail address of the account ${who}. Tell whoever administers the network.`,
  email_taken: (who) =>
    `There is an account of ${who} already, with another way in. Sign in with your password, or tell whoever administers the network.`,
  disabled: (who) => `The account ${who} is disabled in this console.`,
}

export const refusals: RefusalWords = {
  invalid_request: [
    'The request is not valid',
    ({ reason }) => (reason ? BAD_HTTP[reason] : 'The request breaks a rule.'),
  ],
  invalid_json: [
    'The body is not valid JSON',
    ({ reason, at }) =>
      reason
        ? BAD_JSON[reason]
        : `The body is not valid JSON${at === undefined ? '' : `: it breaks at character ${at}`}.`,
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
  sso_failed: ['Sign-in failed', ({ failure, error = '' }) => SSO_FAILURE[failure](error)],

  insufficient_scope: ['The access token lacks a scope', ({ scope }) => `This operation needs the scope "${scope}".`],
  only_in_test_mode: [
    'Only for tests',
    () => 'Only a credential that a test token made can be ended this way. Revoke this one with DELETE.',
  ],
  token_without_webhooks: [
    'The access token may not use webhooks',
    () =>
      'This token was made without access to webhooks. Use one that has it, or ask whoever made this one for another.',
  ],
  token_without_passwords: [
    'The access token may not see passwords',
    () => 'This token was made without access to passwords, and the mail has one in it. Use a token that has it.',
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
  sso_no_entry: ['No access', ({ obstacle, who }) => SSO_NO_ENTRY[obstacle](who)],
  local_login_off: [
    'No passwords here',
    () => 'Passwords do not open this console. Use the sign-in of your organization.',
  ],
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
  method_not_allowed: [
    'The method is not possible here',
    ({ method, allowed }) => `${method} is not possible at this address; it takes ${allowed.join(', ')}.`,
  ],
  request_timeout: ['The request took too long', () => 'The request did not arrive in time; send it again.'],
  station_not_found: [
    'There is no such station',
    ({ code }) => (code === undefined ? 'No active station has this id.' : `No active station has the code "${code}".`),
  ],
  group_not_found: [
    'There is no such group',
    ({ name }) => (name === undefined ? 'There is no such group of stations.' : `There is no group "${name}".`),
  ],
  credential_not_found: notFound('credential', 'No credential has this id.'),
  customer_not_found: notFound('customer', 'No credential or order belongs to this customer.'),
  webhook_not_found: notFound('webhook', 'No webhook has this id.'),
  delivery_not_found: notFound('delivery', 'There is no such delivery: finished ones are removed in time.'),
  user_not_found: notFound('user', 'There is no such user.'),
  session_not_found: notFound('session', 'There is no such session: it may have ended.'),
  owner_not_found: [
    'There is no such organization',
    ({ name }) => (name === undefined ? 'There is no such organization.' : `There is no organization "${name}".`),
  ],
  token_not_found: notFound('token', 'There is no such token.'),
  issue_job_not_found: notFound('job', 'There is no such job: they are deleted after 30 days.'),
  entry_not_found: notFound('entry', 'There is no such entry.'),
  product_not_found: notFound('product', 'There is no such product for sale.'),
  incident_not_found: notFound('incident', 'There is no such incident: perhaps it was withdrawn.'),
  subscription_not_found: notFound(
    'subscription',
    'There is no such subscription: perhaps it was cancelled already, or the link is incomplete.',
  ),
  order_not_found: notFound('order', 'There is no such order.'),
  rover_not_found: notFound('rover', 'This rover is not connected (any more).'),
  view_not_found: notFound('view', 'This saved view does not exist (any more).'),
  mountpoint_not_found: ['Mountpoint not found', ({ name }) => `No mountpoint is made under the name ${name}.`],
  upstream_not_found: [
    'Upstream caster not found',
    ({ name }) => (name ? `No upstream caster is called "${name}".` : 'That upstream caster is not there (any more).'),
  ],
  node_not_found: ['Node not found', ({ name }) => `No caster that runs is called "${name}".`],

  credential_expired: ['The credential has expired', () => 'The credential has expired; there is nothing left to do.'],
  credential_revoked: [
    'The credential was revoked',
    () => 'The credential was revoked; there is nothing to connect with.',
  ],
  reference_taken: ['The reference is taken', ({ id }) => `The credential ${id} has this reference.`],
  username_taken: ['The user name is taken', () => 'A credential has or had this user name.'],
  credential_is_test: [
    'The credential is a test',
    () => 'The credential was made by a test token: it is sent to nobody.',
  ],
  idempotency_in_progress: [
    'The first request with this Idempotency-Key is still running',
    () => 'A request with this Idempotency-Key is still running; ask again in a moment.',
  ],
  webhook_limit_reached: [
    'Too many active webhooks',
    ({ most }) => `An organization has at most ${most} active webhooks; deactivate one first.`,
  ],
  quota_exceeded: [
    'The quota of the organization is used up',
    ({ quota, limit }) => `The organization may have at most ${limit} ${QUOTA[quota]}. Ask the operator for more.`,
  ],
  webhook_inactive: ['The webhook is not active', () => 'The webhook is deactivated: enable it first.'],
  station_exists: [
    'The station exists already',
    ({ code, archived }) => (archived ? `${code} is archived: restore it instead.` : `${code} exists already.`),
  ],
  group_exists: ['The group exists already', ({ name }) => `There is a group "${name}" already.`],
  group_in_use: [
    'The group is in use',
    ({ name, ...use }) =>
      `The group "${name}" is used by ${groupUse(use)}: give them another group or the network, or end them, first.`,
  ],
  position_not_off: [
    'The position is not off',
    ({ code }) => `${code} announces no position that differs from the registered one: there is nothing to decide.`,
  ],
  email_taken: ['The e-mail address is taken', () => 'There is a user with this e-mail address already.'],
  owner_exists: ['The organization exists already', ({ name }) => `There is an organization "${name}" already.`],
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
  sso_off: ['Single sign-on is not set up', () => 'Single sign-on is not set up.'],
  password_at_provider: [
    'The password is not kept here',
    () => 'This person signs in through their organization, and has no password here.',
  ],
  order_paid: [
    'The order is paid',
    () => 'The order is paid already: note the refund, and revoke the credential if it must end.',
  ],
  order_is_test: ['The order is a test', () => 'The order was made by a test token: nobody is to pay it.'],
  no_product_offers_it: [
    'No product offers this',
    () =>
      'No product on sale offers this access for that time, so it has no price. Name a product with `producto_id`, or ask the operator to offer one.',
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
  unsupported_media_type: [
    'The body must be JSON',
    ({ reason }) =>
      reason ? 'Send the body as it is, without Content-Encoding.' : 'Send the body as application/json.',
  ],
  precondition_failed: [
    'It has changed meanwhile',
    () =>
      'It was changed since you read it: the ETag in If-Match is not the current one. Read it again, then change it.',
  ],
  idempotency_key_reused: [
    'The Idempotency-Key was used for another request',
    () => 'This Idempotency-Key was used for another request; use a new key for each request.',
  ],

  headers_too_large: [
    'The headers are too large',
    () => 'The address and the headers are too large together; send less.',
  ],

  rate_limited: [
    'Too many requests',
    ({ perMinute, retryAfterSeconds }) =>
      `More than ${perMinute} requests in 60 seconds; try again in ${retryAfterSeconds} s.`,
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
  sso_provider_failed: [
    'The sign-in provider failed',
    () => 'The sign-in provider does not answer. Try again in a moment.',
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
