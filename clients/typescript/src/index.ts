export { Vertice } from './client.ts'
export type { CredentialQuery, Credentials, Diagnosis, Session, SessionQuery } from './credentials.ts'
export {
  AuthenticationError,
  ConflictError,
  type ErrorCode,
  type FieldError,
  ForbiddenError,
  IdempotencyError,
  InvalidRequestError,
  NotFoundError,
  QuotaError,
  RateLimitError,
  ServerError,
  TimedOutError,
  UnreachableError,
  VerticeError,
} from './errors.ts'
export type { EventQuery, Events, LoggedEvent } from './events.ts'
export type { Order, OrderQuery, Orders } from './orders.ts'
export type { Page } from './paging.ts'
export type { Rinex, RinexOrder, RinexQuery } from './rinex.ts'
export type {
  Credential,
  CredentialRequest,
  CredentialWithoutSecrets,
  ExceededQuota,
  ListedCredential,
  Network,
  Operations,
  Problem,
  Station,
  Webhook,
  WebhookEvent,
  WebhookRequest,
} from './schema.ts'
export type { Stations } from './stations.ts'
export type { CallOptions, ChangeOptions, ClientOptions } from './transport.ts'
export { type VerifyOptions, verifyWebhook, type WebhookHeaders, WebhookVerificationError } from './verify.ts'
export type { Delivery, DeliveryQuery, WebhookQuery, Webhooks } from './webhooks.ts'
