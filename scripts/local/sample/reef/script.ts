import type { Section } from "@/lib/reef/words"
import { sections } from "@/lib/reef/words"

/** Days after a token or market began, or days before the end of the history. */
export type Moment = { after: string; days: number } | { ago: number }

export type Remark = { author: string; text: string; replies: Remark[] }

/** What became of a post: hidden by an admin, flagged by its readers, or reported by fewer than that takes. */
export const fates = ["visible", "hidden", "flagged", "reported"] as const
export type Fate = (typeof fates)[number]

export type Thread = {
  moment: Moment
  author: string
  section: Section
  /** Votes it gets when there are so many people. */
  likes: number
  fate: Fate
  title: string
  body: string | null
  remarks: Remark[]
}

/**
 * Reads threads as they are written down: a line `== moment | author | section | likes | fate`, the title,
 * the body, and remarks with one `>` for each level.
 */
export function threads(text: string): Thread[] {
  const [, ...blocks] = text.split(/^== /m)
  return blocks.map((block) => {
    const [head = "", title = "", ...lines] = block.trim().split("\n")
    const first = lines.findIndex((line) => line.startsWith(">"))
    const said = first < 0 ? lines : lines.slice(0, first)
    return {
      ...headOf(head),
      title,
      body: said.join("\n").trim() || null,
      remarks: first < 0 ? [] : remarksOf(lines.slice(first), title),
    }
  })
}

function headOf(line: string) {
  const [when = "", author = "", place, likes, end = "visible"] = line.split(" | ")
  const section = sections.find((one) => one === place)
  const fate = fates.find((one) => one === end)
  if (!section || !fate || Number.isNaN(Number(likes))) throw new Error(`No thread begins: ${line}`)
  return { moment: momentOf(when), author, section, likes: Number(likes), fate }
}

function momentOf(text: string): Moment {
  const [, after, days] = /^(?:([A-Z0-9]+)\+)?([0-9.]+)$/.exec(text) ?? []
  if (days === undefined) throw new Error(`No moment of the history: ${text}`)
  return after === undefined ? { ago: Number(days) } : { after, days: Number(days) }
}

function remarksOf(lines: readonly string[], title: string): Remark[] {
  const roots: Remark[] = []
  const open: Remark[] = []
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
export const countRemarks = (remarks: readonly Remark[]): number =>
  remarks.reduce((sum, { replies }) => sum + 1 + countRemarks(replies), 0)
