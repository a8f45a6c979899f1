// Publishes incidents and their updates. Subscriber mails are queued in the same transaction.

import type { Incident } from '../../../domain/alerts/incidents/incident.ts'
import { wrong } from '../../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../../domain/codes/refusal.ts'
import * as store from '../../../store/alerts/incidents/rows.ts'
import { insertIncidentMails } from '../../../store/alerts/incidents/subscribers.ts'
import type { StationBook } from '../../../store/current/current.ts'
import type { Database } from '../../../store/kit/database.ts'
import { type ActionContext, record } from '../../context.ts'

export const incidentNotFound = () => new Refusal('incident_not_found')

export interface NoteWish extends store.NewNote {
  readonly mail: boolean
}

export function openIncident(
  context: ActionContext & { readonly book: StationBook },
  incident: store.NewIncident,
  note: NoteWish,
): Promise<Incident> {
  const unknown = incident.stationIds.findIndex((id) => !context.book.byId.has(id))
  if (unknown !== -1) throw invalid(wrong(['stationIds', unknown], 'unknown_station_id'))
  return context.db.transaction(async (tx) => {
    const id = await store.insertIncident(tx, incident, context.now)
    await write(tx, context, id, note)
    const { title, impact } = incident
    const stations = incident.stationIds.map((station) => context.book.byId.get(station)!.code)
    const details = { name: title, impact, stations, ...note }
    await record(tx, context, { action: 'incident.opened', subject: { kind: 'incident', id }, details })
    return (await store.findIncident(tx, id))!
  })
}

/** Adds an update. An update with the stage `resolved` ends the incident. */
export function noteIncident(context: ActionContext, id: number, note: NoteWish): Promise<Incident> {
  return context.db.transaction(async (tx) => {
    if (!(await store.lockIncident(tx, id))) throw incidentNotFound()
    await write(tx, context, id, note)
    const incident = (await store.findIncident(tx, id))!
    const details = { name: incident.title, ...note }
    await record(tx, context, { action: 'incident.noted', subject: { kind: 'incident', id }, details })
    return incident
  })
}

/** Deletes an incident published by mistake. Mails that were sent cannot be recalled. */
export function withdrawIncident(context: ActionContext, id: number): Promise<void> {
  return context.db.transaction(async (tx) => {
    const incident = (await store.lockIncident(tx, id)) ? await store.findIncident(tx, id) : null
    if (!incident) throw incidentNotFound()
    await store.deleteIncident(tx, id)
    const details = { name: incident.title, notes: incident.notes.map(({ text }) => text) }
    await record(tx, context, { action: 'incident.withdrawn', subject: { kind: 'incident', id }, details })
  })
}

async function write(tx: Database, { now }: ActionContext, id: number, { mail, ...note }: NoteWish): Promise<void> {
  const noteId = await store.insertNote(tx, id, note, now)
  if (mail) await insertIncidentMails(tx, id, noteId, now)
}
