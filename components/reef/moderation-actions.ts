import { DEFAULT_MUTE_MINUTES } from "@/lib/reef/constants"

type ActionText = { name: string; description: string; doneTitle: string; isDangerous?: boolean }

/** Texts of the actions on posts. */
export const postActions = {
  hide_post: {
    name: "Hide post",
    description: "Only its author can see it, together with your reason.",
    doneTitle: "Post hidden",
    isDangerous: true,
  },
  unhide_post: {
    name: "Unhide post",
    description: "Everyone can see it again. Its reports are closed.",
    doneTitle: "Post shown again",
  },
  dismiss_reports: {
    name: "Dismiss the reports",
    description:
      "Closes the reports and unhides a post they had hidden. The same wallets cannot report it again.",
    doneTitle: "Reports dismissed",
  },
} as const satisfies Record<string, ActionText>

export const walletActions = {
  warn: {
    name: "Warn",
    description: "The third warning mutes the wallet for 1 day, the fifth bans it.",
    doneTitle: "Wallet warned",
  },
  mute: {
    name: "Mute",
    description: "The wallet cannot post, comment or vote during this time.",
    doneTitle: "Wallet muted",
    isDangerous: true,
  },
  ban: {
    name: "Ban",
    description: "The wallet can no longer post, comment or vote. Reading and trading still work.",
    doneTitle: "Wallet banned",
    isDangerous: true,
  },
  unban: {
    name: "Unban and unmute",
    description: "The wallet can post, comment and vote again. Its warnings are reset.",
    doneTitle: "Ban and mute lifted",
  },
} as const satisfies Record<string, ActionText>

export const walletActionNames = ["warn", "mute", "ban", "unban"] as const

/** An action on a post or on a wallet. */
export type Decision =
  | { action: keyof typeof postActions; postId: string }
  | { action: keyof typeof walletActions; wallet: string }

/** Labels of actions in the log; the last two are deletions by moderators. */
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
