import type { es } from '../../es/network/first-steps.ts'

export const en: typeof es = {
  title: 'First steps',
  progress: (done, total) => `${done} of ${total} done`,
  steps: {
    name: {
      title: 'Give your network a name',
      hint: 'Your customers see it on public pages, in e-mails and on their PDF sheet. You can also upload a logo.',
      action: 'Go to Settings',
    },
    casterAddress: {
      title: 'Set the caster’s public address',
      hint: 'Your customers enter this address in their receivers. The current one doesn’t work from the internet.',
      action: 'Set the address',
    },
    webAddress: {
      title: 'Set the public web address',
      hint: 'Links that your customers receive start with it. The current one doesn’t work from the internet.',
      action: 'See how',
    },
    owner: {
      title: 'Create the first organization',
      hint: 'Every credential belongs to an organization: yours or a reseller’s.',
      action: 'Create organization',
    },
    station: {
      title: 'Add a station',
      hint: 'You only need its code and name; the position is read from its data. To add many, import a file.',
      action: 'Add station',
    },
    data: {
      title: 'Receive the station’s data',
      hint: 'Generate a password and set up the receiver, or pull the data from another caster. This step completes when data arrives.',
      action: 'Set up the source',
    },
    credential: {
      title: 'Issue a test credential',
      hint: 'Valid for one day on the whole network, to try with your own equipment.',
      action: 'Issue credential',
    },
    rover: {
      title: 'Send corrections to the first rover',
      hint: 'Enter the credential in a receiver or NTRIP client. This step completes when it receives corrections.',
      action: 'View credential',
    },
    token: {
      title: 'Connect your shop or system',
      hint: 'With an API token, your programs issue and renew credentials.',
      action: 'Create token',
    },
  },
  done: 'Done',
  open: 'To do',
  forNow: 'On this computer only, for now',
  reseller: {
    credential: {
      title: 'Issue your first credential',
      hint: 'For a customer, or a test one for your own equipment.',
      action: 'Issue credential',
    },
    allDone: 'All set: your customers receive corrections.',
  },
  allDone: 'Your network is live: it receives data and a rover has received corrections.',
  close: 'Close list',
  fold: 'Hide',
  unfold: 'Show',
}
