import type { es } from '../../es/people/tokens.ts'

export const en: typeof es = {
  title: 'Access tokens',
  hint: 'With a token, a program uses the API on behalf of an organization.',
  create: 'Create token',
  empty: 'There are no tokens yet.',
  emptyFiltered: 'No token matches the filters.',
  name: 'Name',
  nameHint: 'Which program will use it, such as “Sales ERP”.',
  scopes: 'Scopes',
  scope: {
    read: [
      'read',
      'See the stations and all credentials of the organization, with their passwords and their customers’ links. Also see, register and deactivate webhooks.',
    ],
    provision: [
      'provision',
      'Issue credentials, up to a thousand a request, and mail them to customers. The answer holds their passwords.',
    ],
    revoke: ['revoke', 'Revoke credentials: their rovers are disconnected. The answer holds the password.'],
    webhooks: ['webhooks', 'Only webhooks: see, register, change and deactivate them, and send events again.'],
    import: [
      'import',
      'Together with “provision”: choose the username and password of new credentials, to move customers from another caster.',
    ],
  },
  limits: 'Limits',
  limitsHint: 'They take from the token what its scopes include and its program does not need.',
  limit: {
    no_passwords: ['No passwords', 'No answer holds passwords or customers’ links.'],
    no_webhooks: ['No webhooks', 'It cannot see or change webhooks, although “read” includes them.'],
  },
  noLimits: 'none',
  mode: 'Mode',
  test: 'Test token',
  testHint:
    'For building against the API: its credentials and orders are marked as tests, give no access, are not mailed or billed, and only test tokens see them.',
  expiry: 'Expiry',
  expiries: {
    never: 'Never expires',
    '30': 'In 30 days',
    '90': 'In 90 days',
    '365': 'In a year',
    date: 'On a date…',
  },
  expiryDate: 'Last day (Mexico City time)',
  expires: 'Expires',
  neverExpires: 'never',
  lastUsed: 'Last used',
  neverUsed: 'not used yet',
  revokedAt: 'Revoked',
  states: { valid: 'Valid', expired: 'Expired', revoked: 'Revoked' },
  secretTitle: (name) => `Token “${name}”`,
  tryIt: 'Try it in a terminal:',
  revoke: 'Revoke token',
  revokeTitle: (name) => `Revoke “${name}”?`,
  revokeConsequence: (owner) =>
    `From this moment on the API refuses (401) whatever comes with this token on behalf of ${owner}. Credentials issued so far stay as they are. It cannot be undone.`,
  usedRecently: 'Last used:',
  revoked: (name) => `“${name}” is revoked.`,
}
