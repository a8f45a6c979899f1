import type { ImportWords } from '../imports.ts'
import { minuteOf } from '../say.ts'

const users = (count: number) => (count === 1 ? '1 user' : `${count} users`)

export const imports: ImportWords = {
  users_alone: ({ users: count }) =>
    `groups.aut and clientmounts.aut were not given, so every user opens everything (${users(count)})`,
  latin1: ({ file, lines }) => `${file}: ${lines} lines are not UTF-8 and were read as Latin-1, as logins are`,
  unknown_mountpoint: ({ name, file, line }) =>
    `${name} is not a mountpoint here (first for the user on line ${line} of ${file})`,
  shared_limit: ({ file, line, name, limit, users }) =>
    `${file} line ${line}: group ${name} allows ${limit} connections to its ${users} users together; here each of them may have ${limit}`,
  limit_by_address: ({ file, line, name }) =>
    `${file} line ${line}: group ${name} limits connections by address, which has no counterpart here and is not brought over`,
  all_line: ({ file, line }) =>
    `${file} line ${line}: beside a line "all:" a BKG caster looks at no other, so only its groups open anything`,
  unknown_member: ({ file, line, group, user }) =>
    `${file} line ${line}: group ${group} names ${user}, who is not among the users`,
  unknown_group: ({ file, line, group, name }) =>
    `${file} line ${line}: ${name} names the group ${group}, which does not exist`,
  not_understood: ({ columns, lines }) =>
    `columns ${columns.join(', ')} hold something on ${lines} lines that is not understood and not brought over`,
  no_limit: ({ users: count, sessions }) => `${users(count)} without a limit of sessions: each may have ${sessions}`,
  no_end: ({ users: count, at }) => `${users(count)} without an end: they serve until ${minuteOf(at)}`,
  weak_passwords: ({ users: count }) =>
    `${users(count)} with a password that is easily guessed: it is kept, and they should get another`,
  new_group: ({ name, stations }) =>
    `the group "${name}" of ${stations === 1 ? '1 station' : `${stations} stations`} is made`,
  more_notes: ({ count }) => `and ${count} more such remarks`,
}
