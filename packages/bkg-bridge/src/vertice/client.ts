// The client of the public API. The bridge imports nothing else of this repository; `npm pack` bundles the client.
export {
  type Credential,
  type CredentialWithoutSecrets,
  type ListedCredential,
  type LoggedEvent,
  NotFoundError,
  RateLimitError,
  Vertice,
  VerticeError,
  verifyWebhook,
} from '../../../../clients/typescript/src/index.ts'
