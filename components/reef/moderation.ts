import { DEFAULT_MUTE_MINUTES } from "@/lib/reef/words"

type Words = { name: string; explained: string; done: string; isDangerous?: boolean }

/** What moderators do with a post, and with a wallet. */
export const postActions = {
  hide_post: {
    name: "Hide the post",
    explained: "Nobody but its author sees it, and why it is hidden: your reason.",
    done: "Post hidden",
    isDangerous: true,
  },
  unhide_post: {
    name: "Show the post again",
    explained: "Everybody sees it again. Its reports are closed.",
    done: "Post shown again",
  },
  dismiss_reports: {
    name: "Dismiss the reports",
    explained:
      "The reports are closed; a post they had hidden is shown again. Their authors cannot report it a second time.",
    done: "Reports dismissed",
  },
} as const satisfies Record<string, Words>

export const walletActions = {
  warn: {
    name: "Warn",
    explained: "The third warning mutes the wallet for a day, the fifth bans it.",
    done: "Wallet warned",
  },
  mute: {
    name: "Mute",
    explained: "Until the time is over it can neither write nor vote.",
    done: "Wallet muted",
    isDangerous: true,
  },
  ban: {
    name: "Ban",
    explained: "It can neither write nor vote any more. Reading and trading go on.",
    done: "Wallet banned",
    isDangerous: true,
  },
  unban: {
    name: "Lift ban and mute",
    explained: "It can write and vote again; its warnings start from zero.",
    done: "Ban and mute lifted",
  },
} as const satisfies Record<string, Words>

/** One decision: about a post, or about a wallet. */
export type Decision =
  | { action: keyof typeof postActions; postId: string }
  | { action: keyof typeof walletActions; wallet: string }

/** How the desk's record names a decision; the last two are what moderators delete. */
export const decided: Readonly<Record<string, string>> = {
  hide_post: "Hidden",
  unhide_post: "Shown again",
  dismiss_reports: "Reports dismissed",
  warn: "Warned",
  mute: "Muted",
  ban: "Banned",
  unban: "Ban and mute lifted",
  delete_post: "Post deleted",
  delete_comment: "Comment deleted",
}

export const decisionWords = (decision: Decision): Words =>
  "postId" in decision ? postActions[decision.action] : walletActions[decision.action]

export const muteSpans = [
  ["60", "1 hour"],
  [`${DEFAULT_MUTE_MINUTES}`, "1 day"],
  ["10080", "7 days"],
  ["43200", "30 days"],
] as const
