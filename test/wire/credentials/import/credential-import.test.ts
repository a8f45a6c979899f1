// Files of other casters: read as intended, or rejected with the line and the reason.
import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../../src/base/running/turns.ts'
import { Refusal } from '../../../../src/domain/codes/refusal.ts'
import type { ImportedUser, ImportFormat } from '../../../../src/domain/credentials/imported.ts'
import { readImport } from '../../../../src/wire/credentials/import/read.ts'
import { asText, asWritten } from '../../../../src/wire/files/cells.ts'

const read = (format: ImportFormat, files: Readonly<Record<string, string | Buffer>>) =>
  atOnce(readImport(format, new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]))))
const logins = (users: readonly ImportedUser[]) => users.map(({ username, password }) => [username, password])
const codes = (users: readonly ImportedUser[]) =>
  users.flatMap(({ line, faults, leftOut }) =>
    [...faults, ...(leftOut ? [leftOut] : [])].map(({ code }) => [line, code]),
  )
const refused = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return error.fields[0]!.code
    throw error
  }
  return 'nothing was refused'
}
const wide = (text: string, mark = true) => Buffer.from(`${mark ? '\uFEFF' : ''}${text}`, 'utf16le')

describe('the files of a BKG caster', () => {
  const files = {
    'users.aut': '# who\r\nAna:Secr3t\r\nbob:b\nleft-over:x\nAna:later\n',
    'groups.aut': 'one:Ana:2\nmany:bob,Ana,ghost:3\nip:bob:ip4\n',
    'clientmounts.aut': '/CDMX:one,many\n/TOL:many\n/LEON:ip\ndefault:gone\n',
  }

  it('define access and limits, and report what does not fit', () => {
    const { users, notes } = read('bkg', files)
    const [bob, left, ana] = users
    expect(ana).toMatchObject({ line: 5, username: 'Ana', password: 'later', maxSessions: 3 })
    expect(ana!.access).toEqual({ kind: 'mountpoints', mountpoints: ['CDMX', 'TOL'], others: false, name: 'one+many' })
    expect(bob!.access).toMatchObject({ mountpoints: ['CDMX', 'TOL', 'LEON'], name: 'many+ip' })
    expect(bob!.maxSessions).toBeUndefined()
    expect(left!.access).toMatchObject({ mountpoints: [] })
    expect(codes(users)).toEqual([[2, 'again_later']])
    expect(notes.map(({ code }) => code).sort()).toEqual([
      'limit_by_address',
      'shared_limit',
      'unknown_group',
      'unknown_member',
    ])
  })

  it('report a user that the caster ignores, and do not call a user with an invalid line unknown', () => {
    const { users, notes } = read('bkg', {
      'users.aut': ' lost:secret\n\t# said\n# said: too\nbad:with:colon\n',
      'groups.aut': 'g:bad\n',
      'clientmounts.aut': '/A:g\n',
    })
    expect(users).toHaveLength(2)
    expect(codes(users)).toEqual([
      [1, 'blank_before'],
      [4, 'colon_in_password'],
    ])
    expect(users[0]!.faults).toEqual([])
    expect(notes).toEqual([])
  })

  it('require each other; users.aut alone opens everything, with a note', () => {
    const { users, notes } = read('bkg', { 'whatever.txt': 'a:b\n' })
    expect(users[0]!.access).toEqual({ kind: 'everything', name: null })
    expect(notes).toEqual([{ code: 'users_alone', params: { users: 1 } }])
    expect(refused(() => read('bkg', { 'users.aut': 'a:b', 'groups.aut': 'g:a' }))).toBe('file_needed')
    expect(refused(() => read('bkg', { 'groups.aut': 'g:a', 'clientmounts.aut': '/A:g' }))).toBe('file_needed')
  })

  it('are recognised by name: none that may restrict a mountpoint is ignored or mistaken', () => {
    const [users, groups, mounts] = ['a:b\n', 'g:a\n', '/A:g\n']
    const unknown: Readonly<Record<string, string>>[] = [
      { 'users.aut': users, 'groups (1).aut': groups, 'clientmounts (1).aut': mounts },
      { 'users (1).aut': users, 'groups.aut': groups },
      { 'users.aut': users, 'groups.aut': groups, 'clientmounts.aut': mounts, 'notes.txt': '' },
      { 'groups (1).aut': groups },
      { 'Clientmounts.aut': mounts },
    ]
    for (const given of unknown) expect(refused(() => read('bkg', given))).toBe('file_unknown')
    expect(refused(() => read('bkg', { 'groups.aut': groups }))).toBe('file_needed')
    expect(refused(() => read('bkg', { 'clientmounts.aut': mounts }))).toBe('file_needed')
    expect(logins(read('bkg', { 'users (1).aut': users }).users)).toEqual([['a', 'b']])
  })

  it('ignore the limit and name of a group that opens nothing', () => {
    const rights = (clientmounts: string) => {
      const [{ access, maxSessions }] = read('bkg', {
        'users.aut': 'both1:x\n',
        'groups.aut': 'chiefs:both1\ncustomers:both1:2\n',
        'clientmounts.aut': clientmounts,
      }).users as [ImportedUser]
      return [(access as { name: string }).name, maxSessions]
    }
    expect(rights('/admin:chiefs\n/A:customers\n')).toEqual(['customers', 2])
    expect(rights('/A:customers\n')).toEqual(['customers', 2])
    expect(rights('all:customers\n/A:chiefs\n')).toEqual(['customers', 2])
    expect(rights('default:chiefs\n/A:customers\n')).toEqual(['chiefs+customers', undefined])
  })

  it('report the first notes, count the rest, and yield at every line', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `x${index}`)
    const filesOf = (count: number) => ({
      'users.aut': 'a:b\n',
      'groups.aut': many(count)
        .map((name) => `${name}:a,ghost,other\n`)
        .join(''),
      'clientmounts.aut': many(count)
        .map((name) => `/${name}:${name},gone,${name}gone\n`)
        .join(''),
    })
    const { notes } = read('bkg', filesOf(100))
    const told = Map.groupBy(notes, ({ code }) => code)
    expect([...told].map(([code, some]) => [code, some.length])).toEqual([
      ['unknown_group', 50],
      ['unknown_member', 50],
      ['more_notes', 1],
    ])
    expect(notes.at(-1)).toEqual({ code: 'more_notes', params: { count: 300 } })
    const stepsOf = (count: number) => {
      const files = new Map(Object.entries(filesOf(count)).map(([name, text]) => [name, Buffer.from(text)]))
      const work = readImport('bkg', files)
      let steps = 0
      while (!work.next().done) steps += 1
      return steps
    }
    // Five steps per name: both lines are read and evaluated, and the members of one are checked.
    expect(stepsOf(101) - stepsOf(1)).toBe(100 * 5)
  })

  it('are read in any encoding, and an invalid line affects only itself', () => {
    for (const bytes of [
      Buffer.from('\uFEFFpeña:ñ\n'),
      wide('peña:ñ\n'),
      Buffer.from('\uFEFFpeña:ñ\n', 'utf16le').swap16(),
    ])
      expect(logins(read('bkg', { u: bytes }).users)).toEqual([['peña', 'ñ']])
    expect(logins(read('bkg', { u: wide('pena:clave\nx:y\n', false) }).users)[0]).toEqual(['pena', 'clave'])
    // The caster decodes a login that is not UTF-8 the same way.
    const latin = read('bkg', { u: Buffer.concat([Buffer.from('peña:ñ\n', 'latin1'), Buffer.from('niño:ü\n')]) })
    expect(logins(latin.users)).toEqual([
      ['peña', 'ñ'],
      ['niño', 'ü'],
    ])
    expect(latin.notes[0]).toEqual({ code: 'latin1', params: { file: 'users.aut', lines: 1 } })
    const { users } = read('bkg', { u: `a:1\nb\0:2\n${'c'.repeat(100_000)}:3\nnocolon\n:x\nd:\ne:1:2\nf g:1\r\nh:4` })
    expect(logins(users.filter(({ faults }) => faults.length === 0))).toEqual([
      ['a', '1'],
      ['h', '4'],
    ])
    expect(codes(users)).toEqual([
      [2, 'control_characters'],
      [3, 'too_long'],
      [4, 'wrong_form'],
      [5, 'missing'],
      [6, 'missing'],
      [7, 'colon_in_password'],
      [8, 'blank_in_name'],
    ])
  })
})

describe('the file of a SNIP caster', () => {
  it('has tabs; lines of other formats are reported without their password', () => {
    const { users } = read('snip', { 'users.aut': 'alice:pwA\nbob\tpwB\n' })
    expect(codes(users)).toEqual([[1, 'without_tabs']])
    expect(logins(users)).toEqual([
      ['', ''],
      ['bob', 'pwB'],
    ])
  })

  it('is read by column position, as exported, and other contents are noted', () => {
    const { users, notes } = read('snip', {
      f: '## Rev 3\r\n## explained\r\nUA042289\tCA000000\tbob\tP\tnone\t5\t0\t\t\r\nUA1\tCA0\tAna.L\tP\tx y\t0\t\tTUCSON\r\n\r\n',
    })
    expect(users).toMatchObject([
      { line: 3, username: 'bob', password: 'none', maxSessions: 5, access: { kind: 'everything' } },
      { line: 4, username: 'Ana.L', password: 'x y' },
    ])
    expect(users[1]!.maxSessions).toBeUndefined()
    expect(notes).toEqual([{ code: 'not_understood', params: { columns: ['8'], lines: 1 } }])
  })

  it('is read by headings if present, and with just two columns', () => {
    const { users } = read('snip', {
      f: '## User Name\tPassword\tMountPts\tExpiration\tEmail\nbob\tpw\tA, B\t2027-01-31\tbob@example.mx\nx\t\t\tnever\t\n',
    })
    expect(users[0]).toMatchObject({
      access: { kind: 'mountpoints', mountpoints: ['A', 'B'] },
      expiresAt: new Date('2027-01-31T06:00:00Z'),
      customerEmail: 'bob@example.mx',
    })
    expect(codes(users)).toEqual([
      [3, 'missing'],
      [3, 'time_form'],
    ])
    expect(logins(read('snip', { f: 'a\tb\r\nc\td' }).users)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    // A user named "user" is no heading.
    const user = 'UA000001\tCA000000\tuser\tP\tpassword\t5\n'
    for (const f of [user, `UA2\tCA0\tbob\tP\tpw\t1\n${user}`, `bob\tpw\nuser\tpassword\n`])
      expect(logins(read('snip', { f }).users).at(-1)).toEqual(['user', 'password'])
    expect(codes(read('snip', { f: `${'x'.repeat(100_000)}\n` }).users)).toEqual([[1, 'too_long']])
    expect(refused(() => read('snip', { f: '## nothing\r\n' }))).toBe('file_without_users')
  })

  it('reports control characters, and truncates long text at a whole character', () => {
    const line = (...cells: readonly string[]) => `${cells.join('\t')}\n`
    const head = line('User Name', 'Password', 'MountPts', 'Customer', 'Notes')
    const long = `${'x'.repeat(199)}🛰`
    const signs = [line('a', 'pw', 'A', 'C', 'n\0'), line('b', 'pw', 'A', 'C\u009b', ''), line('c', 'pw', '\x1b[2J')]
    const { users } = read('snip', { f: `${head}${signs.join('')}${line('d', 'pw', 'A', long, long)}` })
    expect(users.map(({ faults }) => faults.map(({ field, code }) => `${field} ${code}`))).toEqual([
      ['label control_characters'],
      ['cliente_nombre control_characters'],
      ['mountpoint control_characters'],
      [],
    ])
    expect(users[3]).toMatchObject({ label: 'x'.repeat(199), customerName: 'x'.repeat(199) })
  })
})

it('rejects too many users instead of truncating, in any format', () => {
  const three = { csv: 'usuario,password\na,1\nb,2\nc,3\n', bkg: 'a:1\nb:2\nc:3\n', snip: 'a\t1\nb\t2\nc\t3\n' }
  for (const [format, text] of Object.entries(three)) {
    const upTo = (most: number) =>
      atOnce(readImport(format as ImportFormat, new Map([['f', Buffer.from(text)]]), most)).users.length
    expect(refused(() => upTo(2))).toBe('file_too_long')
    expect(upTo(3)).toBe(3)
  }
})

describe('our own CSV', () => {
  it('keeps passwords unchanged: symbols, spaces, and spreadsheet formulas', () => {
    const { users } = read('csv', {
      f: '\uFEFFUsuario;Contraseña;Grupo\r\n"Ana.López";" =1+1 ";\r\nbob;\'=SUM(A1);Norte\r\nc@d;"a;""b";\r\n',
    })
    expect(logins(users)).toEqual([
      ['Ana.López', ' =1+1 '],
      ['bob', '=SUM(A1)'],
      ['c@d', 'a;"b'],
    ])
    expect(users[1]!.access).toEqual({ kind: 'group', name: 'Norte' })
    for (const text of ['=1', "'=1", "''=1", "'x", ' -1', '+', 'a;=b', "a;'=b", '@', "'", '', 'x=1'])
      expect(asWritten(asText(text))).toBe(text)
    expect(asText('=1')).toBe("'=1")
  })

  it('reports what is wrong with it', () => {
    expect(refused(() => read('csv', { f: Buffer.from('usuario,password\npeña,x', 'latin1') }))).toBe('file_not_utf8')
    expect(refused(() => read('csv', { f: 'usuario,clave1\na,b' }))).toBe('unknown_column')
    expect(refused(() => read('csv', { f: 'usuario\na' }))).toBe('column_needed')
    expect(refused(() => read('csv', { f: '' }))).toBe('file_empty')
    expect(refused(() => read('csv', { f: `usuario,password\na,${'x'.repeat(100_000)}` }))).toBe('file_not_csv')
    expect(logins(read('csv', { f: wide('usuario,password\na,b\n') }).users)).toEqual([['a', 'b']])
    const { users } = read('csv', {
      f: 'usuario,password,expira_at,max_sesiones,station_codigo,grupo,estado\na,b,nope,0,X,Y,\nc,d,,,,,revocada\ne\n',
    })
    expect(codes(users)).toEqual([
      [2, 'time_form'],
      [2, 'not_whole_number'],
      [2, 'station_or_group'],
      [3, 'revoked_there'],
      [4, 'field_count'],
    ])
  })
})
