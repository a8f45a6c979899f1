import type { AttentionWords } from '../attention.ts'

const because = (failure: string | null) => (failure === null ? '.' : `: ${failure}`)

export const attention: AttentionWords = {
  kinds: {
    no_caster: () => 'No caster is running: nobody can connect, and nothing is measured.',
    no_stations: () => 'The network has no stations yet: add the first one.',
    caster_away: (name) => `The upstream caster ${name} does not answer: its mountpoints give no data.`,
    upstream_silent: (name) => `The VRS engine behind ${name} does not answer: rovers get the nearest base meanwhile.`,
    station_never_measured: (name) => `${name} has never sent data.`,
    webhook_deactivated: (name) => `The webhook at ${name} was deactivated after too many failures.`,
    webhook_failing: (name) => `The webhook at ${name} is failing.`,
    clock_skewed: (name) => `The clock of ${name} differs from the database's: set its time right (NTP).`,
    node_lost: (name) => `The process ${name} stopped answering, and nobody has started it again.`,
    disk_full: ({ machine, path }, percent, free, least) =>
      `The disk of ${machine} (${path}) is nearly full: ${percent}% is free (${free}); minimum ${least}%.`,
    certificate_ending: ({ machine, path }, days) =>
      days < 0
        ? `The certificate ${path} of ${machine} has expired: devices that connect with TLS refuse it.`
        : `The certificate ${path} of ${machine} expires ${days === 0 ? 'within a day' : days === 1 ? 'in 1 day' : `in ${days} days`}: renew it.`,
    station_certificate_ending: (code, days) =>
      days < 0
        ? `The client certificate of ${code} has expired: the station is not let in with it.`
        : `The client certificate of ${code} expires ${days === 0 ? 'within a day' : days === 1 ? 'in 1 day' : `in ${days} days`}: register the next one.`,
    job_failing: ({ machine, path }) => `A background job of ${machine} keeps failing (${path}): its log says why.`,
    backup_overdue: (hours, failure) =>
      (hours === null ? 'There is no daily backup' : `The newest backup is ${hours} hours old`) +
      (failure === null ? '.' : `; the last attempt failed: ${failure}`),
    deliveries_late: (count) =>
      `Webhooks are not being sent: ${count === 1 ? '1 delivery waits' : `${count} deliveries wait`} although the receivers answer. Check that a worker is running.`,
    mails_late: (count) =>
      `E-mail is not being sent: ${count === 1 ? '1 message waits' : `${count} messages wait`} and nobody tries. Check that a worker is running and that a mail server is set.`,
    mails_failed: (count, failure) =>
      (count === 1 ? '1 e-mail could not be sent' : `${count} e-mails could not be sent`) + because(failure),
    mails_waiting: (count, failure) =>
      `Mail does not go out: ${count === 1 ? '1 message waits' : `${count} messages wait`} for another attempt${because(failure)}`,
  },
}
