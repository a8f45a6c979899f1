import type { Commands } from './kit/declare.ts'

export const COMMANDS: Commands = {
  start: { summary: 'run the service', load: () => import('./running/start.ts') },
  demo: { summary: 'run a whole simulated network to look at', load: () => import('./running/demo.ts') },
  service: { summary: 'install and remove it as a service of systemd', load: () => import('./running/service.ts') },
  doctor: { summary: 'look for what is wrong, and say what to do', load: () => import('./doctor/doctor.ts') },
  admin: { summary: 'let people into the administration area, and back in', load: () => import('./people/admin.ts') },
  token: { summary: 'create, list and revoke access tokens', load: () => import('./people/token.ts') },
  owner: { summary: 'create and list owners, their e-mail and quotas', load: () => import('./people/owner.ts') },
  station: {
    summary: 'add, import, list, archive stations, their status and their source',
    load: () => import('./stations/station.ts'),
  },
  mountpoint: {
    summary: 'make further mountpoints of a station: other names, other forms, open ones',
    load: () => import('./stations/mountpoint.ts'),
  },
  group: { summary: 'put stations into groups that credentials can open', load: () => import('./stations/group.ts') },
  credential: {
    summary: 'issue one by hand, bring many over from files or another caster, and say why one cannot connect',
    load: () => import('./credentials/credential.ts'),
  },
  session: { summary: 'list and end the sessions of rovers', load: () => import('./credentials/session.ts') },
  node: { summary: 'list the processes of all machines, and empty a caster', load: () => import('./running/node.ts') },
  network: { summary: 'show and set what describes the network', load: () => import('./network/network.ts') },
  upstream: {
    summary: 'stand before another caster, whose mountpoints are offered here',
    load: () => import('./network/upstream.ts'),
  },
  webhook: {
    summary: 'look into deliveries, send again, rotate secrets, forward events to this machine',
    load: () => import('./operations/webhook.ts'),
  },
  mail: { summary: 'send a test mail, look into the outbox', load: () => import('./operations/mail.ts') },
  alerts: {
    summary: 'list and acknowledge alerts, and say who is told of them',
    load: () => import('./network/alerts.ts'),
  },
  customer: { summary: 'erase what is held of a customer', load: () => import('./people/customer.ts') },
  audit: {
    summary: 'hold the audit log against its seals, print these, export the log',
    load: () => import('./operations/audit.ts'),
  },
  keys: { summary: 'make encryption keys and move secrets to a new one', load: () => import('./operations/keys.ts') },
  backup: {
    summary: 'put everything into one file, and try that it can be restored',
    load: () => import('./operations/backup.ts'),
  },
  restore: { summary: 'bring back what a backup holds', load: () => import('./operations/restore.ts') },
  upgrade: {
    summary: 'say whether the database is ready for this release',
    load: () => import('./operations/upgrade.ts'),
  },
  migrate: { summary: 'bring the database up to this release', load: () => import('./operations/migrate.ts') },
  completion: {
    summary: 'let the shell complete commands and options',
    load: async () => ({ command: (await import('./completion/completion.ts')).completionOf(COMMANDS) }),
  },
}
