import type { es } from '../es/problems.ts'

export const en: typeof es = {
  title: 'This did not work',
  again: 'Try again',
  unknown: (detail) => `The service answered: ${detail}`,
  unreachable: 'The service does not answer. Check your connection; what you typed is still here.',
}
