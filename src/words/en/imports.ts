import { minuteOf } from '../say.ts'
import type { ImportWords } from '../words.ts'

const users = (count: number) => (count === 1 ? '1 user' : `${count} users`)

export const imports: ImportWords = {
  users_alone: ({ users: count }) =>
    `groups.aut and clientmounts.aut are missing, so every user gets access to everything (${users(count)})`,
  latin1: ({ file, lines }) => `${file}: ${lines} lines are not UTF-8 and were read as Latin-1`,
  unknown_mountpoint: ({ name, file, line }) =>
    `${name} is not a mountpoint of this network (first seen on line ${line} of ${file})`,
  shared_limit: ({ file, line, name, limit, users }) =>
    `${file} line ${line}: group ${name} allows ${limit} connections shared by its ${users} users; here each user can have ${limit}`,
  limit_by_address: ({ file, line, name }) =>
    `${file} line ${line}: group ${name} limits connections by address; this limit is not imported`,
  all_line: ({ file, line }) =>
    `${file} line ${line}: with a line "all:" a BKG caster ignores the other lines, so only its groups give access`,
  unknown_member: ({ file, line, group, user }) =>
    `${file} line ${line}: group ${group} contains ${user}, who is not in the list of users`,
  unknown_group: ({ file, line, group, name }) =>
    `${file} line ${line}: ${name} refers to the group ${group}, which does not exist`,
  not_understood: ({ columns, lines }) =>
    `columns ${columns.join(', ')} have unknown values on ${lines} lines, which are not imported`,
  no_limit: ({ users: count, sessions }) => `${users(count)} without a connection limit: each can have ${sessions}`,
  no_end: ({ users: count, at }) => `${users(count)} without an expiry date: they expire on ${minuteOf(at)}`,
  weak_passwords: ({ users: count }) =>
    `${users(count)} with an easily guessed password: it is imported, but should be changed`,
  new_group: ({ name, stations }) =>
    `the group "${name}" is created with ${stations === 1 ? '1 station' : `${stations} stations`}`,
  more_notes: ({ count }) => `and ${count} more notes`,
}
