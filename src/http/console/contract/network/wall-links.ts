import * as T from '../pieces.ts'

/** A public link to the wall; its address is shown only once. */
export const WallLink = T.Exact({ id: T.Id, name: T.Text, createdBy: T.Text, createdAt: T.At })
export type WallLink = T.Received<typeof WallLink>

export const WALL_LINK_ROUTES = {
  /** Links that work, newest first. */
  'GET /wall-links': { answer: { links: T.List(WallLink) } },
  'POST /wall-links': {
    body: T.Exact({ name: T.Name }),
    answer: { link: WallLink, url: T.Text },
    status: 201,
    confirmed: true,
  },
  'DELETE /wall-links/:id': { answer: {} },
} as const satisfies Record<string, T.RouteContract>
