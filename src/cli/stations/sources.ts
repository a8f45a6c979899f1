import { checkSource, sourceRefuser } from '../../actions/network/source-address.ts'
import { pushSecret, setPull } from '../../actions/stations/source.ts'
import { makeStandbySecret, removeStandby, setFallbackStation, setStandbyPull } from '../../actions/stations/standby.ts'
import { readConfig } from '../../base/config/config.ts'
import { parseSourceAddress } from '../../domain/network/source-address.ts'
import { addressesOf } from '../../start/roles/source-names.ts'
import type { Database } from '../../store/kit/database.ts'
import { findStationByCode } from '../../store/stations/rows.ts'
import { readLock } from '../../store/stations/sources.ts'
import { commandContext, onFoundation, onOff, UsageError, verb } from '../kit/command.ts'

export const secret = verb({
  summary: 'prints the password with which the station pushes its stream to the caster',
  more: 'By SOURCE, or by POST with any user.',
  args: ['CODE'],
  flags: { new: onOff('makes another, and the old one is refused from then on') },
  run: ({ new: isNew }, code) =>
    onFoundation(async ({ db, keys }) => {
      console.log((await pushSecret(commandContext('station secret', { db, keys }), { code }, isNew)).secret)
    }),
})

export const pull = verb({
  summary: "fetches the station's stream from another caster instead of waiting for a push",
  more: 'ADDRESS is ntrip://USER:PASSWORD@HOST:PORT/MOUNTPOINT, or ntrips:// for TLS; "none" ends it.',
  args: ['CODE', 'ADDRESS|none'],
  run: (_, code, address) =>
    onFoundation(async ({ db, keys }) => {
      await checkSource(sourceRefuser(readConfig().casterPullAllow, addressesOf), 'url', address)
      const station = await setPull(
        commandContext('station pull', { db, keys }),
        { code },
        address === 'none' ? null : address,
      )
      console.log(
        address === 'none'
          ? `station ${station.code} is not pulled any more`
          : `station ${station.code} is pulled from ${parseSourceAddress(address)!.host}`,
      )
    }),
})

export const backup = verb({
  summary: 'puts a second source behind a station, which serves its mountpoint while the first is away',
  more: `push: another push of the same station, with the password that is printed. pull ADDRESS: another caster, called when the first source is about to be given up. station CODE: another station serves its mountpoint meanwhile, and the record of every rover says so. none: there is none any more. The first gets its mountpoint back once it has been stable for three minutes.`,
  args: ['CODE', 'push|pull|station|none', '[ADDRESS|CODE]'],
  run: (_, code, kind, what) =>
    onFoundation(async ({ db, keys }) => {
      const context = commandContext('station backup', { db, keys })
      if ((kind === 'pull' || kind === 'station') !== (what !== undefined))
        throw new UsageError('say which: push, pull ADDRESS, station CODE or none')
      switch (kind) {
        case 'push':
          console.log((await makeStandbySecret(context, { code })).secret)
          if (await needsCertificate(db, code))
            console.error(
              'it opens nothing alone: this station needs a certificate too (station certificate add --backup)',
            )
          return
        case 'pull': {
          await checkSource(sourceRefuser(readConfig().casterPullAllow, addressesOf), 'url', what!)
          const station = await setStandbyPull(context, { code }, what!)
          return console.log(
            `station ${station.code} is pulled from ${parseSourceAddress(what!)!.host} while it is away`,
          )
        }
        case 'station': {
          const station = await setFallbackStation(context, { code }, { code: what! })
          return console.log(`station ${what} serves the mountpoint of ${station.code} while that is away`)
        }
        case 'none':
          return console.log(`station ${(await removeStandby(context, { code })).code} has no backup any more`)
        default:
          throw new UsageError('say which: push, pull ADDRESS, station CODE or none')
      }
    }),
})

async function needsCertificate(db: Database, code: string): Promise<boolean> {
  const station = await findStationByCode(db, code)
  return station !== null && ((await readLock(db, station.id))?.isCertificateRequired ?? false)
}
