import { checkSource, sourceRefuser } from '../../actions/network/source-address.ts'
import { setOffer } from '../../actions/network/upstreams/offer.ts'
import {
  addUpstream,
  askUpstream,
  changeUpstream,
  type OpensLogins,
  removeUpstream,
  upstreamOf,
} from '../../actions/network/upstreams/set.ts'
import { tryUpstream } from '../../actions/network/upstreams/try.ts'
import { readConfig } from '../../base/config/config.ts'
import { addressToCheck, countLeftOut, isClash } from '../../domain/network/upstreams/upstream.ts'
import { addressesOf } from '../../start/roles/source-names.ts'
import { streamTrier, tableReader } from '../../start/roles/upstream-tables.ts'
import type { Database } from '../../store/kit/database.ts'
import { listFailingOffers, listUpstreams, type UpstreamCaster } from '../../store/network/upstreams/rows.ts'
import { en } from '../../words/en.ts'
import { leftOutText, streamTroubleText } from '../../words/network.ts'
import {
  asJson,
  commandContext,
  group,
  listVerb,
  onFoundation,
  onNewFoundation,
  printFacts,
  shortTime,
  text,
  UsageError,
  verb,
  yesOrNo,
} from '../kit/command.ts'
import { explain } from '../kit/refused.ts'
import { stateOf, trialText } from './state.ts'

const SHOWN_LEFT_OUT = 20
const SHOWN_FAILING = 20
const KIND: Readonly<Record<string, string>> = {
  ...{ name: 'NAME', url: 'URL', prefix: '--prefix' },
  ...{ needsGga: '--gga', position: '--position', account: '--account' },
}
const explained = explain({ nameOf: ({ path: [field] }) => KIND[String(field)] ?? String(field) })

const options = {
  prefix: text('P', 'prefix added to every mountpoint name; "none" for none'),
  'serve-network': yesOrNo('yes: its stations also serve the network mountpoint while they stream (default: no)'),
}

/** 'none' removes the prefix. */
const prefixIn = (written: string | undefined) => (written === 'none' ? '' : written)

const add = verb({
  summary: "proxy another caster's mountpoints",
  more: `URL is ntrip://user:password@host:port (ntrips:// for TLS), without a mountpoint. Its sourcetable is loaded immediately, then every five minutes. Each of its mountpoints becomes a station, which is pulled while a rover uses it.`,
  args: ['NAME', 'URL'],
  flags: options,
  async run({ prefix: written, 'serve-network': servesNetwork }, name, url) {
    const prefix = prefixIn(written)
    await onNewFoundation(async ({ db, keys }) => {
      await checked(url)
      const input = {
        name,
        url,
        ...(prefix !== undefined && { prefix }),
        ...(servesNetwork !== undefined && { servesNetwork }),
      }
      const id = await addUpstream(commandContext('upstream add', { db, keys }), input).catch(explained)
      console.log(`external caster ${name} added; run "vertice upstream show ${name}" in a moment`)
      await printTrial(db, keys, id)
    })
  },
})

const set = verb({
  summary: 'change its URL, prefix or name',
  args: ['NAME'],
  flags: {
    ...options,
    url: text('URL', 'ntrip://user:password@host:port; without a user, the login is removed'),
    name: text('NEW', 'new name'),
  },
  async run({ prefix, url, name: renamed, 'serve-network': servesNetwork }, name) {
    const change = Object.fromEntries(
      Object.entries({ name: renamed, url, prefix: prefixIn(prefix), servesNetwork }).filter(
        ([, value]) => value !== undefined,
      ),
    )
    if (Object.keys(change).length === 0)
      throw new UsageError('nothing to change: add --url, --prefix, --serve-network or --name')
    await onFoundation(async ({ db, keys }) => {
      await checked(url)
      const { id } = await changeUpstream(commandContext('upstream set', { db, keys }), { name }, change).catch(
        explained,
      )
      console.log(`external caster ${renamed ?? name} changed`)
      if (url !== undefined) await printTrial(db, keys, id)
    })
  },
})

const mountpoint = verb({
  summary: 'change settings of one of its mountpoints; "none" clears one',
  args: ['NAME', 'MOUNTPOINT'],
  flags: {
    gga: text('yes|no|none', 'yes: each rover gets its own connection, which forwards its position; none: as listed'),
    name: text('NEW', 'its name on this caster, instead of prefix and original name'),
    hidden: yesOrNo('yes: hide it from the sourcetable and public pages, and never select it for a rover'),
    position: text('LAT,LNG', 'overrides the listed position'),
    account: text('USER:PASSWORD', 'login for this mountpoint only'),
  },
  async run({ gga, name: renamed, hidden, position, account }, name, there) {
    const change = {
      ...(gga !== undefined && { needsGga: yesNoOrNone(gga) }),
      ...(renamed !== undefined && { name: renamed === 'none' ? null : renamed }),
      ...(hidden !== undefined && { isHidden: hidden }),
      ...(position !== undefined && { position: position === 'none' ? null : placeIn(position) }),
      ...(account !== undefined && { account: account === 'none' ? null : accountIn(account) }),
    }
    if (Object.keys(change).length === 0)
      throw new UsageError('nothing to change: add --gga, --name, --hidden, --position or --account')
    await onFoundation(async ({ db, keys }) => {
      const context = commandContext('upstream mountpoint', { db, keys })
      await setOffer(context, { name }, { there }, change).catch(explained)
      console.log(`mountpoint ${there} of ${name} changed`)
    })
  },
})

function yesNoOrNone(written: string): boolean | null {
  if (!['yes', 'no', 'none'].includes(written)) throw new UsageError('--gga must be yes, no or none')
  return written === 'none' ? null : written === 'yes'
}

function placeIn(written: string) {
  const [lat, lng, ...more] = written.split(',').map(Number)
  if (lat === undefined || lng === undefined || more.length > 0 || Number.isNaN(lat + lng))
    throw new UsageError('--position must look like 19.43,-99.13, or be none')
  return { lat, lng }
}

function accountIn(written: string) {
  const [user = '', ...password] = written.split(':')
  return { user, password: password.join(':') }
}

const remove = verb({
  summary: 'stop proxying it; its stations are archived',
  more: 'Credentials for these stations are kept and work again if you add the caster again.',
  args: ['NAME'],
  run: (_, name) =>
    onFoundation(async ({ db }) => {
      const stations = await removeUpstream(commandContext('upstream remove', { db }), { name })
      console.log(`external caster ${name} removed; ${stations} stations archived`)
    }),
})

const list = listVerb(
  'list external casters and the state of their sourcetables',
  async ({ db }) => (await listUpstreams(db)).map(await factsReader(db)),
  {
    NAME: ({ name }) => name,
    ADDRESS: ({ url }) => url,
    PREFIX: ({ prefix }) => prefix,
    STATE: ({ state }) => state,
    OFFERED: ({ offered }) => offered,
    'LEFT OUT': ({ leftOutTotal }) => leftOutTotal,
    ASKED: ({ askedAt }) => askedAt,
  },
  'no external casters; add one with "vertice upstream add NAME ntrip://user:password@host:port"',
)

const show = verb({
  summary: 'show an external caster, and which mountpoints are not offered and why',
  args: ['NAME'],
  flags: asJson,
  run: ({ json }, name) =>
    onFoundation(async ({ db }) => {
      const upstream = await upstreamOf(db, { name })
      const facts = (await factsReader(db))(upstream)
      printFacts(json, facts, {
        name: facts.name,
        address: `${facts.url}${facts.hasLogin ? ' (with a login)' : ''}`,
        prefix: facts.prefix || '(none)',
        'serves network': facts.servesNetwork ? 'yes' : 'no',
        state: facts.state,
        asked: facts.askedAt ? shortTime(facts.askedAt) : 'never',
        answered: facts.answeredAt ? shortTime(facts.answeredAt) : 'never',
        listed: facts.listed,
        offered: facts.offered,
        'left out': facts.leftOutTotal,
        failing: facts.failing.length,
      })
      if (json) return
      for (const { mountpoint, why } of facts.failing.slice(0, SHOWN_FAILING))
        console.log(`  ${mountpoint}: last attempt failed: ${streamTroubleText(en, why)}`)
      if (facts.failing.length > SHOWN_FAILING) console.log('  …')
      for (const { mountpoint, why } of upstream.leftOut.slice(0, SHOWN_LEFT_OUT))
        console.log(`  ${mountpoint}: ${leftOutText(en, why)}`)
      if (facts.leftOutTotal > SHOWN_LEFT_OUT) console.log('  …')
      if (upstream.prefix === '' && upstream.leftOut.some(({ why }) => isClash(why)))
        console.log(`names clash; set a prefix: vertice upstream set ${name} --prefix ${name.slice(0, 10)}_`)
    }),
})

const ask = verb({
  summary: 'load its sourcetable now',
  args: ['NAME'],
  run: (_, name) =>
    onFoundation(async ({ db }) => {
      await askUpstream({ db, now: new Date() }, { name })
      console.log(`loading the sourcetable of ${name}`)
    }),
})

export const command = group({ add, list, show, set, mountpoint, ask, remove })

/** The settings stay saved even if the test fails, because the fault may be at the other caster. */
async function printTrial(db: Database, keys: OpensLogins, id: number): Promise<void> {
  const config = readConfig()
  const context = { db, keys, readTable: tableReader(config), tryStream: streamTrier(config) }
  console.log(trialText(await tryUpstream(context, { id })))
}

async function factsReader(db: Database) {
  const failing = Map.groupBy(await listFailingOffers(db), ({ upstreamId }) => upstreamId)
  return (upstream: UpstreamCaster) => {
    const ours = (failing.get(upstream.id) ?? []).map(({ mountpoint, why }) => ({ mountpoint, why }))
    return {
      ...upstream,
      leftOutTotal: countLeftOut(upstream),
      failing: ours,
      state: stateOf(upstream, ours),
    }
  }
}

/** Allowed addresses depend on this machine's settings; the casters check again. */
const checked = (url: string | undefined) =>
  checkSource(sourceRefuser(readConfig().casterPullAllow, addressesOf), 'url', addressToCheck(url)).catch(explained)
