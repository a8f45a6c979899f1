// A process that provides for a BKG caster, to be killed.

import { parseKeys } from '../../src/base/secrets.ts'
import { startProvisioning } from '../../src/bkg/provision.ts'
import { CurrentReader } from '../../src/store/current/current.ts'
import { openDatabase } from '../../src/store/kit/database.ts'

const { connection, key, folder, adminUrl } = JSON.parse(process.env.PROVISIONER!)
const db = openDatabase(connection, 3)
const reader = new CurrentReader(db, { casterHost: 'caster.example.mx', casterPort: 2101 })
startProvisioning({
  ...{ db, keys: parseKeys(key), clock: () => new Date(), current: () => reader.current(), node: 'killed' },
  target: { folder, adminUrl },
  warn: (error) => console.error(error),
  onChange(tell) {
    db.listen('credentials_revoked', (id) => tell(id === null ? null : Number(id)))
    db.listen('credentials_changed', (told) => tell(told === null ? null : JSON.parse(told).id))
  },
})
