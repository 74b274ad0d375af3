import type { ClientBase } from "pg"
import { encodeId } from "@/lib/api/opaque-ids"
import { dbOn } from "@/lib/db/client"
import { notifyTopics } from "@/lib/live/notify"
import { reefTopic } from "@/lib/live/topics"

/** Makes open pages of the feed and of the post read their data again once the transaction is committed. */
export const notifyPostChanged = (client: ClientBase, postRowId: string) =>
  notifyTopics(dbOn(client), [reefTopic(), reefTopic(encodeId(postRowId))])
