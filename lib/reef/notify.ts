import { dbOn, type Transaction } from "@/lib/db/client"
import { encodeId } from "@/lib/http/opaque-ids"
import { logChange } from "@/lib/stream-log/change"
import { reefTopic } from "@/lib/stream-log/page-topics"

/** Makes open pages of the feed and of the post read their data again once the transaction is committed. */
export const notifyPostChanged = (tx: Transaction, postRowId: bigint) =>
  logChange(dbOn(tx), { topics: [reefTopic(), reefTopic(encodeId(postRowId))] })
