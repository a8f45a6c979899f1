import type { es } from '../../es/credentials/bulk.ts'

const credentials = (count: string) => (count === '1' ? '1 credential' : `${count} credentials`)
const cut = (rovers: number) =>
  rovers === 0 ? 'No rovers are connected.' : `Disconnects ${rovers === 1 ? '1 rover' : `${rovers} rovers`} now.`

export const en: typeof es = {
  actions: 'Actions',
  actionsOf: (name) => `Actions for ${name}`,
  credentials,
  kinds: {
    issue: 'Issue',
    renew: 'Renew',
    suspend: 'Suspend',
    resume: 'Resume',
    change: 'Edit details',
    revoke: 'Revoke',
  },
  selectedMany: (count) => `${count} selected`,
  moreThan: (count) => `more than ${count}`,
  allMatch: 'Select all matches',
  counting: 'Counting matches…',
  allSelected: (count) => (count === '1' ? 'The only match is selected' : `All ${count} matches are selected`),
  allWithFilters: 'Includes credentials not shown on this page.',
  clear: 'Clear selection',
  titles: {
    renew: (what) => `Renew ${what}`,
    suspend: (what) => `Suspend ${what}`,
    resume: (what) => `Resume ${what}`,
    change: (what) => `Edit ${what}`,
    revoke: (what) => `Revoke ${what}`,
  },
  consequences: {
    renew:
      'Usernames and passwords don’t change. The days are added to each expiry date or, if it has passed, counted from now.',
    resume: 'They can connect again immediately if they haven’t expired.',
    change: 'Fields you don’t select stay unchanged.',
    suspend: (rovers) => `${cut(rovers)} They can’t connect until resumed. The expiry dates don’t change.`,
    revoke: (rovers) => `${cut(rovers)} They stop working immediately. This can’t be undone.`,
  },
  stationCuts: (rovers) =>
    rovers === 0
      ? 'Changing the access disconnects connected rovers.'
      : `Changing the access disconnects ${rovers === 1 ? '1 rover' : `${rovers} rovers`} now.`,
  skipped: (count) => (count === '1' ? '1 credential will be skipped' : `${count} credentials will be skipped`),
  skippedWhy: { revoked: 'revoked', expired: 'expired', suspended: 'already suspended', running: 'not suspended' },
  setLabel: 'Change the label',
  newLabel: 'New label',
  newLabelHint: 'Leave empty to remove the label.',
  setAccess: 'Change the access',
  newAccess: 'New access',
  changeTitle: (user) => `Edit ${user}`,
  changed: (user) => `${user} saved.`,
  until: (day) => `It will expire on ${day}, Mexico City time.`,
  save: 'Save changes',

  pairs: {
    title: 'Reference and metadata',
    none: 'none',
    count: (count) => (count === 1 ? '1 item' : `${count} items`),
    hint: 'For your own systems. Shown here, in the API and in CSV files, but not to the customer.',
    reference: 'Reference',
    referenceHint: 'For example, your order number. Must be unique within the organization.',
    noReference: 'A reference must be unique, so it can’t be set when issuing several credentials.',
    metadata: 'Metadata',
    name: 'Name',
    value: 'Value',
    add: 'Add an item',
    remove: (name) => (name ? `Remove ${name}` : 'Remove this item'),
  },

  quantity: 'Quantity',
  quantityHint: 'Up to 1,000, each with its own username and password.',
  issueMany: (count) => `Issue ${count}`,
  sentenceMany: (count) => `${count} identical credentials.`,

  job: {
    titles: {
      issue: (count) => `Issue ${credentials(count)}`,
      renew: (count) => `Renew ${credentials(count)}`,
      suspend: (count) => `Suspend ${credentials(count)}`,
      resume: (count) => `Resume ${credentials(count)}`,
      change: (count) => `Edit ${credentials(count)}`,
      revoke: (count) => `Revoke ${credentials(count)}`,
    },
    gathering: (found) => `Finding matches: ${found} so far`,
    progress: (done, total) => `${done} of ${total}`,
    done: 'Done',
    failed: 'Unchanged',
    failures: 'Failed credentials',
    leave: 'You can leave this page. The job keeps running, and you can come back to it here.',
    running: (what, progress) => `${what}: ${progress}`,
    finished: (what, failed) =>
      failed === 0 ? `${what}: finished.` : `${what}: finished; ${failed === 1 ? '1 failed' : `${failed} failed`}.`,
    stopped: (what) => `${what}: stopped.`,
    see: 'View details',
    seeFailed: 'View failures',
    close: 'Dismiss',
    stopTitle: 'Stop job',
    stopConsequence: 'Changes already made are kept. The rest won’t be changed.',
    title: 'Jobs',
    hint: 'Bulk changes and imports of the last 30 days, with their results.',
    empty: 'No jobs yet. They appear here when you issue or change several credentials.',
    finishedAt: 'Finished',
    all: 'Recent jobs',
    what: 'Job',
    everyOwner: 'several',
    handOver: 'The CSV with passwords contains the username, password, customer page and PDF link of each credential.',
    back: 'Back to credentials',
  },

  expiring: { '7': 'Expires within 7 days', '30': 'Expires within 30 days' },
}
