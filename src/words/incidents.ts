import type { Impact, Stage } from '../domain/alerts/incidents/incident.ts'

export interface IncidentWords {
  readonly stages: Readonly<Record<Stage, string>>
  readonly impacts: Readonly<Record<Impact, string>>
  readonly wholeNetwork: string
}

export const incidentsEs: IncidentWords = {
  stages: {
    scheduled: 'Programado',
    investigating: 'En investigación',
    identified: 'Causa identificada',
    monitoring: 'En observación',
    resolved: 'Resuelto',
  },
  impacts: { degraded: 'Servicio degradado', outage: 'Interrupción', maintenance: 'Mantenimiento' },
  wholeNetwork: 'Toda la red',
}

export const incidentsEn: IncidentWords = {
  stages: {
    scheduled: 'Scheduled',
    investigating: 'Investigating',
    identified: 'Identified',
    monitoring: 'Monitoring',
    resolved: 'Resolved',
  },
  impacts: { degraded: 'Degraded service', outage: 'Outage', maintenance: 'Maintenance' },
  wholeNetwork: 'The whole network',
}
