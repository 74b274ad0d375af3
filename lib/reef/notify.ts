import type { ClientBase } from "pg"
import { NOTIFY_CHANNEL } from "@/lib/live/schema"
import { reefTopic } from "@/lib/live/topics"
import { encodeId } from "./ids"

/** Has open pages of the feed and of the post read themselves again, once the transaction is committed. */
export async function notifyPostChanged(client: ClientBase, postId: string) {
  const tokens = [reefTopic(), reefTopic(encodeId(postId))]
  await client.query("select pg_notify($1, $2)", [
    NOTIFY_CHANNEL,
    JSON.stringify({ block: null, head: null, tokens }),
  ])
}
