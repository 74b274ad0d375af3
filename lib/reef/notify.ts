import type { ClientBase } from "pg"
import { encodeId } from "@/lib/api/opaque-ids"
import { dbOn } from "@/lib/db/client"
import { reefTopic } from "@/lib/live/topics"
import { logChange } from "@/lib/streams/change"

/** Makes open pages of the feed and of the post read their data again once the transaction is committed. */
export const notifyPostChanged = (client: ClientBase, postRowId: string) =>
  logChange(dbOn(client), { topics: [reefTopic(), reefTopic(encodeId(postRowId))] })
