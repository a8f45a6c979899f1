import { type Page, throughPages } from './paging.ts'
import type { Credential, CredentialRequest, CredentialResponse, ListedCredential } from './schema.ts'
import type { AnswerOf, BodyOf, CallOptions, ChangeOptions, QueryOf, Transport } from './transport.ts'

export type CredentialQuery = QueryOf<'GET /credentials'>
export type SessionQuery = QueryOf<'GET /credentials/{id}/sesiones'>
export type Session = AnswerOf<'GET /credentials/{id}/sesiones'>['sesiones'][number]
export type Diagnosis = AnswerOf<'GET /credentials/{id}/diagnostico'>

/** Tokens that were created without passwords receive `CredentialWithoutSecrets`; the README says how to type it. */
const shown = ({ credential }: CredentialResponse) => credential as Credential

export class Credentials {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Issues a credential. A retry after a lost answer returns the same credential, not a second one. */
  async issue(body: CredentialRequest, options?: CallOptions): Promise<Credential> {
    return shown(await this.#transport.call('POST /credentials', { body, options }))
  }

  /** Issues up to 1,000 credentials, all or none, in the given order. */
  async issueMany(credentials: CredentialRequest[], options?: CallOptions): Promise<Credential[]> {
    const answer = await this.#transport.call('POST /credentials/batch', { body: { credentials }, options })
    return answer.credentials as Credential[]
  }

  async get(id: number, options?: CallOptions): Promise<Credential> {
    return shown(await this.#transport.call('GET /credentials/{id}', { id, options }))
  }

  /** Returns the credential with its `etag`, for `ifMatch` of `update`. */
  async getTagged(id: number, options?: CallOptions): Promise<{ credential: Credential; etag: string }> {
    const { answer, etag } = await this.#transport.callTagged('GET /credentials/{id}', { id, options })
    return { credential: shown(answer), etag }
  }

  /** Returns one page, newest first. */
  async list(query: CredentialQuery = {}, options?: CallOptions): Promise<Page<ListedCredential>> {
    const answer = await this.#transport.call('GET /credentials', { query, options })
    return { items: answer.credentials as ListedCredential[], nextCursor: answer.next_cursor }
  }

  /** Iterates over all pages: `for await (const credential of client.credentials.all())`. */
  all(query: CredentialQuery = {}, options?: CallOptions): AsyncGenerator<ListedCredential, void, undefined> {
    return throughPages(query, (page) => this.list(page, options))
  }

  /** Extends the expiry; user name and password stay the same. */
  async renew(id: number, body: BodyOf<'POST /credentials/{id}/renovar'>, options?: CallOptions): Promise<Credential> {
    return shown(await this.#transport.call('POST /credentials/{id}/renovar', { id, body, options }))
  }

  /** Suspends the credential: the caster rejects it until it is resumed. The expiry does not change. */
  async suspend(id: number, options?: CallOptions): Promise<Credential> {
    const call = { id, options, repeatable: true }
    return shown(await this.#transport.call('POST /credentials/{id}/suspender', call))
  }

  async resume(id: number, options?: CallOptions): Promise<Credential> {
    const call = { id, options, repeatable: true }
    return shown(await this.#transport.call('POST /credentials/{id}/reanudar', call))
  }

  /** Changes the given fields; `null` clears a field. A `null` station means the whole network. */
  async update(id: number, body: BodyOf<'PATCH /credentials/{id}'>, options?: ChangeOptions): Promise<Credential> {
    const call = { id, body, options, repeatable: true }
    return shown(await this.#transport.call('PATCH /credentials/{id}', call))
  }

  /** Sets a new password. Sessions with the old password are closed. */
  async newPassword(id: number, options?: CallOptions): Promise<Credential> {
    return shown(await this.#transport.call('POST /credentials/{id}/password', { id, options }))
  }

  /** Mails the connection data to the customer again; `enviada_a` is the recipient. */
  mail(id: number, options?: CallOptions): Promise<AnswerOf<'POST /credentials/{id}/enviar'>> {
    return this.#transport.call('POST /credentials/{id}/enviar', { id, options })
  }

  /** Idempotent: repeating the call returns the same answer. */
  async revoke(id: number, options?: CallOptions): Promise<Credential> {
    return shown(await this.#transport.call('DELETE /credentials/{id}', { id, options }))
  }

  /** Revokes up to 1,000 credentials. Returns how many were revoked, and which were left unchanged. */
  revokeMany(ids: number[], options?: CallOptions): Promise<AnswerOf<'POST /credentials/revocar'>> {
    return this.#transport.call('POST /credentials/revocar', { body: { ids }, options, repeatable: true })
  }

  /** Returns a page of the credential's sessions, newest first. */
  async sessions(id: number, query: SessionQuery = {}, options?: CallOptions): Promise<Page<Session>> {
    const answer = await this.#transport.call('GET /credentials/{id}/sesiones', { id, query, options })
    return { items: answer.sesiones, nextCursor: answer.next_cursor }
  }

  allSessions(id: number, query: SessionQuery = {}, options?: CallOptions): AsyncGenerator<Session, void, undefined> {
    return throughPages(query, (page) => this.sessions(id, page, options))
  }

  /** Diagnoses why the customer cannot connect. */
  diagnose(id: number, options?: CallOptions): Promise<Diagnosis> {
    return this.#transport.call('GET /credentials/{id}/diagnostico', { id, options })
  }

  /** Expires a credential of a test token now. */
  async expire(id: number, options?: CallOptions): Promise<Credential> {
    const call = { id, options, repeatable: true }
    return shown(await this.#transport.call('POST /credentials/{id}/vencer', call))
  }
}
