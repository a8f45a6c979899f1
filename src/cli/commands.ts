import type { Commands } from './kit/declare.ts'

export const COMMANDS: Commands = {
  start: { summary: 'run the service', load: () => import('./running/start.ts') },
  demo: { summary: 'run a simulated network to try Vértice', load: () => import('./running/demo.ts') },
  service: { summary: 'install or remove the systemd service', load: () => import('./running/service.ts') },
  doctor: { summary: 'check the installation and suggest fixes', load: () => import('./doctor/doctor.ts') },
  admin: { summary: 'manage console users', load: () => import('./people/admin.ts') },
  token: { summary: 'create, list and revoke access tokens', load: () => import('./people/token.ts') },
  owner: { summary: 'manage organizations, their e-mail and quotas', load: () => import('./people/owner.ts') },
  station: {
    summary: 'manage stations, their status and their sources',
    load: () => import('./stations/station.ts'),
  },
  mountpoint: {
    summary: 'manage derived mountpoints: aliases, other formats, open access',
    load: () => import('./stations/mountpoint.ts'),
  },
  group: { summary: 'manage station groups for credentials', load: () => import('./stations/group.ts') },
  credential: {
    summary: 'issue, import, export and troubleshoot credentials',
    load: () => import('./credentials/credential.ts'),
  },
  session: { summary: 'list and end rover sessions', load: () => import('./credentials/session.ts') },
  node: { summary: 'list nodes and drain a caster', load: () => import('./running/node.ts') },
  network: { summary: 'show and change network settings', load: () => import('./network/network.ts') },
  upstream: {
    summary: "proxy another caster's mountpoints",
    load: () => import('./network/upstream.ts'),
  },
  forward: {
    summary: "forward stations' streams to other casters and radios",
    load: () => import('./stations/forward.ts'),
  },
  webhook: {
    summary: 'inspect and resend deliveries, rotate secrets, forward events to this machine',
    load: () => import('./operations/webhook.ts'),
  },
  mail: { summary: 'send a test e-mail, inspect the outbox', load: () => import('./operations/mail.ts') },
  alerts: {
    summary: 'list and acknowledge alerts, set who receives them',
    load: () => import('./network/alerts.ts'),
  },
  channel: {
    summary: "send alerts to the network's Slack, Teams and Discord channels",
    load: () => import('./network/channel.ts'),
  },
  archive: {
    summary: 'show, limit, verify and delete recorded data',
    load: () => import('./archive/archive.ts'),
  },
  integrity: {
    summary: 'check whether stations have moved, from recorded data',
    load: () => import('./integrity/integrity.ts'),
  },
  customer: { summary: "erase a customer's data", load: () => import('./people/customer.ts') },
  audit: {
    summary: 'verify and export the audit log',
    load: () => import('./operations/audit.ts'),
  },
  keys: { summary: 'create and rotate encryption keys', load: () => import('./operations/keys.ts') },
  backup: {
    summary: 'write a verified backup to one file',
    load: () => import('./operations/backup.ts'),
  },
  restore: { summary: 'restore a backup', load: () => import('./operations/restore.ts') },
  upgrade: {
    summary: 'check whether the database is ready for this release',
    load: () => import('./operations/upgrade.ts'),
  },
  migrate: { summary: 'migrate the database to this release', load: () => import('./operations/migrate.ts') },
  completion: {
    summary: 'print shell completion for commands and options',
    load: async () => ({ command: (await import('./completion/completion.ts')).completionOf(COMMANDS) }),
  },
}
