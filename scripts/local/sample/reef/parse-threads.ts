import type { Section } from "@/lib/reef/constants"
import { sections } from "@/lib/reef/constants"

/** Days after a token or market began, or days before the end of the history. */
export type RelativeTime = { after: string; days: number } | { ago: number }

export type ThreadReply = { author: string; text: string; replies: ThreadReply[] }

/** What became of a post: hidden by an admin, flagged by its readers, or reported by fewer than that takes. */
export const moderationOutcomes = ["visible", "hidden", "flagged", "reported"] as const
export type ModerationOutcome = (typeof moderationOutcomes)[number]

export type Thread = {
  moment: RelativeTime
  author: string
  section: Section
  /** Votes it gets when there are so many people. */
  likes: number
  fate: ModerationOutcome
  title: string
  body: string | null
  remarks: ThreadReply[]
}

/**
 * Reads threads as they are written down: a line `== moment | author | section | likes | fate`, the title,
 * the body, and remarks with one `>` for each level.
 */
export function parseThreads(text: string): Thread[] {
  const [, ...blocks] = text.split(/^== /m)
  return blocks.map((block) => {
    const [head = "", title = "", ...lines] = block.trim().split("\n")
    const first = lines.findIndex((line) => line.startsWith(">"))
    const said = first < 0 ? lines : lines.slice(0, first)
    return {
      ...parseHead(head),
      title,
      body: said.join("\n").trim() || null,
      remarks: first < 0 ? [] : parseReplies(lines.slice(first), title),
    }
  })
}

function parseHead(line: string) {
  const [when = "", author = "", place, likes, end = "visible"] = line.split(" | ")
  const section = sections.find((one) => one === place)
  const fate = moderationOutcomes.find((one) => one === end)
  if (!section || !fate || Number.isNaN(Number(likes))) throw new Error(`No thread begins: ${line}`)
  return { moment: parseRelativeTime(when), author, section, likes: Number(likes), fate }
}

function parseRelativeTime(text: string): RelativeTime {
  const [, after, days] = /^(?:([A-Z0-9]+)\+)?([0-9.]+)$/.exec(text) ?? []
  if (days === undefined) throw new Error(`No moment of the history: ${text}`)
  return after === undefined ? { ago: Number(days) } : { after, days: Number(days) }
}

function parseReplies(lines: readonly string[], title: string): ThreadReply[] {
  const roots: ThreadReply[] = []
  const open: ThreadReply[] = []
  for (const line of lines) {
    const [, marks = "", author = "", text = ""] = /^(>+) ([^:]+): (.+)$/.exec(line) ?? []
    const depth = marks.length - 1
    const siblings = depth === 0 ? roots : open[depth - 1]?.replies
    if (!siblings) throw new Error(`"${title}" has a remark that answers nothing: ${line}`)
    const remark = { author, text, replies: [] }
    siblings.push(remark)
    open.splice(depth, open.length, remark)
  }
  return roots
}

/** A remark with all below it. */
export const countReplies = (remarks: readonly ThreadReply[]): number =>
  remarks.reduce((sum, { replies }) => sum + 1 + countReplies(replies), 0)
