import { addForward, changeForward, removeForward } from '../../actions/network/forwards.ts'
import { checkSource, sourceRefuser } from '../../actions/network/source-address.ts'
import { readConfig } from '../../base/config/config.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import {
  forwardStateAt,
  isPlain,
  NTRIP_REVISIONS,
  type NtripRevision,
  parseForwardAddress,
} from '../../domain/network/forward.ts'
import { addressesOf } from '../../start/roles/source-names.ts'
import { findForward, listForwards, type StoredForward } from '../../store/stations/forwards.ts'
import { en } from '../../words/en.ts'
import { streamTroubleText } from '../../words/network.ts'
import {
  asJson,
  commandContext,
  group,
  listVerb,
  onFoundation,
  printFacts,
  shortTime,
  text,
  UsageError,
  verb,
} from '../kit/command.ts'
import { explain } from '../kit/refused.ts'
import { idIn } from '../kit/values.ts'

const ntrip = text('1|2', 'NTRIP version: 1 sends SOURCE with the password only, 2 sends POST with user and password')

const add = verb({
  summary: "forward a station's stream to another caster, or without NTRIP to a TCP port",
  more: 'URL is ntrip://USER:PASSWORD@HOST:PORT/MOUNTPOINT, or ntrips:// for TLS. NTRIP 1 has no user: ntrip://:PASSWORD@HOST:PORT/MOUNTPOINT. NTRIP 1 is the default. tcp://HOST:PORT sends the bytes without NTRIP, for example to a radio. tcp://:PORT?from=ADDRESS opens a port for radios at these addresses; CASTER_PULL_ALLOW must list the port.',
  args: ['CODE', 'URL'],
  flags: {
    ntrip,
    mountpoint: text('NAME', 'forward this derived mountpoint of the station instead of its own stream'),
  },
  run: ({ ntrip: version = '1', mountpoint = null }, code, url) =>
    onFoundation(async ({ db, keys }) => {
      const input = { url, revision: revisionIn(version), mountpoint }
      await checked(url)
      const id = await addForward(commandContext('forward add', { db, keys }), { code }, input).catch(explain())
      console.log(`forward ${id} added; run "vertice forward show ${id}" in a moment`)
    }),
})

const set = verb({
  summary: 'change the address or the NTRIP version of a forward',
  args: ['ID'],
  flags: { url: text('URL', 'the new address; replaces user and password too'), ntrip },
  run: ({ url, ntrip: version }, id) =>
    onFoundation(async ({ db, keys }) => {
      if (url === undefined && version === undefined) throw new UsageError('nothing to change: add --url or --ntrip')
      await checked(url)
      const change = { url, ...(version !== undefined && { revision: revisionIn(version) }) }
      await changeForward(commandContext('forward set', { db, keys }), forwardId(id), change).catch(explain())
      console.log(`forward ${id} changed`)
    }),
})

const paused = (summary: string, name: 'pause' | 'resume') =>
  verb({
    summary,
    args: ['ID'],
    run: (_, id) =>
      onFoundation(async ({ db, keys }) => {
        const change = { paused: name === 'pause' }
        await changeForward(commandContext(`forward ${name}`, { db, keys }), forwardId(id), change)
        console.log(`forward ${id} ${name}d`)
      }),
  })

const list = listVerb(
  'list forwards and their state',
  async ({ db }) => (await listForwards(db)).map((forward) => factsOf(forward, new Date())),
  {
    ID: ({ id }) => id,
    STATION: ({ station }) => station,
    MOUNTPOINT: ({ mountpoint }) => mountpoint ?? '(own)',
    TO: ({ url }) => url,
    NTRIP: ({ ntrip: version }) => version ?? '-',
    STATE: ({ state }) => state,
    SENT: ({ bytes }) => bytes,
  },
  'no streams are forwarded; add one with "vertice forward add CODE URL"',
)

const show = verb({
  summary: 'show a forward, the bytes it sent and its last error',
  args: ['ID'],
  flags: asJson,
  run: ({ json }, id) =>
    onFoundation(async ({ db }) => {
      const forward = await findForward(db, forwardId(id))
      if (!forward) throw new Refusal('forward_not_found')
      const facts = factsOf(forward, new Date())
      const { lastError } = facts
      printFacts(json, facts, {
        station: facts.station,
        mountpoint: facts.mountpoint ?? "(the station's own stream)",
        to: `${facts.url}${facts.hasLogin ? ' (with a login)' : ''}`,
        ntrip: facts.ntrip ?? '(plain TCP)',
        state: facts.state,
        since: facts.since ? shortTime(facts.since) : 'never connected',
        'sent bytes': facts.bytes,
        'last error': lastError ? `${shortTime(lastError.at)}: ${streamTroubleText(en, lastError.why)}` : 'none',
      })
    }),
})

const remove = verb({
  summary: 'stop forwarding and delete the forward',
  args: ['ID'],
  run: (_, id) =>
    onFoundation(async ({ db }) => {
      await removeForward(commandContext('forward remove', { db }), forwardId(id))
      console.log(`forward ${id} removed`)
    }),
})

export const command = group({
  add,
  set,
  pause: paused('disconnect until it is resumed', 'pause'),
  resume: paused('connect a paused forward again', 'resume'),
  list,
  show,
  remove,
})

const factsOf = (forward: StoredForward, now: Date) => {
  const { id, stationCode: station, mountpoint, url, hasLogin, revision, since, bytes, error, errorAt } = forward
  return {
    ...{ id, station, mountpoint, url, hasLogin, bytes },
    ntrip: isPlain(parseForwardAddress(url)!) ? null : revision,
    state: forwardStateAt(forward, now),
    since: forward.pausedAt ?? since,
    lastError: error && errorAt && { why: error, at: errorAt },
  }
}

const forwardId = (written: string) => idIn(written, 'forward list')

function revisionIn(written: string): NtripRevision {
  const revision = NTRIP_REVISIONS.find((known) => String(known) === written)
  if (revision === undefined) throw new UsageError('--ntrip must be 1 or 2')
  return revision
}

function checked(url: string | undefined): Promise<void> {
  const { casterPullAllow, casterInputs } = readConfig()
  return checkSource(sourceRefuser(casterPullAllow, addressesOf, casterInputs), 'url', url).catch(explain())
}
