import type { ScheduledWords } from '../access.ts'

export const scheduled: ScheduledWords = {
  state: 'Scheduled',
  counted: () => 'scheduled',
  verdict: 'Not active yet',
  finding: (at) => `It is not active yet: it starts on ${at}.`,
  reason: {
    screen: 'This credential is not active yet.',
    short: 'Not started yet',
    because: () => 'it had not started yet',
  },
  customer: {
    means: 'You can connect from the start time.',
    advice: { why: () => 'This access has not started yet.', fix: 'Connect after the start time.' },
  },
}
