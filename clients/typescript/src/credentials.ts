import { type Page, throughPages } from './paging.ts'
import type { Credential, CredentialRequest, ListedCredential } from './schema.ts'
import type { AnswerOf, BodyOf, CallOptions, QueryOf, Transport } from './transport.ts'

export type CredentialQuery = QueryOf<'GET /credentials'>
export type SessionQuery = QueryOf<'GET /credentials/{id}/sesiones'>
export type Session = AnswerOf<'GET /credentials/{id}/sesiones'>['sesiones'][number]
export type Diagnosis = AnswerOf<'GET /credentials/{id}/diagnostico'>

export class Credentials {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Issues one. A repetition after a lost answer gives the same credential, not a second one. */
  async issue(body: CredentialRequest, options?: CallOptions): Promise<Credential> {
    return (await this.#transport.call('POST /credentials', { body, options })).credential
  }

  /** Issues up to 1,000, all or none, in the order given. */
  async issueMany(credentials: CredentialRequest[], options?: CallOptions): Promise<Credential[]> {
    return (await this.#transport.call('POST /credentials/batch', { body: { credentials }, options })).credentials
  }

  async get(id: number, options?: CallOptions): Promise<Credential> {
    return (await this.#transport.call('GET /credentials/{id}', { id, options })).credential
  }

  /** One page, newest first. */
  async list(query: CredentialQuery = {}, options?: CallOptions): Promise<Page<ListedCredential>> {
    const answer = await this.#transport.call('GET /credentials', { query, options })
    return { items: answer.credentials, nextCursor: answer.next_cursor }
  }

  /** All of them, page by page: `for await (const credential of client.credentials.all())`. */
  all(query: CredentialQuery = {}, options?: CallOptions): AsyncGenerator<ListedCredential, void, undefined> {
    return throughPages(query, (page) => this.list(page, options))
  }

  /** Same user and password, later expiry. */
  async renew(id: number, body: BodyOf<'POST /credentials/{id}/renovar'>, options?: CallOptions): Promise<Credential> {
    return (await this.#transport.call('POST /credentials/{id}/renovar', { id, body, options })).credential
  }

  /** The caster rejects the credential until it is resumed. Its expiry does not move. */
  async suspend(id: number, options?: CallOptions): Promise<Credential> {
    const call = { id, options, repeatable: true }
    return (await this.#transport.call('POST /credentials/{id}/suspender', call)).credential
  }

  async resume(id: number, options?: CallOptions): Promise<Credential> {
    const call = { id, options, repeatable: true }
    return (await this.#transport.call('POST /credentials/{id}/reanudar', call)).credential
  }

  /** Changes what is given; null empties a field, and a station that is null means the network. */
  async update(id: number, body: BodyOf<'PATCH /credentials/{id}'>, options?: CallOptions): Promise<Credential> {
    const call = { id, body, options, repeatable: true }
    return (await this.#transport.call('PATCH /credentials/{id}', call)).credential
  }

  /** Sets a new password. Sessions with the old password are closed. */
  async newPassword(id: number, options?: CallOptions): Promise<Credential> {
    return (await this.#transport.call('POST /credentials/{id}/password', { id, options })).credential
  }

  /** Mails the connection data to the customer again; `enviada_a` tells to which address. */
  mail(id: number, options?: CallOptions): Promise<AnswerOf<'POST /credentials/{id}/enviar'>> {
    return this.#transport.call('POST /credentials/{id}/enviar', { id, options })
  }

  /** Again: the same answer. */
  async revoke(id: number, options?: CallOptions): Promise<Credential> {
    return (await this.#transport.call('DELETE /credentials/{id}', { id, options })).credential
  }

  /** Up to 1,000 at once: how many were revoked, and which stay as they were. */
  revokeMany(ids: number[], options?: CallOptions): Promise<AnswerOf<'POST /credentials/revocar'>> {
    return this.#transport.call('POST /credentials/revocar', { body: { ids }, options, repeatable: true })
  }

  /** A page of its connections to the caster, newest first. */
  async sessions(id: number, query: SessionQuery = {}, options?: CallOptions): Promise<Page<Session>> {
    const answer = await this.#transport.call('GET /credentials/{id}/sesiones', { id, query, options })
    return { items: answer.sesiones, nextCursor: answer.next_cursor }
  }

  allSessions(id: number, query: SessionQuery = {}, options?: CallOptions): AsyncGenerator<Session, void, undefined> {
    return throughPages(query, (page) => this.sessions(id, page, options))
  }

  /** Why the customer cannot connect, or that they can. */
  diagnose(id: number, options?: CallOptions): Promise<Diagnosis> {
    return this.#transport.call('GET /credentials/{id}/diagnostico', { id, options })
  }

  /** Ends one of a test token now, as if its time had passed. */
  async expire(id: number, options?: CallOptions): Promise<Credential> {
    const call = { id, options, repeatable: true }
    return (await this.#transport.call('POST /credentials/{id}/vencer', call)).credential
  }
}
