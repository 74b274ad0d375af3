import { type Expression, sql } from "kysely"
import { db } from "@/lib/db/client"
import { isoText } from "@/lib/db/codecs"
import { jsonArrayOf, jsonObject, present } from "@/lib/db/json-answer"
import { ownProjects } from "./schema"

/** GET /api/v1/me/projects. */
export const findOwnProjectsJson = async (wallet: string) => present(await readProjects({ wallet }))

const readProjects = jsonObject({
  name: "projects of a wallet",
  response: ownProjects,
  parameters: { wallet: "text" },
  row: ({ wallet }) =>
    db.selectNoFrom([
      jsonArrayOf(selectCreated(wallet, false)).as("tokens"),
      jsonArrayOf(selectCreated(wallet, true)).as("markets"),
    ]),
})

const selectCreated = (wallet: Expression<string>, isMarket: boolean) =>
  db
    .selectFrom("token as t")
    .innerJoin("project as p", "p.id", "t.project_id")
    .select(({ ref }) => [
      "t.address",
      "t.name",
      "t.symbol",
      "p.image",
      isoText(ref("t.created_at")).as("createdAt"),
    ])
    .where("t.dev", "=", wallet)
    .where("t.is_prediction", "=", sql.lit(isMarket))
    .orderBy("t.created_at", "desc")
    .orderBy("t.project_id", "desc")
