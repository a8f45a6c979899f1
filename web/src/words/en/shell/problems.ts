import type { es } from '../../es/shell/problems.ts'

export const en: typeof es = {
  title: 'Something went wrong',
  again: 'Try again',
  unknown: (detail) => `The service returned: ${detail}`,
  failed: {
    title: 'This part of the page couldn’t be displayed',
    text: 'Everything else still works. Reload the page. If it happens again, send the error code to your administrator, who can find it in the log.',
    missingTitle: 'Part of the page didn’t load',
    missing:
      'The service may have been upgraded, or the connection was lost. Copy any unsaved text, then reload the page.',
    id: 'Error code:',
    reload: 'Reload the page',
    again: 'Try again',
  },
  unreachable: 'The service isn’t responding. Check your connection. Your changes are still on this page.',
}
