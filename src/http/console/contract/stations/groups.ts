import { Type } from 'typebox'
import { MAX_GROUP_NAME, MAX_GROUP_STATIONS } from '../../../../domain/stations/group.ts'
import * as T from '../pieces.ts'

const GROUP = {
  id: T.Id,
  name: T.Text,
  /** Number of active stations. */
  stations: T.Count,
}
export const Group = T.Exact(GROUP)
export type Group = T.Received<typeof Group>

const Member = T.Exact({ id: T.Id, code: T.Text, name: T.Text, archived: T.Flag })

export const GroupDetail = T.Exact({
  ...GROUP,
  members: T.List(Member),
  /**
   * What depends on the group: credentials in force or scheduled, products on sale, unpaid orders, network mountpoints.
   * `null` for users who see only one owner's data.
   */
  use: T.OrNull(T.Exact({ credentials: T.Count, products: T.Count, orders: T.Count, mountpoints: T.Count })),
})
export type GroupDetail = T.Received<typeof GroupDetail>

/** The domain rule checks the name; this only bounds its length. */
const Name = Type.String({ maxLength: 4 * MAX_GROUP_NAME })
const Members = Type.Array(T.Id, { uniqueItems: true, maxItems: MAX_GROUP_STATIONS })

export const GROUP_ROUTES = {
  /** Ordered by name. */
  'GET /groups': {
    query: T.ListQuery({ search: Type.Optional(T.Search) }),
    answer: { groups: T.List(Group), nextCursor: T.NextCursor },
  },
  'GET /groups/:id': { answer: { group: GroupDetail } },
  'POST /groups': {
    body: T.Exact({ name: Name, members: Members }),
    answer: { group: GroupDetail },
    status: 201,
  },
  'PATCH /groups/:id': {
    body: T.Exact({ name: Type.Optional(Name), members: Type.Optional(Members) }),
    answer: { group: GroupDetail },
  },
  'DELETE /groups/:id': { answer: {} },
} as const satisfies Record<string, T.RouteContract>
