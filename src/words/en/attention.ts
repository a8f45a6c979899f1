import type { AttentionWords } from '../attention.ts'

const because = (failure: string | null) => (failure === null ? '.' : `: ${failure}`)

export const attention: AttentionWords = {
  kinds: {
    no_caster: () => 'No caster is running. Rovers and stations cannot connect.',
    no_stations: () => 'The network has no stations yet. Add the first one.',
    caster_away: (name) => `The external caster ${name} is not responding. Its mountpoints send no data.`,
    upstream_silent: (name) => `The VRS engine behind ${name} is not responding. Rovers receive the nearest base.`,
    station_never_measured: (name) => `${name} has never sent data.`,
    webhook_deactivated: (name) => `The webhook at ${name} was deactivated after too many failures.`,
    webhook_failing: (name) => `The webhook at ${name} is failing.`,
    clock_skewed: (name) => `The clock of ${name} differs from the database. Check its time synchronization (NTP).`,
    node_lost: (name) => `The process ${name} stopped responding and has not restarted.`,
    disk_full: ({ machine, path }, percent, free, least) =>
      `The disk of ${machine} (${path}) is nearly full: ${percent} % free (${free}), minimum ${least} %.`,
    certificate_ending: ({ machine, path }, days) =>
      days < 0
        ? `The certificate ${path} of ${machine} has expired. Devices that use TLS reject it.`
        : `The certificate ${path} of ${machine} expires ${days === 0 ? 'within a day' : days === 1 ? 'in 1 day' : `in ${days} days`}. Renew it.`,
    station_certificate_ending: (code, days) =>
      days < 0
        ? `The client certificate of ${code} has expired. The station is rejected.`
        : `The client certificate of ${code} expires ${days === 0 ? 'within a day' : days === 1 ? 'in 1 day' : `in ${days} days`}. Register the next one.`,
    antenna_changed: (code, announced, recorded) =>
      `The stream of ${code} announces another antenna: ${announced}${recorded === null ? '' : ` instead of ${recorded}`}. Confirm or reject it.`,
    quality_bad: (code, found) => `The data of ${code} is bad. ${found}.`,
    quality_event: (count, stations, found) =>
      `The data of ${count} stations became bad together: ${stations}. ${found}. Look for a common cause first.`,
    interference: (band, dropDb, stations) =>
      `Possible interference on ${band}: most satellites fell by ${dropDb} dB at the same time at ${stations}. Look for a transmitter or jammer nearby.`,
    job_failing: ({ machine, path }) => `A background job on ${machine} keeps failing (${path}). See the log.`,
    backup_overdue: (hours, failure) =>
      (hours === null ? 'There is no daily backup' : `The latest backup is ${hours} hours old`) +
      (failure === null ? '.' : `; the last attempt failed: ${failure}`),
    recording_paused: ({ machine, path }, free, least) =>
      `Recording is paused on ${machine}: the disk of ${path} has only ${free} free, and ${least} must stay free. Free space or shorten the archive.`,
    archive_short: (kind, keptDays, promisedDays) =>
      `The archive keeps only ${keptDays} of the promised ${promisedDays} days of ${kind === 'raw' ? 'recorded data' : 'daily files'}: its limit in bytes is too small. Raise the limit or promise fewer days.`,
    deliveries_late: (count) =>
      `Webhooks are not being sent: ${count === 1 ? '1 delivery is' : `${count} deliveries are`} overdue. Check that a worker is running.`,
    mails_late: (count) =>
      `E-mail is not being sent: ${count === 1 ? '1 message is' : `${count} messages are`} overdue. Check that a worker is running and a mail server is configured.`,
    mails_failed: (count, failure) =>
      (count === 1 ? '1 e-mail could not be sent' : `${count} e-mails could not be sent`) + because(failure),
    mails_waiting: (count, failure) =>
      `E-mail is delayed: ${count === 1 ? '1 message is' : `${count} messages are`} waiting for a retry${because(failure)}`,
  },
}
