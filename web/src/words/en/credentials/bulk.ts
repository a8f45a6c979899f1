import type { es } from '../../es/credentials/bulk.ts'

const credentials = (count: string) => (count === '1' ? '1 credential' : `${count} credentials`)
const cut = (rovers: number) =>
  rovers === 0
    ? 'Nobody is connected with them now.'
    : `Cuts ${rovers === 1 ? '1 connected rover' : `${rovers} connected rovers`} now.`

export const en: typeof es = {
  actions: 'Actions',
  actionsOf: (name) => `Actions of ${name}`,
  credentials,
  kinds: {
    issue: 'Issue',
    renew: 'Renew',
    suspend: 'Suspend',
    resume: 'Resume',
    change: 'Change details',
    revoke: 'Revoke',
  },
  selectedMany: (count) => `${count} selected`,
  moreThan: (count) => `more than ${count}`,
  allMatch: 'Select all that match',
  counting: 'Counting those that match…',
  allSelected: (count) => (count === '1' ? 'The only match is selected' : `All ${count} that match are selected`),
  allWithFilters: 'Includes those that are not shown on this page.',
  clear: 'Clear selection',
  titles: {
    renew: (what) => `Renew ${what}`,
    suspend: (what) => `Suspend ${what}`,
    resume: (what) => `Resume ${what}`,
    change: (what) => `Change ${what}`,
    revoke: (what) => `Revoke ${what}`,
  },
  consequences: {
    renew:
      'They keep their user and password. The days are added to the expiry of each or, if it has passed, counted from now.',
    resume: 'They give access again at once, if they are still valid.',
    change: 'What you leave unticked stays as it is.',
    suspend: (rovers) => `${cut(rovers)} They give no access until they are resumed; their time goes on.`,
    revoke: (rovers) => `${cut(rovers)} They stop giving access at once, and this cannot be undone.`,
  },
  stationCuts: (rovers) =>
    rovers === 0
      ? 'Changing the access cuts connected rovers.'
      : `Changing the access cuts ${rovers === 1 ? '1 connected rover' : `${rovers} connected rovers`} now.`,
  others: (count) =>
    count === 1
      ? '1 has expired or was revoked and stays as it is.'
      : `${count} have expired or were revoked and stay as they are.`,
  setLabel: 'Change the label',
  newLabel: 'New label',
  newLabelHint: 'Leave it empty to remove it.',
  setAccess: 'Change the access',
  newAccess: 'New access',
  changeTitle: (user) => `Change the details of ${user}`,
  changed: (user) => `The details of ${user} were changed.`,
  until: (day) => `It will expire on ${day}, Mexico City time.`,
  save: 'Save changes',

  pairs: {
    title: 'Reference and metadata',
    none: 'none',
    count: (count) => (count === 1 ? '1 item' : `${count} items`),
    hint: 'For your own systems: shown here, in the API and in CSV files. The customer does not see them.',
    reference: 'Reference',
    referenceHint: 'Such as the number of your order. It must be unique among the credentials of the organization.',
    noReference: 'A reference is unique: several credentials cannot be issued with the same one.',
    metadata: 'Metadata',
    name: 'Name',
    value: 'Value',
    add: 'Add an item',
    remove: (name) => (name ? `Remove ${name}` : 'Remove this item'),
  },

  quantity: 'Quantity',
  quantityHint: 'Up to 1,000 alike, each with its own user and password.',
  issueMany: (count) => `Issue ${count}`,
  sentenceMany: (count) => `${count} credentials alike.`,

  job: {
    titles: {
      issue: (count) => `Issue of ${credentials(count)}`,
      renew: (count) => `Renewal of ${credentials(count)}`,
      suspend: (count) => `Suspension of ${credentials(count)}`,
      resume: (count) => `Resumption of ${credentials(count)}`,
      change: (count) => `Change of ${credentials(count)}`,
      revoke: (count) => `Revocation of ${credentials(count)}`,
    },
    gathering: (found) => `Gathering those that match: ${found} so far`,
    progress: (done, total) => `${done} of ${total}`,
    done: 'Done',
    failed: 'Unchanged',
    failures: 'Those that could not be changed, and why',
    leave: 'You can leave this page: the job goes on, and you will find it here.',
    running: (what, progress) => `${what}: ${progress}`,
    finished: (what, failed) =>
      failed === 0 ? `${what}: finished.` : `${what}: finished; ${failed === 1 ? '1 failed' : `${failed} failed`}.`,
    stopped: (what) => `${what}: stopped.`,
    see: 'See details',
    seeFailed: 'See what failed',
    close: 'Close notice',
    stopTitle: 'Stop the job',
    stopConsequence: 'What was done stays done; the rest stays as it is.',
    all: 'Recent jobs',
    what: 'Job',
    everyOwner: 'several',
    handOver:
      'The CSV with passwords has the user, the password, the customer’s page and the PDF sheet of each credential.',
    back: 'Back to credentials',
  },

  expiring: { '7': 'Expires in 7 days', '30': 'Expires in 30 days' },
}
