// A caster with two stations, one of them streaming, and imports of users from files.
import { afterAll, beforeAll } from 'vitest'
import { type ImportOptions, planImport } from '../../../src/actions/credentials/import/plan.ts'
import { importCredentials } from '../../../src/actions/credentials/import/run.ts'
import { atOnce } from '../../../src/base/running/turns.ts'
import { command } from '../../../src/domain/audit/action.ts'
import type { ImportFormat } from '../../../src/domain/credentials/imported.ts'
import { readImport } from '../../../src/wire/credentials/import/read.ts'
import { flowingBase } from '../../caster/helpers.ts'
import { TestCaster } from '../../support/caster.ts'
import { STATIONS } from '../../support/service.ts'

const DAY_MS = 86_400_000
type Files = Readonly<Record<string, string>>

const optionsOf = (more: Partial<ImportOptions> = {}): ImportOptions => ({
  expiresAt: new Date(Date.now() + 365 * DAY_MS),
  sessions: 1_000,
  everything: 'stations',
  unknown: 'error',
  ...more,
})
const fileOf = (format: ImportFormat, files: Files) =>
  atOnce(readImport(format, new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]))))

export function importing() {
  let caster: TestCaster
  let owners = 0

  beforeAll(async () => {
    caster = await TestCaster.start()
    await caster.service.saveStations(STATIONS.cdmx, STATIONS.toluca)
    await flowingBase(caster, STATIONS.cdmx)
  })
  afterAll(() => caster.stop())

  const query = async (text: string, values: unknown[] = []) => (await caster.service.db.pool.query(text, values)).rows
  const newOwner = async (): Promise<number> =>
    (await query('insert into owners (name, created_at) values ($1, now()) returning id', [`Import ${++owners}`]))[0].id

  async function contextNow() {
    const { db, keys, current } = caster.service.services
    return { db, keys, book: (await current()).book, now: new Date(), by: command('credential import') }
  }

  /** A dry run. */
  const look = async (ownerId: number, format: ImportFormat, files: Files, options: Partial<ImportOptions> = {}) =>
    planImport(await contextNow(), ownerId, fileOf(format, files), optionsOf(options))

  async function bring(
    ownerId: number,
    format: ImportFormat,
    files: Files,
    more: { options?: Partial<ImportOptions>; leaveOutBad?: boolean; events?: boolean } = {},
  ) {
    const { leaveOutBad = false, events = true } = more
    const [file, options] = [fileOf(format, files), optionsOf(more.options)]
    return importCredentials(await contextNow(), {
      ...{ ownerId, format, fileName: 'f', file, options },
      ...{ leaveOutBad, events },
    })
  }

  return {
    get caster() {
      return caster
    },
    ...{ query, newOwner, contextNow, look, bring },
  }
}

export const outcomes = ({ plan }: Pick<Awaited<ReturnType<typeof importCredentials>>, 'plan'>) =>
  plan.lines.map(({ user, outcome, problems }) =>
    [user.username, outcome, ...problems.map(({ code }) => code)].join(' '),
  )
