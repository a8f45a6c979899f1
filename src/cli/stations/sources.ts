import type { KeyedContext } from '../../actions/context.ts'
import { checkSource, sourceRefuser } from '../../actions/network/source-address.ts'
import { setPushPasswords } from '../../actions/stations/push-passwords.ts'
import { pushSecret, setPull } from '../../actions/stations/source.ts'
import { makeStandbySecret, removeStandby, setFallbackStation, setStandbyPull } from '../../actions/stations/standby.ts'
import { readConfig } from '../../base/config/config.ts'
import { parsePullAddress, placeOf } from '../../domain/network/raw-address.ts'
import { addressesOf } from '../../start/roles/source-names.ts'
import type { Database } from '../../store/kit/database.ts'
import { findStationByCode } from '../../store/stations/rows.ts'
import { readLock } from '../../store/stations/sources.ts'
import { CommandFailure, commandContext, onFoundation, onOff, text, UsageError, verb } from '../kit/command.ts'
import { firstLineOf } from '../kit/passphrase.ts'

export const secret = verb({
  summary: 'print the password with which the station pushes its stream to the caster',
  more: 'For SOURCE, or for POST with any user.',
  args: ['CODE'],
  flags: {
    new: onOff('generate a new password; the old one stops working'),
    'set-from': text('PATH', 'set the password in this file ("-": standard input) instead of a generated one'),
  },
  run: ({ new: isNew, 'set-from': path }, code) =>
    onFoundation(async ({ db, keys }) => {
      const context = commandContext('station secret', { db, keys })
      if (path === undefined) return console.log((await pushSecret(context, { code }, isNew)).secret)
      if (isNew) throw new UsageError('use --new or --set-from, not both')
      await setOnePushPassword(context, code, firstLineOf(path, '--set-from'))
      console.log(`the password of station ${code} is set`)
    }),
})

export const pull = verb({
  summary: "pull the station's stream from another caster, a TCP or UDP port or a serial device",
  more: 'ADDRESS is ntrip://USER:PASSWORD@HOST:PORT/MOUNTPOINT, or ntrips:// for TLS; tcp://HOST:PORT; tcp://FIRST-LINE@:PORT or tcp://:PORT?from=ADDRESS if the station connects to this machine; udp://:PORT?from=ADDRESS; serial:///dev/ttyUSB0?baud=115200. "none" ends it. CASTER_PULL_ALLOW lists the ports and devices that may be used.',
  args: ['CODE', 'ADDRESS|none'],
  run: (_, code, address) =>
    onFoundation(async ({ db, keys }) => {
      await checkPull(address)
      const station = await setPull(
        commandContext('station pull', { db, keys }),
        { code },
        address === 'none' ? null : address,
      )
      console.log(
        address === 'none'
          ? `station ${station.code} is no longer pulled`
          : `station ${station.code} is pulled from ${placeOf(parsePullAddress(address)!)}`,
      )
    }),
})

export const backup = verb({
  summary: 'set a standby source, which serves the mountpoint while the primary source is offline',
  more: `push: another push of the same station, with the password that is printed. pull ADDRESS: another caster, used when the primary source fails. station CODE: another station serves the mountpoint, which is recorded for every rover. none: remove the standby source. The primary source takes over again after three stable minutes.`,
  args: ['CODE', 'push|pull|station|none', '[ADDRESS|CODE]'],
  run: (_, code, kind, what) =>
    onFoundation(async ({ db, keys }) => {
      const context = commandContext('station backup', { db, keys })
      if ((kind === 'pull' || kind === 'station') !== (what !== undefined))
        throw new UsageError('expected push, pull ADDRESS, station CODE or none')
      switch (kind) {
        case 'push':
          console.log((await makeStandbySecret(context, { code })).secret)
          if (await needsCertificate(db, code))
            console.error(
              'the password alone is not enough: this station also requires a certificate (station certificate add --backup)',
            )
          return
        case 'pull': {
          await checkPull(what!)
          const station = await setStandbyPull(context, { code }, what!)
          return console.log(
            `station ${station.code} is pulled from ${placeOf(parsePullAddress(what!)!)} while it is offline`,
          )
        }
        case 'station': {
          const station = await setFallbackStation(context, { code }, { code: what! })
          return console.log(`station ${what} serves the mountpoint of ${station.code} while it is offline`)
        }
        case 'none':
          return console.log(`station ${(await removeStandby(context, { code })).code} no longer has a standby source`)
        default:
          throw new UsageError('expected push, pull ADDRESS, station CODE or none')
      }
    }),
})

function checkPull(address: string): Promise<void> {
  const { casterPullAllow, casterInputs } = readConfig()
  return checkSource(sourceRefuser(casterPullAllow, addressesOf, casterInputs), 'url', address)
}

async function setOnePushPassword(context: KeyedContext, code: string, password: string): Promise<void> {
  const station = await findStationByCode(context.db, code)
  if (!station || station.archived) throw new CommandFailure(`there is no station ${code}`)
  const given = [{ mountpoint: station.mountpoint, password }]
  const { weak } = await setPushPasswords(context, given, { skipsUnknown: false, replaces: true })
  if (weak > 0) console.error('note: the password is short or simple; use a longer one when you visit the receiver')
}

async function needsCertificate(db: Database, code: string): Promise<boolean> {
  const station = await findStationByCode(db, code)
  return station !== null && ((await readLock(db, station.id))?.isCertificateRequired ?? false)
}
