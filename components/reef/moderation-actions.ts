import { DEFAULT_MUTE_MINUTES } from "@/lib/reef/constants"

type ActionText = { name: string; description: string; doneTitle: string; isDangerous?: boolean }

/** What moderators do with a post, and with a wallet. */
export const postActions = {
  hide_post: {
    name: "Hide the post",
    description: "Nobody but its author sees it, and why it is hidden: your reason.",
    doneTitle: "Post hidden",
    isDangerous: true,
  },
  unhide_post: {
    name: "Show the post again",
    description: "Everybody sees it again. Its reports are closed.",
    doneTitle: "Post shown again",
  },
  dismiss_reports: {
    name: "Dismiss the reports",
    description:
      "The reports are closed; a post they had hidden is shown again. Their authors cannot report it a second time.",
    doneTitle: "Reports dismissed",
  },
} as const satisfies Record<string, ActionText>

export const walletActions = {
  warn: {
    name: "Warn",
    description: "The third warning mutes the wallet for a day, the fifth bans it.",
    doneTitle: "Wallet warned",
  },
  mute: {
    name: "Mute",
    description: "Until the time is over it can neither write nor vote.",
    doneTitle: "Wallet muted",
    isDangerous: true,
  },
  ban: {
    name: "Ban",
    description: "It can neither write nor vote any more. Reading and trading go on.",
    doneTitle: "Wallet banned",
    isDangerous: true,
  },
  unban: {
    name: "Lift ban and mute",
    description: "It can write and vote again; its warnings start from zero.",
    doneTitle: "Ban and mute lifted",
  },
} as const satisfies Record<string, ActionText>

/** One decision: about a post, or about a wallet. */
export type Decision =
  | { action: keyof typeof postActions; postId: string }
  | { action: keyof typeof walletActions; wallet: string }

/** How the desk's record names a decision; the last two are what moderators delete. */
export const decisionLabels: Readonly<Record<string, string>> = {
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

export const actionText = (decision: Decision): ActionText =>
  "postId" in decision ? postActions[decision.action] : walletActions[decision.action]

export const muteDurations = [
  ["60", "1 hour"],
  [`${DEFAULT_MUTE_MINUTES}`, "1 day"],
  ["10080", "7 days"],
  ["43200", "30 days"],
] as const
