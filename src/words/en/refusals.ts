import type { BadHttp, BadJson } from '../../domain/codes/refusal.ts'
import type { SsoFailure, SsoNoEntry } from '../../domain/people/single-sign-on.ts'
import type { RefusalWords } from '../words.ts'
import { groupUse, QUOTA } from './counts.ts'

const notFound = (what: string, sentence: string): readonly [string, () => string] => [
  `${what} not found`,
  () => sentence,
]

const BAD_HTTP: Readonly<Record<BadHttp, string>> = {
  not_http: 'This is not a valid HTTP request.',
  no_host: 'The Host header is missing.',
  two_hosts: 'The Host header was sent twice.',
  bad_address: 'The URL contains an escape sequence that cannot be decoded.',
  bad_length: 'The length of the body does not match the Content-Length header.',
}

const BAD_JSON: Readonly<Record<BadJson, string>> = {
  not_utf8: 'The body is not UTF-8.',
  ends_early: 'The body is not valid JSON: it ends too early.',
  forbidden_name: 'The body contains a name that is not allowed ("__proto__" or "constructor").',
}

const SSO_FAILURE: Readonly<Record<SsoFailure, (error: string) => string>> = {
  not_begun: () =>
    'This sign-in was started in another browser, was already used, or took more than 10 minutes. Start again.',
  refused: (error) => `The sign-in provider rejected the sign-in (${error}).`,
  not_valid: () =>
    'The response of the sign-in provider could not be verified. If it happens again, contact your administrator.',
  somebody_else: () => 'You confirmed with another account. Use the account you are signed in with.',
  not_asked_again: () =>
    'The provider did not confirm that you signed in again. Confirm with your password or second factor. If you have neither, sign out, sign in again and set up a second factor under My account within 10 minutes.',
}

const SSO_NO_ENTRY: Readonly<Record<SsoNoEntry, (who: string) => string>> = {
  no_role: (who) =>
    `The account ${who} has no access to this console. Ask your administrator to grant it at the provider.`,
  no_owner: (who) =>
    `The account ${who} is a reseller account, but the provider sent no organization that exists here. Contact your administrator.`,
  no_email: (who) => `The provider did not send the e-mail address of the account ${who}. Contact your administrator.`,
  email_taken: (who) =>
    `An account for ${who} already exists with another sign-in method. Sign in with your password, or contact your administrator.`,
  disabled: (who) => `The account ${who} is disabled in this console.`,
}

export const refusals: RefusalWords = {
  invalid_request: [
    'The request is not valid',
    ({ reason }) => (reason ? BAD_HTTP[reason] : 'Check the fields listed in errors.'),
  ],
  invalid_json: [
    'The body is not valid JSON',
    ({ reason, at }) =>
      reason
        ? BAD_JSON[reason]
        : `The body is not valid JSON${at === undefined ? '' : `: syntax error at character ${at}`}.`,
  ],
  no_signature: ['The signature is not valid', () => 'The Stripe-Signature header is missing.'],
  bad_signature: ['The signature is not valid', () => 'The signature does not match the body.'],
  notice_too_old: ['The signature is not valid', () => 'The notification is older than 5 minutes.'],
  file_not_readable: ['The file cannot be read', () => 'The file cannot be read. Check its format.'],

  missing_token: ['An access token is required', () => 'Send the header "Authorization: Bearer <token>".'],
  invalid_token: ['The access token is not valid', () => 'The token is unknown, mistyped, expired or revoked.'],
  wrong_credentials: ['Sign-in failed', () => 'The e-mail address or password is wrong.'],
  wrong_code: ['The code is not valid', () => 'The code is wrong or was already used. Wait for the next one.'],
  signed_out: ['You are not signed in', () => 'Your session has ended. Sign in again.'],
  second_factor_needed: ['A second factor is required', () => 'Enter your second factor first.'],
  sso_failed: ['Sign-in failed', ({ failure, error = '' }) => SSO_FAILURE[failure](error)],

  insufficient_scope: [
    'The access token lacks a scope',
    ({ scope }) => `This operation requires the scope "${scope}".`,
  ],
  only_in_test_mode: [
    'Only in test mode',
    () => 'Only credentials issued with a test token can be expired this way. Use DELETE to revoke this one.',
  ],
  token_without_webhooks: [
    'The access token has no access to webhooks',
    () => 'This token was created without access to webhooks. Use another token, or ask your administrator for one.',
  ],
  token_without_passwords: [
    'The access token has no access to passwords',
    () =>
      'This token was created without access to passwords, and the e-mail contains one. Use a token with access to passwords.',
  ],
  confirmation_needed: [
    'Confirm that it is you',
    () => 'This action requires your password or second factor again. Confirm and try again.',
  ],
  second_factor_required: [
    'Your role requires a second factor',
    () => 'Your role requires a second factor. Set up an authenticator app under My account to continue.',
  ],
  viewing_as: [
    'You are viewing as an organization',
    () => 'You are viewing the console as an organization, which is read-only. Leave the view to make changes.',
  ],
  wrong_password: ['The password is wrong', () => 'The password is wrong.'],
  forbidden: ['Your role does not allow this', () => 'Your role doesn’t allow this. Ask an administrator for access.'],
  sso_no_entry: ['No access', ({ obstacle, who }) => SSO_NO_ENTRY[obstacle](who)],
  local_login_off: ['Password sign-in is off', () => 'You cannot sign in with a password. Use single sign-on.'],
  sessions_of_operator: [
    'Only the operator can do this',
    () => 'Only the operator can set the number of simultaneous connections of a credential.',
  ],
  shop_of_operator: ['Only the operator can do this', () => 'Only the operator can change what the shop offers.'],
  cross_site: [
    'The request comes from another site',
    () => 'The request came from another site. Open the console at its official address.',
  ],

  route_not_found: ['Not found', ({ method, path }) => `${method} ${path} does not exist.`],
  method_not_allowed: [
    'Method not allowed',
    ({ method, allowed }) => `${method} is not allowed here. Allowed methods: ${allowed.join(', ')}.`,
  ],
  request_timeout: ['The request took too long', () => 'The request did not arrive in time. Send it again.'],
  station_not_found: [
    'Station not found',
    ({ code }) => (code === undefined ? 'No active station has this ID.' : `No active station has the code "${code}".`),
  ],
  group_not_found: [
    'Group not found',
    ({ name }) => (name === undefined ? 'No station group has this ID.' : `There is no group "${name}".`),
  ],
  credential_not_found: notFound('Credential', 'No credential has this ID.'),
  customer_not_found: notFound('Customer', 'This customer has no credentials or orders.'),
  webhook_not_found: notFound('Webhook', 'No webhook has this ID.'),
  delivery_not_found: notFound(
    'Delivery',
    'No delivery has this ID. Completed deliveries are deleted after some time.',
  ),
  user_not_found: notFound('User', 'This user does not exist.'),
  session_not_found: notFound('Session', 'This session does not exist or has ended.'),
  owner_not_found: [
    'Organization not found',
    ({ name }) => (name === undefined ? 'This organization does not exist.' : `There is no organization "${name}".`),
  ],
  token_not_found: notFound('Token', 'This token does not exist.'),
  issue_job_not_found: notFound('Job', 'This job does not exist. Jobs are deleted after 30 days.'),
  entry_not_found: notFound('Entry', 'This entry does not exist.'),
  product_not_found: notFound('Product', 'This product is not on sale.'),
  incident_not_found: notFound('Incident', 'This incident does not exist or was withdrawn.'),
  subscription_not_found: notFound(
    'Subscription',
    'This subscription does not exist. It may already be cancelled, or the link is incomplete.',
  ),
  order_not_found: notFound('Order', 'This order does not exist.'),
  rover_not_found: notFound('Rover', 'This rover is no longer connected.'),
  view_not_found: notFound('View', 'This saved view no longer exists.'),
  wall_link_not_found: notFound('Link', 'This link does not exist or was withdrawn.'),
  equipment_not_found: ['Equipment not found', () => 'This receiver or antenna is not in the history.'],
  no_telegram_bot: ['No Telegram bot', () => "Set up the network's bot first, under Settings → Alerts."],
  host_not_found: ['Host not found', () => 'This link is not valid, or the host was removed.'],
  channel_not_found: ['Channel not found', () => 'This alert channel no longer exists.'],
  forward_not_found: ['Forwarding not found', () => 'This stream is no longer forwarded.'],
  mountpoint_not_found: ['Mountpoint not found', ({ name }) => `There is no mountpoint "${name}" to change.`],
  upstream_not_found: [
    'External caster not found',
    ({ name }) => (name ? `There is no external caster "${name}".` : 'This external caster no longer exists.'),
  ],
  node_not_found: ['Node not found', ({ name }) => `No running caster is named "${name}".`],

  credential_expired: ['The credential has expired', () => 'The credential has already expired.'],
  credential_revoked: ['The credential was revoked', () => 'The credential was revoked and no longer gives access.'],
  reference_taken: ['The reference is taken', ({ id }) => `Credential ${id} already has this reference.`],
  username_taken: ['The username is taken', () => 'Another credential has or had this username.'],
  credential_is_test: [
    'The credential is a test',
    () => 'The credential was issued with a test token and is never e-mailed.',
  ],
  idempotency_in_progress: [
    'The first request with this Idempotency-Key is still running',
    () => 'A request with this Idempotency-Key is still running. Try again in a moment.',
  ],
  webhook_limit_reached: [
    'Too many active webhooks',
    ({ most }) => `An organization can have at most ${most} active webhooks. Deactivate one first.`,
  ],
  position_not_computed: [
    'No computed position',
    ({ code }) => `The network has not computed a position of ${code} in the last 60 days.`,
  ],
  base_not_found: ['No such computation', () => 'The computation does not exist, or has no position.'],
  runs_limit_reached: [
    'Too many computations are waiting',
    ({ most }) => `${most} computations are waiting. Wait until one has ended.`,
  ],
  rinex_limit_reached: [
    'Too many pending RINEX requests',
    ({ most }) => `An organization can have at most ${most} pending RINEX requests. Wait until some are ready.`,
  ],
  quota_exceeded: [
    'Quota exceeded',
    ({ quota, limit }) =>
      `Your organization can have at most ${limit} ${QUOTA[quota]}. Ask the operator to raise the quota.`,
  ],
  webhook_inactive: ['The webhook is not active', () => 'The webhook is inactive. Activate it first.'],
  station_exists: [
    'The station already exists',
    ({ code, archived }) => (archived ? `${code} is archived. Restore it instead.` : `${code} already exists.`),
  ],
  group_exists: ['The group already exists', ({ name }) => `A group named "${name}" already exists.`],
  group_in_use: [
    'The group is in use',
    ({ name, ...use }) =>
      `The group "${name}" is used by ${groupUse(use)}. Assign them another group or the network first, or revoke them.`,
  ],
  antenna_agrees: [
    'The antenna matches',
    ({ code }) => `The stream of ${code} announces the recorded antenna, or none. There is nothing to decide.`,
  ],
  position_not_off: [
    'The position matches',
    ({ code }) => `The position that ${code} sends matches the registered one. There is nothing to review.`,
  ],
  email_taken: ['The e-mail address is taken', () => 'A user with this e-mail address already exists.'],
  owner_exists: ['The organization already exists', ({ name }) => `An organization named "${name}" already exists.`],
  last_administrator: [
    'At least one administrator is required',
    () => 'This is the last administrator. Create another one first.',
  ],
  second_factor_missing: [
    'There is no second factor',
    () => 'There is no second factor, or its key was shown more than 15 minutes ago. Start the setup again.',
  ],
  no_mail_server: [
    'E-mail is not set up',
    () => 'No mail server is configured (Settings → Mail or SMTP_URL). Share the link instead.',
  ],
  sso_off: ['Single sign-on is not set up', () => 'Single sign-on is not set up.'],
  password_at_provider: [
    'This user has no password',
    () => 'This user signs in with single sign-on and has no password here.',
  ],
  order_paid: [
    'The order is paid',
    () => 'The order is already paid. Record a refund instead, and revoke the credential if needed.',
  ],
  order_is_test: ['The order is a test', () => 'The order was created with a test token and cannot be paid.'],
  rinex_not_included: ['RINEX files are not included', () => 'This access does not include RINEX files.'],
  rinex_month_used: [
    'The hours of this month are used up',
    ({ limit, used, wanted }) =>
      `You have ordered ${used} of ${limit} hours this month, so ${wanted} more hours are not available.`,
  ],
  rinex_file_gone: [
    'File not found',
    () => 'This file does not exist or is no longer kept. Files are kept for 7 days: request them again.',
  ],
  past_session_not_found: notFound('Session', 'No session has this ID.'),
  sent_not_recorded: [
    'The session has no record of its stations',
    () =>
      'The record of this session does not say which stations served it. The session is older than this function, or has just begun.',
  ],
  sent_nothing: ['Nothing was sent', () => 'The rover was sent no stream between these times.'],
  sent_not_in_archive: [
    'The archive does not have this time',
    () =>
      'The archive has no data of the station between these times: it was not recorded, or was deleted. Streams of VRS engines and of external casters are not recorded.',
  ],
  sent_not_readable: [
    'The archive cannot be read',
    ({ name }) =>
      `${name} is missing, damaged, or still being written on another machine. Data of the current hour can be read on the machine that records it, or when the hour is over.`,
  ],
  sent_mountpoint_gone: [
    'The mountpoint does not exist',
    ({ name }) => `${name} was removed, so nothing is known about how it converted the stream.`,
  ],
  rinex_not_found: notFound('RINEX request', 'No RINEX request has this ID.'),
  no_data: [
    'Not enough data was recorded',
    ({ code, sharePct, distanceKm }) =>
      code === null
        ? 'Nothing was recorded in this window.'
        : `No station has 95 % of this window. The nearest with data is ${code} (${distanceKm} km), which has ${sharePct} %.`,
  ],
  no_product_offers_it: [
    'No product offers this',
    () =>
      'No product on sale offers this access for this period, so it has no price. Set `producto_id`, or ask the operator to offer one.',
  ],
  order_cancelled: [
    'The order is cancelled',
    () => 'The order was cancelled. Create a new one, or refund the payment.',
  ],
  order_station_archived: [
    'The station of the order is archived',
    () =>
      'The station of the order is archived. Restore it, or create an order for another station. Nothing was changed.',
  ],
  order_wrong_amount: [
    'The amount does not match the order',
    ({ amount, receivedMinor, currency }) =>
      `The order is for ${amount}, but the payment was ${receivedMinor} ${currency} in minor units.`,
  ],
  no_card_payment: ['Card payments are off', () => 'This service does not accept card payments.'],
  no_coverage: ['No coverage at this location', () => 'No station of the network covers this location.'],

  link_not_valid: ['The link is no longer valid', () => 'The link was already used or has expired. Request a new one.'],
  payload_too_large: [
    'The body is too large',
    ({ mostValues }) =>
      mostValues === undefined
        ? 'The body is larger than this operation allows.'
        : `The body contains more than ${mostValues} values. Split it into several requests.`,
  ],
  unsupported_media_type: [
    'The body must be JSON',
    ({ reason }) =>
      reason ? 'Send the body uncompressed, without Content-Encoding.' : 'Send the body as application/json.',
  ],
  precondition_failed: [
    'The resource has changed',
    () =>
      'The resource was changed after you read it: the ETag in If-Match is not the current one. Read it again and retry.',
  ],
  idempotency_key_reused: [
    'The Idempotency-Key was used for another request',
    () => 'This Idempotency-Key was already used for another request. Use a new key for each request.',
  ],

  headers_too_large: ['The headers are too large', () => 'The URL and headers are too large. Shorten them.'],

  rate_limited: [
    'Too many requests',
    ({ perMinute, retryAfterSeconds }) =>
      `More than ${perMinute} requests in 60 seconds. Try again in ${retryAfterSeconds} s.`,
  ],
  too_many_attempts: [
    'Too many attempts',
    ({ retryAfterSeconds }) => `Too many attempts in a row. Try again in ${retryAfterSeconds} s.`,
  ],
  too_many_orders: [
    'Too many orders',
    () => 'Too many orders from your address are pending payment. Pay one, or try again tomorrow.',
  ],

  internal_error: [
    'Something went wrong on our side',
    () => 'Something went wrong on our side. Try again. If it keeps failing, send the request ID to the operator.',
  ],
  payment_provider_failed: [
    'The payment provider failed',
    () => 'The payment provider is not responding. Try again in a moment.',
  ],
  sso_provider_failed: [
    'The sign-in provider failed',
    () => 'The sign-in provider is not responding. Try again in a moment.',
  ],
  service_unavailable: ['The service is unavailable', () => 'The database is not responding. Try again in a moment.'],
  busy: [
    'The service is too busy',
    ({ retryAfterSeconds }) => `The service is too busy. Try again in ${retryAfterSeconds} s.`,
  ],
}
