// node scripts/run.mjs scripts/comments.ts hide 12: takes comment 12 out of all lists; show 12 puts it back.
import { restoreComment, suppressComment } from "@/lib/content/comments/service"
import { pool } from "@/lib/db/client"

const [command = "", id = ""] = process.argv.slice(2)
const actions = new Map([
  ["hide", suppressComment],
  ["show", restoreComment],
])
const action = actions.get(command)

if (!action || !/^[0-9]{1,9}$/.test(id)) {
  console.error("usage: node scripts/run.mjs scripts/comments.ts hide|show <id>")
  process.exitCode = 2
} else {
  const isDone = await action(Number(id)).finally(() => pool().end())
  console.log(isDone ? `Comment ${id}: done` : `Comment ${id}: nothing to ${command}`)
}
