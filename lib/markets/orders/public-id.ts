import { type Expression, sql } from "kysely"

/** The opaque id of an order, made of its market and its number there. */
export const orderPublicId = (token: Expression<string>, orderId: Expression<number>) =>
  sql<string>`'c' || left(md5(${token} || ':' || ${orderId}), 24)`
