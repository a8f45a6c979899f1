// Public incidents: one is open, one was resolved last week. An incident has one text for all readers, so the demo
// writes each note in both languages, one paragraph each.
import { type NoteWish, noteIncident, openIncident } from '../../actions/alerts/incidents/publish.ts'
import type { NetworkContext } from '../../actions/context.ts'
import type { Impact, Stage } from '../../domain/alerts/incidents/incident.ts'
import { DAY_MS, HOUR_MS } from '../../domain/time/units.ts'
import { OFTEN_DOWN, stationOf } from './stations.ts'

interface DemoIncident {
  readonly code: string
  readonly impact: Impact
  /** Oldest first. */
  readonly notes: readonly (readonly [agoMs: number, stage: Stage, es: string, en: string])[]
}

const INCIDENTS: readonly DemoIncident[] = [
  {
    code: 'OAXA',
    impact: 'maintenance',
    notes: [
      [
        6 * DAY_MS,
        'scheduled',
        'Cambiaremos la antena. La estación no dará datos durante una hora.',
        'We will replace the antenna. The station will send no data for one hour.',
      ],
      [6 * DAY_MS - 2 * HOUR_MS, 'resolved', 'La antena quedó instalada.', 'The new antenna is installed.'],
    ],
  },
  {
    code: OFTEN_DOWN,
    impact: 'degraded',
    notes: [
      [
        5 * HOUR_MS,
        'investigating',
        'La estación pierde la conexión varias veces por hora. Estamos revisando el enlace.',
        'The station loses its connection several times per hour. We are checking the link.',
      ],
      [
        2 * HOUR_MS,
        'identified',
        'La causa es el módem. Mañana instalaremos otro; mientras tanto, use la red o XALA.',
        'The modem is the cause. We will replace it tomorrow; until then, use the network or XALA.',
      ],
    ],
  },
]

export async function writeIncidents(context: NetworkContext, stationIds: ReadonlyMap<string, number>): Promise<void> {
  for (const { code, impact, notes } of INCIDENTS) {
    const [first, ...others] = notes.map(([agoMs, stage, es, en]) => {
      const note: NoteWish = { stage, text: `${es}\n${en}`, mail: false }
      return { at: { ...context, now: new Date(context.now.getTime() - agoMs) }, note }
    })
    const wanted = { title: stationOf(code).city, impact, stationIds: [stationIds.get(code)!] }
    const { id } = await openIncident(first!.at, wanted, first!.note)
    for (const { at, note } of others) await noteIncident(at, id, note)
  }
}
