import type { es } from '../../es/shell/problems.ts'

export const en: typeof es = {
  title: 'This did not work',
  again: 'Try again',
  unknown: (detail) => `The service answered: ${detail}`,
  failed: {
    title: 'This part of the page failed',
    text: 'Everything else still works. Reload the page; if it happens again, give the error code to whoever runs the service: it is in the log.',
    missingTitle: 'Part of the page is missing',
    missing:
      'The service may have been upgraded, or the connection was lost. Reload the page; first copy anything you have typed and want to keep.',
    id: 'Error code:',
    reload: 'Reload the page',
    again: 'Try again',
  },
  unreachable: 'The service does not answer. Check your connection; what you typed is still here.',
}
