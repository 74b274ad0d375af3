import { readFileSync } from "node:fs"
import path from "node:path"
import { type Section, sections } from "@/lib/reef/constants"

/** Days after a token or market began, or days before the end of the history. */
export type RelativeTime = { after: string; days: number } | { ago: number }

export type ThreadReply = { author: string; text: string; replies: ThreadReply[] }

/** Hidden by an admin, flagged by its readers, or reported by fewer than that takes. */
const moderationStates = ["visible", "hidden", "flagged", "reported"] as const

export type Thread = {
  time: RelativeTime
  author: string
  section: Section
  /** Votes it gets when there are so many people. */
  votes: number
  moderation: (typeof moderationStates)[number]
  title: string
  body: string | null
  replies: ThreadReply[]
}

/** All threads of the sample history, in no order of time. */
export const THREADS: readonly Thread[] = ["launches", "off-topic", "markets", "agents"].flatMap(
  (name) =>
    parseThreads(readFileSync(path.join(import.meta.dirname, `threads/${name}.txt`), "utf8")),
)

/**
 * Parses threads: a line `== time | author | section | votes | moderation`, the title, the body, and replies with
 * one `>` for each level.
 */
export function parseThreads(text: string): Thread[] {
  const [, ...blocks] = text.split(/^== /m)
  return blocks.map((block) => {
    const [head = "", title = "", ...lines] = block.trim().split("\n")
    const isReply = (line: string) => line.startsWith(">")
    const body =
      lines
        .filter((line) => !isReply(line))
        .join("\n")
        .trim() || null
    return { ...parseHead(head), title, body, replies: parseReplies(lines.filter(isReply), title) }
  })
}

function parseHead(line: string) {
  const [time = "", author = "", sectionName, votes, state = "visible"] = line.split(" | ")
  const section = sections.find((each) => each === sectionName)
  const moderation = moderationStates.find((each) => each === state)
  if (!section || !moderation || Number.isNaN(Number(votes))) {
    throw new Error(`No thread begins: ${line}`)
  }
  return { time: parseRelativeTime(time), author, section, votes: Number(votes), moderation }
}

function parseRelativeTime(text: string): RelativeTime {
  const [, after, days] = /^(?:([A-Z0-9]+)\+)?([0-9.]+)$/.exec(text) ?? []
  if (days === undefined) throw new Error(`No time of the history: ${text}`)
  return after === undefined ? { ago: Number(days) } : { after, days: Number(days) }
}

function parseReplies(lines: readonly string[], title: string): ThreadReply[] {
  const roots: ThreadReply[] = []
  const open: ThreadReply[] = []
  for (const line of lines) {
    const [, marks = "", author = "", text = ""] = /^(>+) ([^:]+): (.+)$/.exec(line) ?? []
    const depth = marks.length - 1
    const siblings = depth === 0 ? roots : open[depth - 1]?.replies
    if (!siblings) throw new Error(`"${title}" has a reply that answers nothing: ${line}`)
    const reply = { author, text, replies: [] }
    siblings.push(reply)
    open.splice(depth, open.length, reply)
  }
  return roots
}
