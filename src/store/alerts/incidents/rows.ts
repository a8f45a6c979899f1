import type { Impact, Incident, IncidentNote, Stage } from '../../../domain/alerts/incidents/incident.ts'
import { type Database, first, only, statement } from '../../kit/database.ts'
import { Listing, type PageRequest } from '../../kit/listing.ts'

interface NotesRow {
  readonly notes: readonly (Omit<IncidentNote, 'createdAt'> & { readonly createdAt: string })[]
}
type Row = Omit<Incident, 'notes'> & NotesRow

const SELECT = `select incidents.id, title, impact, to_json(station_ids) as "stationIds", incidents.created_at as "createdAt",
    (select json_agg(json_build_object('id', incident_notes.id, 'stage', stage, 'text', text, 'createdAt', incident_notes.created_at) order by incident_notes.id)
      from incident_notes where incident_id = incidents.id) as notes
  from incidents`

const toIncident = ({ notes, ...row }: Row): Incident => ({
  ...row,
  notes: notes.map(({ createdAt, ...note }) => ({ ...note, createdAt: new Date(createdAt) })),
})

export async function listIncidents(db: Database, page: PageRequest): Promise<Incident[]> {
  const list = new Listing()
  return (await db.query<Row>(list.page('incidents-page', SELECT, 'incidents.id', page), list.values)).map(toIncident)
}

export async function findIncident(db: Database, id: number): Promise<Incident | null> {
  const row = await first<Row>(db, statement('incident', `${SELECT} where incidents.id = $1`), [id])
  return row && toIncident(row)
}

/** Returns unresolved incidents and those resolved after `endedSince`, newest first. */
export async function listPublishedIncidents(db: Database, endedSince: Date, most: number): Promise<Incident[]> {
  const rows = await db.query<Row>(
    statement(
      'incidents-told',
      `${SELECT} join lateral (select stage, created_at from incident_notes where incident_id = incidents.id order by incident_notes.id desc limit 1) as last on true
        where last.stage <> 'resolved' or last.created_at > $1 order by incidents.id desc limit $2`,
    ),
    [endedSince, most],
  )
  return rows.map(toIncident)
}

export interface NewIncident {
  readonly title: string
  readonly impact: Impact
  readonly stationIds: readonly number[]
}

export async function insertIncident(db: Database, { title, impact, stationIds }: NewIncident, now: Date) {
  const insert = 'insert into incidents (title, impact, station_ids, created_at) values ($1, $2, $3, $4) returning id'
  const row = await only<{ id: number }>(db, statement('incident-insert', insert), [title, impact, stationIds, now])
  return row.id
}

export interface NewNote {
  readonly stage: Stage
  readonly text: string
}

export async function insertNote(db: Database, incidentId: number, { stage, text }: NewNote, now: Date) {
  const insert =
    'insert into incident_notes (incident_id, stage, text, created_at) values ($1, $2, $3, $4) returning id'
  return (await only<{ id: number }>(db, statement('incident-note-insert', insert), [incidentId, stage, text, now])).id
}

export const deleteIncident = (db: Database, id: number) =>
  db.query(statement('incident-delete', 'delete from incidents where id = $1'), [id])

/** Serialises concurrent changes of an incident. Returns false if the incident does not exist. */
export const lockIncident = async (db: Database, id: number): Promise<boolean> =>
  (await first(db, statement('incident-lock', 'select id from incidents where id = $1 for update'), [id])) !== null
