import type { ScheduledWords } from '../access.ts'

export const scheduled: ScheduledWords = {
  state: 'Programada',
  counted: (count) => (count === 1 ? 'programada' : 'programadas'),
  verdict: 'Aún no está vigente',
  finding: (at) => `Todavía no está vigente: inicia el ${at}.`,
  reason: {
    screen: 'Esta credencial aún no está vigente.',
    short: 'Aún no estaba vigente',
    because: () => 'aún no estaba vigente',
  },
  customer: {
    means: 'Podrá conectarse a partir de la hora de inicio.',
    advice: { why: () => 'Este acceso aún no empieza.', fix: 'Conéctese a partir de la hora de inicio.' },
  },
}
