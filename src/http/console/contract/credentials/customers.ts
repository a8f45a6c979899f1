import { Type } from 'typebox'
import { PageQuery } from '../../../../wire/common.ts'
import { Order } from '../orders.ts'
import * as T from '../pieces.ts'
import { RoverSession } from './credentials.ts'
import { CustomerMail } from './delivery.ts'

export const Customer = T.Exact({
  /** Identifies the row within a list only; customers have no id. */
  id: Type.Integer(),
  ...T.Owned,
  /** The e-mail address, or the name if there is no address, in lower case. */
  key: T.Text,
  name: T.TextOrNull,
  email: T.TextOrNull,
  /** `manyCredentials`: there are more, and the counts cover only the newest. */
  credentials: T.Count,
  manyCredentials: T.Flag,
  active: T.Count,
  nextEnd: T.AtOrNull,
  connected: T.Count,
  orders: T.Count,
})
export type Customer = T.Received<typeof Customer>

const CustomerSession = T.Exact({ ...RoverSession.properties, credentialId: T.Id, username: T.Text })
export type CustomerSession = T.Received<typeof CustomerSession>

/** The cursor contains the last name of the page. */
const NameCursor = Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 }))

export const CUSTOMER_ROUTES = {
  'GET /customers': {
    query: Type.Object({
      ...PageQuery,
      cursor: NameCursor,
      q: Type.Optional(T.Search),
      ownerId: Type.Optional(T.Id),
    }),
    answer: { customers: T.List(Customer), nextCursor: T.NextCursor },
  },
  /** Includes the newest sessions, orders and mails. Credentials are listed by `GET /credentials` with `customer`. */
  'GET /customers/:ownerId/:key': {
    answer: {
      customer: Customer,
      sessions: T.List(CustomerSession),
      orders: T.List(Order),
      mails: T.List(CustomerMail),
    },
  },
} as const satisfies Record<string, T.RouteContract>
