// Associated data of every ciphertext in the database: a ciphertext that is moved to another row does not decrypt.
// store/operations/encryption-keys.ts has the same forms in SQL, for re-encryption.

export const credentialContext = (id: number) => `credential:${id}`
export const webhookContext = (id: number) => `webhook:${id}`
export const pushContext = (stationId: number) => `station-push:${stationId}`
export const pullContext = (stationId: number) => `station-pull:${stationId}`
export const standbyPushContext = (stationId: number) => `station-backup-push:${stationId}`
export const standbyPullContext = (stationId: number) => `station-backup-pull:${stationId}`
export const upstreamContext = (id: number) => `upstream:${id}`
export const upstreamMountpointContext = (stationId: number) => `station-upstream:${stationId}`
export const forwardContext = (id: number) => `forward:${id}`
export const channelContext = (id: number) => `alert-channel:${id}`
export const networkEngineContext = (mountpointId: number) => `network-mountpoint:${mountpointId}`
export const totpContext = (userId: number) => `user-totp:${userId}`
export const providerTokenContext = (sessionId: number) => `console-session:${sessionId}`
export const idempotencyContext = (ownerId: number, key: string) => `idempotency:${ownerId}:${key}`
export const ENGINE_LOGIN_CONTEXT = 'network-upstream'
export const SMTP_CONTEXT = 'settings-smtp'
export const TELEGRAM_CONTEXT = 'telegram-bot'
