import { hash } from "node:crypto"
import { pool } from "@/lib/db/client"
import { decodeId, encodeId } from "@/lib/http/opaque-ids"
import { addressOf } from "./rows"

type NewPost = {
  wallet?: string
  section?: string
  title?: string
  body?: string | null
  score?: number
  createdAt?: Date
  deletedAt?: Date | null
  hiddenBy?: "reports" | "admin" | null
}

/** A post as it would stand there, without the cooldown of writing it; answers its id. */
export async function insertPost({
  wallet = addressOf(1),
  section = "mixed",
  title = "Seaweed",
  body = null,
  score = 0,
  createdAt = new Date(),
  deletedAt = null,
  hiddenBy = null,
}: NewPost = {}) {
  const { rows } = await pool().query<{ id: string }>(
    `insert into reef_post (wallet, section, title, body, content_hash, score, created_at,
      deleted_at, hidden_at, hidden_by)
    values ($1, $2, $3, $4, $5, $6, $7, $8, case when $9::text is not null then now() end, $9)
    returning id`,
    [
      wallet,
      section,
      title,
      body,
      hash("sha256", `${title}\n${body ?? ""}`, "buffer"),
      score,
      createdAt,
      deletedAt,
      hiddenBy,
    ],
  )
  return encodeId(rows[0]?.id ?? "")
}

/** Points of a wallet; from 500 on it may report. */
export async function insertPoints(wallet: string, total: number) {
  await pool().query(
    `insert into wallet_points (wallet, total, reached_at, computed_at) values ($1, $2, now(), now())
    on conflict (wallet) do update set total = excluded.total`,
    [wallet, total],
  )
}

/** The award for registering an agent, as part of the points a wallet has. */
export const insertAgentAward = (wallet: string) =>
  pool().query("insert into agent_award (wallet, time) values ($1, now())", [wallet])

let agents = 0

/** Registers the wallet as an agent. */
export async function insertAgent(wallet: string) {
  await pool().query("insert into agent (wallet, agent_id, name) values ($1, $2, 'Agent')", [
    wallet,
    ++agents,
  ])
}

/** Changes what the Reef knows of a wallet, as an admin or time would. */
export async function setMember(wallet: string, set: string) {
  await pool().query("insert into reef_member (wallet) values ($1) on conflict do nothing", [
    wallet,
  ])
  await pool().query(`update reef_member set ${set} where wallet = $1`, [wallet])
}

type NewComment = {
  post: string
  wallet?: string
  parent?: string | null
  depth?: number
  createdAt?: Date
}

/** A live comment, without the limits of writing it; answers its id. */
export async function insertComment({
  post,
  wallet = addressOf(1),
  parent = null,
  depth = 0,
  createdAt = new Date(),
}: NewComment) {
  const { rows } = await pool().query<{ id: string }>(
    `with counted as (update reef_post set comment_count = comment_count + 1 where id = $1)
    insert into reef_comment (post_id, wallet, parent_id, depth, message, created_at)
    values ($1, $2, $3, $4, 'Said', $5) returning id`,
    [decodeId(post), wallet, parent && decodeId(parent), depth, createdAt],
  )
  return encodeId(rows[0]?.id ?? "")
}
