import type { ClientBase } from "pg"
import { CHANNEL } from "@/lib/live/schema"
import { reefTopic } from "@/lib/live/topics"
import { opaqueId } from "./ids"

/** Has open pages of the feed and of the post read themselves again, once the transaction is committed. */
export async function announce(client: ClientBase, post: string) {
  const tokens = [reefTopic(), reefTopic(opaqueId(post))]
  await client.query("select pg_notify($1, $2)", [
    CHANNEL,
    JSON.stringify({ block: null, head: null, tokens }),
  ])
}
