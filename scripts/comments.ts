// node scripts/run.mjs scripts/comments.ts hide 12: takes comment 12 out of all lists; show 12 puts it back.
import { restoreComment, suppressComment } from "@/lib/content/comments/service"
import { pool } from "@/lib/db/client"

const [word = "", number = ""] = process.argv.slice(2)
const actions = new Map([
  ["hide", suppressComment],
  ["show", restoreComment],
])
const action = actions.get(word)

if (!action || !/^[0-9]{1,9}$/.test(number)) {
  console.error("usage: node scripts/run.mjs scripts/comments.ts hide|show <id>")
  process.exitCode = 2
} else {
  const isDone = await action(Number(number)).finally(() => pool().end())
  console.log(isDone ? `Comment ${number}: done` : `Comment ${number}: nothing to ${word}`)
}
